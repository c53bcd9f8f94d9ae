-- Create stock in one round trip: take the caller's turn, see that the products exist, set the entries.
-- Distributed on p_merchant, it runs as a whole where that merchant's rows are.
--
-- Each colour of a product comes once, as an element of p_products/p_colours/p_bar_codes; its sizes, ascending, and their
-- quantities are those from p_from to p_to of p_sizes and p_quantities. Its bar codes are one text, which is quicker to take
-- apart than to cut out of many: an array of one for each size, with NULL where none is given, or NULL.
--
-- The outcome is 'created', 'checked' (a dry run), 'closed' (not the caller's turn), 'contended' (the same, but the winner is
-- still at work, so that nobody can say yet how long), 'missing' (products), 'crowded' (products with too many colours) or
-- 'full' (products with too many entries). The turn is taken by every outcome but 'closed' and 'contended'.
--
-- Each product and colour is looked up by its whole key. To read all that a merchant has and pick from it costs less for
-- most merchants, so a plan made for nobody in particular would do that, and read a million rows for the one merchant that
-- has a million products (docs/decisions/0012). Hence OFFSET 0, and an upsert where there is something to update.
CREATE OR REPLACE FUNCTION create_stock(
    p_merchant bigint, p_account bigint, p_application bigint, p_interval_millis bigint, p_dry_run boolean,
    p_products integer[], p_colours text[], p_from integer[], p_to integer[],
    p_sizes smallint[], p_quantities integer[], p_bar_codes text[], p_most_colours integer, p_most_entries integer,
    OUT outcome text, OUT wait_millis bigint, OUT products integer[])
LANGUAGE plpgsql AS $$
DECLARE
    v_now      timestamptz;
    v_admitted timestamptz;
    v_first    integer[]; -- of the products, those that have no stock yet
    v_known    integer[];
    v_entries  integer[];
    v_states   text[];    -- of each colour: 'new', 'same' as it is to be, 'replaced' as a whole or 'merged' with what is there
    v_added    integer[]; -- and how many sizes it gains
    v_coloured integer[]; -- products that gain colours
    v_last_nos integer[]; -- and the number of the last one they have
    v_sizes    smallint[]; -- of a single colour, as it is there
    v_quantities integer[];
    v_bar_codes text[];
    v_given    text[];
    v_place    integer;
    v_gained   record;
    v_block    record;
    v_interval interval := make_interval(secs => p_interval_millis / 1000.0);
