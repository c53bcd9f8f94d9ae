-- Create stock in one round trip: take the caller's turn, see that the products exist, set the entries, write down what
-- changed. Distributed on p_merchant, it runs as a whole where that merchant's rows are.
--
-- Each colour of a product comes once, those of a product one after the other, as an element of
-- p_products/p_colours/p_bar_codes; its sizes, ascending, and their quantities are those from p_from to p_to of p_sizes and
-- p_quantities, and its number among the colours of its product, from 1, as often in p_colour_nos. Its bar codes are one text, which is quicker to take apart than to cut out of many: an array of one for each
-- size, with NULL where none is given and an empty text where it is to be cleared, or NULL. Where p_deltas is not NULL, it
-- says of each quantity whether it is to be added to what there is; where p_expected is not NULL, it has what must be there
-- (-1: no entry), or NULL where that does not matter.
--
-- The outcome is 'created', 'checked' (a dry run), 'closed', 'contended' or 'repeated' (see take_turn), 'missing' (products),
-- 'changed' (entries that are not as expected, or that a change would take out of bounds: places are theirs in p_sizes, stocks
-- what they are, NULL for no entry), 'crowded' (products with too many colours) or 'full' (products with too many entries).
-- The turn is taken by every outcome but the three of take_turn.
--
-- Each product and colour is looked up by its whole key. To read all that a merchant has and pick from it costs less for
-- most merchants, so a plan made for nobody in particular would do that, and read a million rows for the one merchant that
-- has a million products (docs/decisions/0012). Hence OFFSET 0, and an upsert where there is something to update.
CREATE FUNCTION create_stock(
    p_merchant bigint, p_account bigint, p_application bigint, p_interval_millis bigint, p_dry_run boolean,
    p_products integer[], p_colours text[], p_from integer[], p_to integer[],
    p_colour_nos smallint[], p_sizes smallint[], p_quantities integer[], p_bar_codes text[], p_expected integer[], p_deltas boolean[],
    p_most_colours integer, p_most_entries integer, p_request text, p_reference text, p_key text, p_request_hash bytea,
    OUT outcome text, OUT wait_millis bigint, OUT products integer[], OUT push bigint, OUT places integer[], OUT stocks integer[])
LANGUAGE plpgsql AS $$
DECLARE
    v_now      timestamptz;
    v_at       timestamptz;
    v_wanted   integer[] := p_quantities; -- what the quantities are to be
    v_first    integer[]; -- of the products, those that have no stock yet
    v_known    integer[];
    v_entries  integer[];
    v_states   text[];    -- of each colour: 'new', 'same' as it is to be, 'replaced' as a whole or 'merged' with what is there
    v_moved    boolean[]; -- and whether one of its quantities changes
    v_whole    boolean[]; -- and whether all of them do
    v_added    integer[]; -- and how many sizes it gains
    v_before   integer[]; -- of each size: its quantity as it was, NULL where there was none
    v_reduced  integer[]; -- products of which entries were deleted
    v_used_nos integer[]; -- and up to which number no new colour gets one
    v_coloured integer[]; -- products that gain colours
    v_last_nos integer[]; -- and the number of the last one they have had
    v_touched  integer[]; -- products with changes
    v_changes  integer;   -- as many, or fewer
    v_some_whole boolean; -- of the products with changes, whether all that is named of one, and of each, changes
    v_all_whole  boolean;
    v_sizes    smallint[]; -- of a single colour, as it is there
    v_quantities integer[];
    v_bar_codes text[];
    v_given    text[];
    v_place    integer;
    v_present  integer;
    v_changed  smallint[] := '{}'; -- sizes
    v_was      integer[] := '{}';
    v_is       integer[] := '{}';
    v_gained   record;
