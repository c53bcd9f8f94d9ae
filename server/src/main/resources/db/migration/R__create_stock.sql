-- Create stock in one round trip: take the caller's turn, see that the products exist, set the entries.
-- Distributed on p_merchant, it runs as a whole where that merchant's rows are.
--
-- Colour groups come as p_products/p_colours (one element a group), entries as p_groups/p_sizes/… where p_groups[i] is the
-- 1-based group of entry i. The outcome is 'created', 'checked' (a dry run), 'closed' (not the caller's turn), 'contended'
-- (the same, but the winner is still at work, so that nobody can say yet how long), 'missing' (products), 'crowded'
-- (products with too many colours) or 'full' (products with too many entries). The turn is taken by every outcome but
-- 'closed' and 'contended'.
CREATE OR REPLACE FUNCTION create_stock(
    p_merchant bigint, p_account bigint, p_application bigint, p_interval_millis bigint, p_dry_run boolean,
    p_products integer[], p_colours text[],
    p_groups integer[], p_sizes integer[], p_quantities integer[], p_bar_codes text[], p_most_colours integer,
    p_most_entries integer,
    OUT outcome text, OUT wait_millis bigint, OUT products integer[])
LANGUAGE plpgsql AS $$
DECLARE
    v_now      timestamptz;
    v_admitted timestamptz;
    v_first    integer[];
    v_known    integer[];
    v_entries  integer[];
    v_colours  integer[];
    v_checked  boolean := false;
    v_added    integer[];
    v_set      record;
    v_block    record;
    v_guid     text;
    v_lowest   uuid;
    v_highest  uuid;
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

    -- From here on each product and colour is looked up by its whole key. To read all that a merchant has and pick from it
    -- costs less for most merchants, so a plan made for nobody in particular would do that, and read a million rows for
    -- the one merchant that has a million products (docs/decisions/0012).
    --
    -- Products are locked in the order of their ids, so that two applications of one merchant wait for each other
    -- instead of deadlocking, and colours get their numbers one request at a time.
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

    -- the number of each group's colour; colours that are not there yet are added, and looked up once more
    LOOP
        SELECT array_agg((SELECT c.colour_no FROM colour c
                          WHERE c.merchant_id = p_merchant AND c.product_id = g.product_id AND c.name = g.name)
                         ORDER BY g.group_no)
        INTO v_colours
        FROM unnest(p_products, p_colours) WITH ORDINALITY AS g (product_id, name, group_no);

        -- everything is checked before the first row is written
        IF NOT v_checked THEN
            SELECT array_agg(asked.product_id ORDER BY asked.product_id) INTO products
            FROM (SELECT g.product_id, count(DISTINCT g.name) AS added
                  FROM unnest(p_products, p_colours, v_colours) AS g (product_id, name, colour_no)
                  WHERE g.colour_no IS NULL
                  GROUP BY g.product_id) asked
            WHERE asked.added + (SELECT count(*) FROM colour c
                                 WHERE c.merchant_id = p_merchant AND c.product_id = asked.product_id) > p_most_colours;
            IF products IS NOT NULL THEN
                outcome := 'crowded';
                RETURN;
            END IF;

            -- Those a product has are counted on its row, whose lock we hold. Only where all that is asked for would not
            -- fit is it looked up how much of it is there already.
            IF cardinality(p_sizes) + (SELECT max(entries) FROM unnest(v_entries) AS entries) > p_most_entries THEN
                SELECT array_agg(asked.product_id ORDER BY asked.product_id) INTO products
                FROM (SELECT p_products[e.group_no] AS product_id,
                             count(*) + v_entries[array_position(v_known, p_products[e.group_no])] AS entries,
                             array_agg(v_colours[e.group_no]) AS colours, array_agg(e.size) AS sizes
                      FROM unnest(p_groups, p_sizes) AS e (group_no, size)
                      GROUP BY p_products[e.group_no]) asked
                WHERE asked.entries > p_most_entries
                  AND asked.entries - (SELECT count((SELECT 1 FROM stock_entry s
                                                     WHERE s.merchant_id = p_merchant AND s.product_id = asked.product_id
                                                       AND s.colour_no = e.colour_no AND s.size = e.size))
                                       FROM unnest(asked.colours, asked.sizes) AS e (colour_no, size)) > p_most_entries;
            END IF;
            IF products IS NOT NULL THEN
                outcome := 'full';
                RETURN;
            END IF;
            IF p_dry_run THEN
                outcome := 'checked';
                RETURN;
            END IF;
            v_checked := true;
        END IF;
        EXIT WHEN array_position(v_colours, NULL) IS NULL;

        -- the highest number is read before the first colour is added: after it, the added ones would be in the way
        INSERT INTO colour (merchant_id, product_id, colour_no, name)
        SELECT p_merchant, added.product_id,
               added.highest + row_number() OVER (PARTITION BY added.product_id ORDER BY added.position),
               added.name
        FROM (SELECT g.product_id, g.name, min(g.position) AS position,
                     (SELECT coalesce(max(c.colour_no), 0) FROM colour c
                      WHERE c.merchant_id = p_merchant AND c.product_id = g.product_id) AS highest
              FROM unnest(p_products, p_colours, v_colours) WITH ORDINALITY AS g (product_id, name, colour_no, position)
              WHERE g.colour_no IS NULL
              GROUP BY g.product_id, g.name) added;
    END LOOP;

    -- An entry needs a guid before the database can see that it has one already, and 2,700 random ones take a tenth of
    -- the whole request's time. So one is drawn, and its last eight digits count the entries. Those
    -- that were there keep theirs.
    v_guid := replace(gen_random_uuid()::text, '-', '');
    v_lowest := overlay(v_guid PLACING '00000000' FROM 25);
    v_highest := overlay(v_guid PLACING 'ffffffff' FROM 25);
    v_added := array_fill(0, ARRAY[cardinality(v_known)]);
    FOR v_set IN
        INSERT INTO stock_entry AS kept (merchant_id, product_id, colour_no, size, quantity, guid, bar_code, updated_at)
        SELECT p_merchant, p_products[e.group_no], v_colours[e.group_no], e.size, e.quantity,
               overlay(v_guid PLACING lpad(to_hex(e.number), 8, '0') FROM 25)::uuid, e.bar_code, v_now
        FROM unnest(p_groups, p_sizes, p_quantities, p_bar_codes) WITH ORDINALITY
            AS e (group_no, size, quantity, bar_code, number)
        ON CONFLICT (merchant_id, product_id, colour_no, size) DO UPDATE
            SET quantity = excluded.quantity,
                bar_code = coalesce(excluded.bar_code, kept.bar_code),
                updated_at = excluded.updated_at
        RETURNING kept.product_id, kept.guid BETWEEN v_lowest AND v_highest AS is_new
    LOOP
        IF v_set.is_new THEN
            v_added[array_position(v_known, v_set.product_id)] := v_added[array_position(v_known, v_set.product_id)] + 1;
        END IF;
    END LOOP;

    FOR v_i IN 1 .. cardinality(v_known) LOOP
        IF v_added[v_i] > 0 THEN
            UPDATE product SET entries = entries + v_added[v_i], has_stock = true
            WHERE merchant_id = p_merchant AND product_id = v_known[v_i];
        END IF;
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