BEGIN
    -- Whoever finds the turn closed leaves without locking anything. Whoever finds it open races for the row, looks again
    -- once it is theirs, and only then takes the turn; the losers need not wait for the winner to commit, since the turn
    -- is gone either way.
    SELECT admitted_at INTO v_admitted FROM create_turn
    WHERE merchant_id = p_merchant AND account_id = p_account AND application_id = p_application;
    IF NOT FOUND THEN
        INSERT INTO create_turn (merchant_id, account_id, application_id, admitted_at)
        VALUES (p_merchant, p_account, p_application, '-infinity')
        ON CONFLICT DO NOTHING;
    END IF;
    v_now := clock_timestamp();
    IF v_admitted <= v_now AND v_admitted + v_interval > v_now THEN
        outcome := 'closed';
        wait_millis := ceil(extract(epoch FROM v_admitted + v_interval - v_now) * 1000);
        RETURN;
    END IF;

    wait_millis := p_interval_millis;
    SELECT admitted_at INTO v_admitted FROM create_turn
    WHERE merchant_id = p_merchant AND account_id = p_account AND application_id = p_application
    FOR UPDATE SKIP LOCKED;
    IF NOT FOUND THEN
        outcome := 'contended';
        RETURN;
    END IF;
    v_now := clock_timestamp();
    IF v_admitted > v_now THEN
        -- the clock has stepped back, as it may in a failover: count from now, do not wait until it has caught up
        UPDATE create_turn SET admitted_at = v_now
        WHERE merchant_id = p_merchant AND account_id = p_account AND application_id = p_application;
        outcome := 'closed';
        RETURN;
    END IF;
    IF v_admitted + v_interval > v_now THEN
        outcome := 'closed';
        wait_millis := ceil(extract(epoch FROM v_admitted + v_interval - v_now) * 1000);
        RETURN;
    END IF;
    UPDATE create_turn SET admitted_at = v_now
    WHERE merchant_id = p_merchant AND account_id = p_account AND application_id = p_application;

    -- Of one colour that is there with all these sizes, quantities are set one by one: what follows is made for hundreds of
    -- colours, and takes longer to start than this in all.
    IF cardinality(p_products) = 1 THEN
        PERFORM FROM product p WHERE p.merchant_id = p_merchant AND p.product_id = p_products[1] FOR NO KEY UPDATE;
        SELECT s.sizes, s.quantities, s.bar_codes INTO v_sizes, v_quantities, v_bar_codes FROM stock s
        WHERE s.merchant_id = p_merchant AND s.product_id = p_products[1] AND s.colour = p_colours[1];
        IF p_sizes <@ v_sizes THEN
            v_given := p_bar_codes[1];
            FOR i IN 1 .. cardinality(p_sizes) LOOP
                v_place := array_position(v_sizes, p_sizes[i]);
                v_quantities[v_place] := p_quantities[i];
                IF v_given[i] IS NOT NULL THEN
                    v_bar_codes := coalesce(v_bar_codes, array_fill(NULL::text, ARRAY[cardinality(v_sizes)]));
                    v_bar_codes[v_place] := v_given[i];
                END IF;
            END LOOP;
            IF p_dry_run THEN
                outcome := 'checked';
            ELSE
                UPDATE stock s SET quantities = v_quantities, bar_codes = v_bar_codes, updated_at = v_now
                WHERE s.merchant_id = p_merchant AND s.product_id = p_products[1] AND s.colour = p_colours[1]
                  AND (s.quantities, s.bar_codes) IS DISTINCT FROM (v_quantities, v_bar_codes);
                outcome := 'created';
                wait_millis := greatest(1, ceil(extract(epoch FROM v_now + v_interval - clock_timestamp()) * 1000));
            END IF;
            RETURN;
        END IF;
    END IF;

    -- Products are locked in the order of their ids, so that two applications of one merchant wait for each other instead of
    -- deadlocking. Whoever holds them is alone with their stock.
    SELECT coalesce(array_agg(locked.product_id ORDER BY locked.product_id), '{}'),
           array_agg(locked.entries ORDER BY locked.product_id),
           coalesce(array_agg(locked.product_id ORDER BY locked.product_id) FILTER (WHERE NOT locked.has_stock), '{}')
    INTO v_known, v_entries, v_first
    FROM (SELECT DISTINCT named.product_id FROM unnest(p_products) AS named (product_id) ORDER BY named.product_id) asked
    CROSS JOIN LATERAL (SELECT p.product_id, p.entries, p.has_stock FROM product p
                        WHERE p.merchant_id = p_merchant AND p.product_id = asked.product_id
                        FOR NO KEY UPDATE) locked;
    SELECT array_agg(DISTINCT asked ORDER BY asked) INTO products FROM unnest(p_products) asked WHERE asked <> ALL (v_known);
    IF products IS NOT NULL THEN
        outcome := 'missing';
        RETURN;
    END IF;

    -- everything is compared and checked before the first row is written
    SELECT array_agg(c.state), array_agg(c.added) INTO v_states, v_added
    FROM (SELECT CASE
                     WHEN k.sizes IS NULL THEN 'new'
                     WHEN k.sizes = a.sizes AND k.quantities = a.quantities
                          AND (a.bar_codes IS NULL OR a.bar_codes = k.bar_codes) THEN 'same'
                     WHEN k.sizes = a.sizes AND array_position(a.bar_codes, NULL) IS NULL THEN 'replaced'
                     WHEN EXISTS (SELECT FROM unnest(a.sizes, a.quantities, a.bar_codes) AS e (size, quantity, bar_code)
                                  WHERE k.quantities[array_position(k.sizes, e.size)] IS DISTINCT FROM e.quantity
                                     OR k.bar_codes[array_position(k.sizes, e.size)] IS DISTINCT FROM e.bar_code
                                        AND e.bar_code IS NOT NULL) THEN 'merged'
                     ELSE 'same'
                 END AS state,
                 CASE
                     WHEN k.sizes = a.sizes THEN 0
                     ELSE (SELECT count(*) FROM unnest(a.sizes) AS size WHERE size = ANY (k.sizes) IS NOT TRUE)::integer
                 END AS added
          FROM (SELECT g.no, g.product_id, g.colour, g.bar_codes::text[] AS bar_codes,
                       p_sizes[g.first:g.last] AS sizes, p_quantities[g.first:g.last] AS quantities
                FROM unnest(p_products, p_colours, p_from, p_to, p_bar_codes) WITH ORDINALITY
                    AS g (product_id, colour, first, last, bar_codes, no)) a
          LEFT JOIN LATERAL (SELECT s.sizes, s.quantities, s.bar_codes FROM stock s
                             WHERE s.merchant_id = p_merchant AND s.product_id = a.product_id AND s.colour = a.colour
                             OFFSET 0) k ON true
          ORDER BY a.no) c;
    IF 'new' = ANY (v_states) THEN
        SELECT array_agg(asked.product_id ORDER BY asked.product_id)
                   FILTER (WHERE asked.added + there.colours > p_most_colours),
               array_agg(asked.product_id), array_agg(there.last_no)
        INTO products, v_coloured, v_last_nos
        FROM (SELECT g.product_id, count(*) AS added FROM unnest(p_products, v_states) AS g (product_id, state)
              WHERE g.state = 'new' GROUP BY g.product_id) asked
        CROSS JOIN LATERAL (SELECT count(*) AS colours, coalesce(max(s.colour_no), 0) AS last_no FROM stock s
                            WHERE s.merchant_id = p_merchant AND s.product_id = asked.product_id) there;
        IF products IS NOT NULL THEN
            outcome := 'crowded';
            RETURN;
        END IF;
    END IF;
    IF 0 < ANY (v_added) THEN
        SELECT array_agg(gained.product_id ORDER BY gained.product_id) INTO products
        FROM (SELECT g.product_id, sum(g.added) AS added FROM unnest(p_products, v_added) AS g (product_id, added)
              WHERE g.added > 0 GROUP BY g.product_id) gained
        WHERE gained.added + v_entries[array_position(v_known, gained.product_id)] > p_most_entries;
        IF products IS NOT NULL THEN
            outcome := 'full';
            RETURN;
        END IF;
    END IF;
    IF p_dry_run THEN
        outcome := 'checked';
        RETURN;
    END IF;

    INSERT INTO stock AS kept (merchant_id, product_id, colour_no, colour, sizes, quantities, bar_codes, updated_at)
    SELECT p_merchant, a.product_id,
           coalesce(v_last_nos[array_position(v_coloured, a.product_id)], 0)
               + row_number() OVER (PARTITION BY a.product_id, a.state = 'new' ORDER BY a.no),
           a.colour, written.sizes, written.quantities, written.bar_codes, v_now
    FROM (SELECT g.no, g.product_id, g.colour, g.state, g.bar_codes::text[] AS bar_codes,
                 p_sizes[g.first:g.last] AS sizes, p_quantities[g.first:g.last] AS quantities
          FROM unnest(p_products, p_colours, p_from, p_to, p_bar_codes, v_states) WITH ORDINALITY
              AS g (product_id, colour, first, last, bar_codes, state, no)
          WHERE g.state <> 'same') a
    LEFT JOIN LATERAL (SELECT s.sizes, s.quantities, s.bar_codes FROM stock s
                       WHERE a.state = 'merged'
                         AND s.merchant_id = p_merchant AND s.product_id = a.product_id AND s.colour = a.colour
                       OFFSET 0) k ON true
    CROSS JOIN LATERAL (
        SELECT a.sizes, a.quantities, a.bar_codes WHERE a.state <> 'merged'
        UNION ALL
        SELECT array_agg(m.size ORDER BY m.size), array_agg(m.quantity ORDER BY m.size),
               CASE WHEN count(m.bar_code) > 0 THEN array_agg(m.bar_code ORDER BY m.size) END
        FROM (SELECT e.size, coalesce(max(e.quantity) FILTER (WHERE e.given), max(e.quantity)) AS quantity,
                     coalesce(max(e.bar_code) FILTER (WHERE e.given), max(e.bar_code)) AS bar_code
              FROM (SELECT false, there.* FROM unnest(k.sizes, k.quantities, k.bar_codes) there
                    UNION ALL
                    SELECT true, asked.* FROM unnest(a.sizes, a.quantities, a.bar_codes) asked)
                  AS e (given, size, quantity, bar_code)
              WHERE a.state = 'merged'
              GROUP BY e.size) m
        HAVING a.state = 'merged') written
    ON CONFLICT (merchant_id, product_id, colour) DO UPDATE
        SET sizes = excluded.sizes, quantities = excluded.quantities,
            bar_codes = coalesce(excluded.bar_codes, kept.bar_codes), updated_at = excluded.updated_at;

    FOR v_gained IN
        SELECT g.product_id, sum(g.added) AS added FROM unnest(p_products, v_added) AS g (product_id, added)
        WHERE g.added > 0 GROUP BY g.product_id
    LOOP
        UPDATE product SET entries = entries + v_gained.added, has_stock = true
        WHERE merchant_id = p_merchant AND product_id = v_gained.product_id;
    END LOOP;
    IF cardinality(v_first) > 0 THEN
        -- blocks in the order of their ids, again for the sake of those who come at the same time
        FOR v_block IN
            SELECT block.first_id, count(*) AS gained
            FROM unnest(v_first) AS first_stock (product_id)
            CROSS JOIN LATERAL (SELECT b.first_id FROM product_block b
                                WHERE b.merchant_id = p_merchant AND b.first_id <= first_stock.product_id
                                ORDER BY b.first_id DESC LIMIT 1) block
            GROUP BY block.first_id
            ORDER BY block.first_id
        LOOP
            UPDATE product_block SET with_stock = with_stock + v_block.gained
            WHERE merchant_id = p_merchant AND first_id = v_block.first_id;
        END LOOP;
    END IF;
    outcome := 'created';
    -- what is left of the interval after this work, so that a caller who waits that long is neither early nor late
    wait_millis := greatest(1, ceil(extract(epoch FROM v_now + v_interval - clock_timestamp()) * 1000));
END $$;