BEGIN
    SELECT t.outcome, t.wait_millis, t.taken_at INTO outcome, wait_millis, v_now
    FROM take_turn(p_merchant, p_account, p_application, p_interval_millis, p_key) t;
    IF outcome <> 'taken' THEN
        RETURN;
    END IF;

    -- Of one colour that is there with all these sizes, quantities are set one by one: what follows is made for hundreds of
    -- colours, and takes longer to start than this in all.
    IF cardinality(p_products) = 1 THEN
        PERFORM FROM product p WHERE p.merchant_id = p_merchant AND p.product_id = p_products[1] FOR NO KEY UPDATE;
        SELECT s.sizes, s.quantities, s.bar_codes INTO v_sizes, v_quantities, v_bar_codes FROM stock s
        WHERE s.merchant_id = p_merchant AND s.product_id = p_products[1] AND s.colour = p_colours[1];
    END IF;
    IF p_sizes <@ v_sizes THEN
        v_given := p_bar_codes[1];
        FOR i IN 1 .. cardinality(p_sizes) LOOP
            v_place := array_position(v_sizes, p_sizes[i]);
            v_present := v_quantities[v_place];
            IF p_deltas[i] THEN
                v_wanted[i] := v_present + p_quantities[i];
            END IF;
            IF p_expected[i] <> v_present OR v_wanted[i] NOT BETWEEN 0 AND 999999999 THEN
                places := places || i;
                stocks := stocks || v_present;
            ELSIF v_wanted[i] <> v_present THEN
                v_changed := v_changed || p_sizes[i];
                v_was := v_was || v_present;
                v_is := v_is || v_wanted[i];
                v_quantities[v_place] := v_wanted[i];
            END IF;
            IF v_given[i] IS NOT NULL THEN
                v_bar_codes := coalesce(v_bar_codes, array_fill(NULL::text, ARRAY[cardinality(v_sizes)]));
                v_bar_codes[v_place] := nullif(v_given[i], '');
            END IF;
        END LOOP;
        IF places IS NOT NULL THEN
            outcome := keep_refusal(p_merchant, p_account, p_application, p_key, p_request_hash, v_now, 'changed',
                                    of_places => places, of_stocks => stocks, of_count => cardinality(places));
            RETURN;
        END IF;
        IF p_dry_run THEN
            outcome := 'checked';
            RETURN;
        END IF;
        UPDATE stock s SET quantities = v_quantities, bar_codes = v_bar_codes, updated_at = v_now
        WHERE s.merchant_id = p_merchant AND s.product_id = p_products[1] AND s.colour = p_colours[1]
          AND (s.quantities, s.bar_codes) IS DISTINCT FROM (v_quantities, v_bar_codes);
        v_changes := cardinality(v_changed);
        v_touched := p_products;
    ELSE
        -- Products are locked in the order of their ids, so that two applications of one merchant wait for each other instead
        -- of deadlocking. Whoever holds them is alone with their stock.
        SELECT coalesce(array_agg(locked.product_id ORDER BY locked.product_id), '{}'),
               array_agg(locked.entries ORDER BY locked.product_id),
               coalesce(array_agg(locked.product_id ORDER BY locked.product_id) FILTER (WHERE NOT locked.has_stock), '{}'),
               array_agg(locked.product_id ORDER BY locked.product_id) FILTER (WHERE locked.last_colour_no > 0),
               array_agg(locked.last_colour_no ORDER BY locked.product_id) FILTER (WHERE locked.last_colour_no > 0)
        INTO v_known, v_entries, v_first, v_reduced, v_used_nos
        FROM (SELECT DISTINCT named.product_id FROM unnest(p_products) AS named (product_id) ORDER BY named.product_id) asked
        CROSS JOIN LATERAL (SELECT p.product_id, p.entries, p.has_stock, p.last_colour_no FROM product p
                            WHERE p.merchant_id = p_merchant AND p.product_id = asked.product_id
                            FOR NO KEY UPDATE) locked;
        SELECT array_agg(DISTINCT asked ORDER BY asked) INTO products FROM unnest(p_products) asked
        WHERE asked <> ALL (v_known);
        IF products IS NOT NULL THEN
            outcome := keep_refusal(p_merchant, p_account, p_application, p_key, p_request_hash, v_now, 'missing', products);
            RETURN;
        END IF;

        -- everything is compared and checked before the first row is written; what is cut out of arrays is cut out of plain
        -- copies ("flat"), since PL/pgSQL's own would be copied as a whole for each part
        IF p_expected IS NOT NULL OR p_deltas IS NOT NULL THEN
            SELECT array_agg(e.wanted ORDER BY e.place),
                   array_agg(e.place ORDER BY e.place) FILTER (WHERE e.refused),
                   array_agg(e.present ORDER BY e.place) FILTER (WHERE e.refused)
            INTO v_wanted, places, stocks
            FROM (SELECT w.*, w.wanted NOT BETWEEN 0 AND 999999999 OR w.expected <> coalesce(w.present, -1) AS refused
                  FROM (SELECT n.place, t.present, p_expected[n.place] AS expected,
                               p_quantities[n.place] + CASE WHEN p_deltas[n.place] THEN coalesce(t.present, 0) ELSE 0 END
                                   AS wanted
                        FROM unnest(p_products, p_colours, p_from, p_to) AS g (product_id, colour, first, last)
                        LEFT JOIN LATERAL (SELECT s.sizes, s.quantities FROM stock s
                                           WHERE s.merchant_id = p_merchant AND s.product_id = g.product_id
                                             AND s.colour = g.colour
                                           OFFSET 0) k ON true
                        CROSS JOIN LATERAL generate_series(g.first, g.last) AS n (place)
                        CROSS JOIN LATERAL (SELECT k.quantities[array_position(k.sizes, p_sizes[n.place])] AS present) t) w) e;
            IF places IS NOT NULL THEN
                outcome := keep_refusal(p_merchant, p_account, p_application, p_key, p_request_hash, v_now, 'changed',
                                        of_places => places, of_stocks => stocks, of_count => cardinality(places));
                RETURN;
            END IF;
        END IF;
        SELECT array_agg(d.state), array_agg(d.added), concatenation(d.before),
               array_agg(d.state <> 'same' AND d.before IS DISTINCT FROM d.quantities), array_agg(d.whole)
        INTO v_states, v_added, v_before, v_moved, v_whole
        FROM (SELECT c.state, c.quantities,
                     c.state = 'new' OR c.state <> 'same' AND c.known_sizes = c.sizes
                         AND NOT EXISTS (SELECT FROM (SELECT unnest(c.known_quantities) AS before, unnest(c.quantities) AS after
                                               OFFSET 0) e
                                         WHERE e.before = e.after) AS whole,
                     CASE
                         WHEN c.state IN ('same', 'new') OR c.known_sizes = c.sizes THEN 0
                         ELSE (SELECT count(*) FROM unnest(c.sizes) AS size WHERE size <> ALL (c.known_sizes))::integer
                     END + CASE WHEN c.state = 'new' THEN cardinality(c.sizes) ELSE 0 END AS added,
                     CASE
                         WHEN c.state = 'same' THEN c.quantities
                         WHEN c.state = 'new' THEN array_fill(NULL::integer, ARRAY[cardinality(c.sizes)])
                         WHEN c.known_sizes = c.sizes THEN c.known_quantities
                         ELSE (SELECT array_agg(c.known_quantities[array_position(c.known_sizes, size)])
                               FROM unnest(c.sizes) AS size)
                     END AS before
              FROM (SELECT a.no, a.sizes, a.quantities, k.sizes AS known_sizes, k.quantities AS known_quantities,
                           CASE
                               WHEN k.sizes IS NULL THEN 'new'
                               WHEN k.sizes = a.sizes AND k.quantities = a.quantities
                                    AND (a.bar_codes IS NULL OR a.bar_codes = k.bar_codes) THEN 'same'
                               WHEN k.sizes = a.sizes AND array_position(a.bar_codes, NULL) IS NULL
                                    AND array_position(a.bar_codes, '') IS NULL THEN 'replaced'
                               WHEN EXISTS (SELECT FROM unnest(a.sizes, a.quantities, a.bar_codes) AS e (size, quantity, bar_code)
                                            WHERE k.quantities[array_position(k.sizes, e.size)] IS DISTINCT FROM e.quantity
                                               OR e.bar_code IS NOT NULL
                                                  AND k.bar_codes[array_position(k.sizes, e.size)]
                                                      IS DISTINCT FROM nullif(e.bar_code, '')) THEN 'merged'
                               ELSE 'same'
                           END AS state
                    FROM (SELECT g.no, g.product_id, g.colour, g.bar_codes::text[] AS bar_codes,
                                 flat.sizes[g.first:g.last] AS sizes, flat.quantities[g.first:g.last] AS quantities
                          FROM (SELECT p_sizes || '{}'::smallint[] AS sizes, v_wanted || '{}'::integer[] AS quantities
                                OFFSET 0) flat
                          CROSS JOIN unnest(p_products, p_colours, p_from, p_to, p_bar_codes) WITH ORDINALITY
                              AS g (product_id, colour, first, last, bar_codes, no)
                          OFFSET 0) a
                    LEFT JOIN LATERAL (SELECT s.sizes, s.quantities, s.bar_codes FROM stock s
                                       WHERE s.merchant_id = p_merchant AND s.product_id = a.product_id
                                         AND s.colour = a.colour
                                       OFFSET 0) k ON true
                    OFFSET 0) c
              ORDER BY c.no) d;
        IF 'new' = ANY (v_states) THEN
            SELECT array_agg(asked.product_id ORDER BY asked.product_id)
                       FILTER (WHERE asked.added + there.colours > p_most_colours),
                   array_agg(asked.product_id),
                   array_agg(greatest(there.last_no, v_used_nos[array_position(v_reduced, asked.product_id)]))
            INTO products, v_coloured, v_last_nos
            FROM (SELECT g.product_id, count(*) AS added FROM unnest(p_products, v_states) AS g (product_id, state)
                  WHERE g.state = 'new' GROUP BY g.product_id) asked
            CROSS JOIN LATERAL (SELECT count(*) AS colours, coalesce(max(s.colour_no), 0) AS last_no FROM stock s
                                WHERE s.merchant_id = p_merchant AND s.product_id = asked.product_id) there;
            IF products IS NOT NULL THEN
                outcome := keep_refusal(p_merchant, p_account, p_application, p_key, p_request_hash, v_now, 'crowded', products);
                RETURN;
            END IF;
        END IF;
        IF 0 < ANY (v_added) THEN
            SELECT array_agg(gained.product_id ORDER BY gained.product_id) INTO products
            FROM (SELECT g.product_id, sum(g.added) AS added FROM unnest(p_products, v_added) AS g (product_id, added)
                  WHERE g.added > 0 GROUP BY g.product_id) gained
            WHERE gained.added + v_entries[array_position(v_known, gained.product_id)] > p_most_entries;
            IF products IS NOT NULL THEN
                outcome := keep_refusal(p_merchant, p_account, p_application, p_key, p_request_hash, v_now, 'full', products);
                RETURN;
            END IF;
        END IF;
        IF p_dry_run THEN
            outcome := 'checked';
            RETURN;
        END IF;

        -- of what is all as it was, these would take a fifth of the time to find nothing
        IF 'same' <> ANY (v_states) THEN
            INSERT INTO stock AS kept (merchant_id, product_id, colour_no, colour, sizes, quantities, bar_codes, updated_at)
            SELECT p_merchant, a.product_id,
                   coalesce(v_last_nos[array_position(v_coloured, a.product_id)], 0)
                       + row_number() OVER (PARTITION BY a.product_id, a.state = 'new' ORDER BY a.no),
                   a.colour, written.sizes, written.quantities, written.bar_codes, v_now
            FROM (SELECT g.no, g.product_id, g.colour, g.state, g.bar_codes::text[] AS bar_codes,
                         flat.sizes[g.first:g.last] AS sizes, flat.quantities[g.first:g.last] AS quantities
                  FROM (SELECT p_sizes || '{}'::smallint[] AS sizes, v_wanted || '{}'::integer[] AS quantities OFFSET 0) flat
                  CROSS JOIN unnest(p_products, p_colours, p_from, p_to, p_bar_codes, v_states) WITH ORDINALITY
                      AS g (product_id, colour, first, last, bar_codes, state, no)
                  WHERE g.state <> 'same'
                  OFFSET 0) a
            LEFT JOIN LATERAL (SELECT s.sizes, s.quantities, s.bar_codes FROM stock s
                               WHERE a.state = 'merged'
                                 AND s.merchant_id = p_merchant AND s.product_id = a.product_id AND s.colour = a.colour
                               OFFSET 0) k ON true
            CROSS JOIN LATERAL (
                SELECT a.sizes, a.quantities, array_replace(a.bar_codes, '', NULL) AS bar_codes WHERE a.state <> 'merged'
                UNION ALL
                -- an array of NULLs where the last bar code is cleared: NULL would keep it
                SELECT array_agg(m.size ORDER BY m.size), array_agg(m.quantity ORDER BY m.size),
                       CASE WHEN count(m.bar_code) > 0 OR k.bar_codes IS NOT NULL
                            THEN array_agg(nullif(m.bar_code, '') ORDER BY m.size) END
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
                PERFORM count_products_with_stock(p_merchant, v_first, array_fill(1, ARRAY[cardinality(v_first)]));
            END IF;

            SELECT array_agg(t.product_id ORDER BY t.product_id), sum(t.changes), bool_or(t.whole), bool_and(t.whole)
            INTO v_touched, v_changes, v_some_whole, v_all_whole
            FROM (SELECT g.product_id, sum(g.last - g.first + 1) FILTER (WHERE g.moved) AS changes, bool_and(g.whole) AS whole
                  FROM unnest(p_products, p_from, p_to, v_moved, v_whole) AS g (product_id, first, last, moved, whole)
                  GROUP BY g.product_id
                  HAVING bool_or(g.moved)) t;
        END IF;
    END IF;

    IF v_changes > 0 THEN
        SELECT n.number, n.at INTO push, v_at FROM next_push(p_merchant) n;
        INSERT INTO stock_push
            (merchant_id, push, at, application_id, account_id, entries, kind, request_id, products, reference)
        VALUES (p_merchant, push, v_at, nullif(p_application, 0), CASE WHEN p_application <> 0 THEN p_account END,
                v_changes, 'create', p_request, v_touched, p_reference);
        IF v_moved IS NULL THEN
            INSERT INTO stock_change (merchant_id, at, push, product_id, colours, colour_nos, sizes, before, after)
            VALUES (p_merchant, v_at, push, p_products[1], p_colours,
                    array_fill(1::smallint, ARRAY[v_changes]), v_changed, v_was, v_is);
        END IF;
        IF v_some_whole THEN
            -- what changes as a whole is copied as a whole: to take each entry apart takes several times as long
            INSERT INTO stock_change (merchant_id, at, push, product_id, colours, colour_nos, sizes, before, after)
            SELECT p_merchant, v_at, push, w.product_id, p_colours[w.first_no:w.last_no], flat.colour_nos[w.first:w.last],
                   flat.sizes[w.first:w.last], flat.before[w.first:w.last], flat.quantities[w.first:w.last]
            FROM (SELECT g.product_id, min(g.no) AS first_no, max(g.no) AS last_no, min(g.first) AS first, max(g.last) AS last
                  FROM unnest(p_products, p_from, p_to, v_whole) WITH ORDINALITY AS g (product_id, first, last, whole, no)
                  GROUP BY g.product_id
                  HAVING bool_and(g.whole)) w
            CROSS JOIN (SELECT p_colour_nos || '{}'::smallint[] AS colour_nos, p_sizes || '{}'::smallint[] AS sizes,
                               v_before || '{}'::integer[] AS before, v_wanted || '{}'::integer[] AS quantities OFFSET 0) flat;
        END IF;
        IF NOT v_all_whole THEN
            INSERT INTO stock_change (merchant_id, at, push, product_id, colours, colour_nos, sizes, before, after)
            SELECT p_merchant, v_at, push, g.product_id, p_colours[min(g.no - e.colour_no) + 1:max(g.no)],
                   array_agg(e.colour_no), array_agg(e.size), array_agg(e.before), array_agg(e.after)
            FROM (SELECT *, bool_and(c.whole) OVER (PARTITION BY c.product_id) AS as_a_whole
                  FROM unnest(p_products, p_from, p_to, v_moved, v_whole) WITH ORDINALITY
                      AS c (product_id, first, last, moved, whole, no)) g
            CROSS JOIN (SELECT p_colour_nos || '{}'::smallint[] AS colour_nos, p_sizes || '{}'::smallint[] AS sizes,
                               v_before || '{}'::integer[] AS before, v_wanted || '{}'::integer[] AS quantities OFFSET 0) flat
            CROSS JOIN LATERAL unnest(flat.colour_nos[g.first:g.last], flat.sizes[g.first:g.last],
                                      flat.before[g.first:g.last], flat.quantities[g.first:g.last])
                AS e (colour_no, size, before, after)
            WHERE g.moved AND NOT g.as_a_whole AND e.before IS DISTINCT FROM e.after
            GROUP BY g.product_id;
        END IF;
    END IF;
    IF p_key IS NOT NULL THEN
        INSERT INTO idempotency_key (merchant_id, application_id, account_id, key, request_hash, push, created_at)
        VALUES (p_merchant, p_application, p_account, p_key, p_request_hash, push, v_now);
    END IF;
    outcome := 'created';
    wait_millis := rest_of_turn(v_now, p_interval_millis);
END $$;
