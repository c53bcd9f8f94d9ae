-- Steps that only create_stock needs. Their parameters have the meaning of those of create_stock.

-- Returns an order for each colour of the request. Arrays are sliced from plain copies ("flat"), because PL/pgSQL would
-- copy its own arrays as a whole for each slice.
CREATE FUNCTION read_orders(
    of_products integer[], of_colours text[], firsts integer[], lasts integer[], of_sizes smallint[],
    of_quantities integer[], of_bar_codes text[])
RETURNS colour_order[]
LANGUAGE plpgsql AS $$
BEGIN
    RETURN (SELECT array_agg(ROW(g.product_id, g.colour, flat.sizes[g.first:g.last], flat.quantities[g.first:g.last],
                                 g.bar_codes::text[], NULL, NULL)::colour_order)
            FROM (SELECT of_sizes || '{}'::smallint[] AS sizes, of_quantities || '{}'::integer[] AS quantities OFFSET 0) flat
            CROSS JOIN unnest(of_products, of_colours, firsts, lasts, of_bar_codes)
                AS g (product_id, colour, first, last, bar_codes));
END $$;

-- Returns the new quantities where some are changes to present ones. Also returns the places and present stock of
-- entries that differ from expected or would be out of bounds.
CREATE FUNCTION resolve_quantities(
    of_merchant bigint, of_products integer[], of_colours text[], firsts integer[], lasts integer[], of_sizes smallint[],
    of_quantities integer[], expected integer[], deltas boolean[],
    OUT wanted integer[], OUT places integer[], OUT stocks integer[])
LANGUAGE plpgsql AS $$
BEGIN
    SELECT array_agg(e.wanted ORDER BY e.place),
           array_agg(e.place ORDER BY e.place) FILTER (WHERE e.refused),
           array_agg(e.present ORDER BY e.place) FILTER (WHERE e.refused)
    INTO wanted, places, stocks
    FROM (SELECT w.*, w.wanted NOT BETWEEN 0 AND 999999999 OR w.must_be <> coalesce(w.present, -1) AS refused
          FROM (SELECT n.place, t.present, expected[n.place] AS must_be,
                       of_quantities[n.place] + CASE WHEN deltas[n.place] THEN coalesce(t.present, 0) ELSE 0 END AS wanted
                FROM unnest(of_products, of_colours, firsts, lasts) AS g (product_id, colour, first, last)
                LEFT JOIN LATERAL (SELECT s.sizes, s.quantities FROM stock s
                                   WHERE s.merchant_id = of_merchant AND s.product_id = g.product_id
                                     AND s.colour = g.colour
                                   OFFSET 0) k ON true
                CROSS JOIN LATERAL generate_series(g.first, g.last) AS n (place)
                CROSS JOIN LATERAL (SELECT k.quantities[array_position(k.sizes, of_sizes[n.place])] AS present) t) w) e;
END $$;

-- Writes a single colour that has all of these sizes already, in less time than the general steps take to start. It
-- locks the product. The outcome is NULL if the colour does not qualify, and the general steps follow.
CREATE FUNCTION set_colour(
    of_merchant bigint, attempt write_attempt, dry_run boolean, of_product integer, of_art_no text, of_colour text,
    of_sizes smallint[], of_quantities integer[], of_bar_codes text[], expected integer[], deltas boolean[],
    OUT outcome text, OUT push bigint, OUT places integer[], OUT stocks integer[])
LANGUAGE plpgsql AS $$
DECLARE
    v_art_no     text;
    v_sizes      smallint[];
    v_quantities integer[];
    v_known      text[];
    v_bar_codes  text[];
    v_place      integer;
    v_present    integer;
    v_wanted     integer;
    v_changed    smallint[];
    v_before     integer[];
    v_after      integer[];
BEGIN
    SELECT p.art_no INTO v_art_no FROM product p WHERE p.merchant_id = of_merchant AND p.product_id = of_product
    FOR NO KEY UPDATE;
    IF of_art_no <> v_art_no THEN
        PERFORM refuse_moved();
    END IF;
    SELECT s.sizes, s.quantities, s.bar_codes INTO v_sizes, v_quantities, v_known FROM stock s
    WHERE s.merchant_id = of_merchant AND s.product_id = of_product AND s.colour = of_colour;
    IF NOT FOUND OR NOT of_sizes <@ v_sizes THEN
        RETURN;
    END IF;
    v_bar_codes := v_known;
    FOR i IN 1 .. cardinality(of_sizes) LOOP
        v_place := array_position(v_sizes, of_sizes[i]);
        v_present := v_quantities[v_place];
        v_wanted := of_quantities[i] + CASE WHEN deltas[i] THEN v_present ELSE 0 END;
        IF expected[i] <> v_present OR v_wanted NOT BETWEEN 0 AND 999999999 THEN
            places := places || i;
            stocks := stocks || v_present;
        ELSIF v_wanted <> v_present THEN
            v_changed := v_changed || of_sizes[i];
            v_before := v_before || v_present;
            v_after := v_after || v_wanted;
            v_quantities[v_place] := v_wanted;
        END IF;
        IF of_bar_codes[i] IS NOT NULL THEN
            v_bar_codes := coalesce(v_bar_codes, array_fill(NULL::text, ARRAY[cardinality(v_sizes)]));
            v_bar_codes[v_place] := nullif(of_bar_codes[i], '');
        END IF;
    END LOOP;
    IF places IS NOT NULL THEN
        outcome := keep_answer(of_merchant, attempt, 'changed', of_places => places, of_stocks => stocks,
                               of_count => cardinality(places));
        RETURN;
    END IF;
    IF dry_run THEN
        outcome := 'checked';
        RETURN;
    END IF;
    IF v_bar_codes IS DISTINCT FROM v_known THEN
        PERFORM index_bar_codes(of_merchant, ARRAY[ROW(of_product, of_colour, NULL, NULL, NULL, NULL, v_bar_codes, false, 0,
                                                       NULL, NULL, NULL, NULL)::colour_write]);
    END IF;
    UPDATE stock s SET quantities = v_quantities, bar_codes = v_bar_codes, updated_at = attempt.at
    WHERE s.merchant_id = of_merchant AND s.product_id = of_product AND s.colour = of_colour
      AND (s.quantities, s.bar_codes) IS DISTINCT FROM (v_quantities, v_bar_codes);
    IF v_changed IS NOT NULL THEN
        push := record_push(of_merchant, attempt, ARRAY[ROW(of_product, of_colour, NULL, NULL, NULL, NULL, NULL, false, 0,
                                                            v_changed, v_before, v_after, NULL)::colour_write]);
    END IF;
    outcome := keep_answer(of_merchant, attempt, 'created', of_push => push);
END $$;

-- Returns the products that would have too many colours or too many entries, and which of the two. A product that has
-- too many already is refused only if it gains more.
CREATE FUNCTION check_room(
    of_merchant bigint, writes colour_write[], most_colours integer, most_entries integer,
    OUT refusal text, OUT products integer[])
LANGUAGE plpgsql AS $$
DECLARE
    v_crowded integer[];
    v_full    integer[];
BEGIN
    SELECT array_agg(g.product_id ORDER BY g.product_id)
               FILTER (WHERE g.colours > 0 AND g.colours + there.colours > most_colours),
           array_agg(g.product_id ORDER BY g.product_id) FILTER (WHERE g.entries + there.entries > most_entries)
    INTO v_crowded, v_full
    FROM (SELECT w.product_id, sum(w.gained) AS entries, count(*) FILTER (WHERE w.is_new) AS colours
          FROM unnest(writes) w
          WHERE w.gained > 0
          GROUP BY w.product_id) g
    CROSS JOIN LATERAL (SELECT count(*) AS colours, coalesce(sum(cardinality(s.sizes)), 0) AS entries FROM stock s
                        WHERE s.merchant_id = of_merchant AND s.product_id = g.product_id) there;
    products := coalesce(v_crowded, v_full);
    refusal := CASE WHEN v_crowded IS NOT NULL THEN 'crowded' WHEN v_full IS NOT NULL THEN 'full' END;
END $$;

-- Numbers new colours in order, above all numbers that colours of their product have or had.
CREATE FUNCTION number_colours(of_merchant bigint, writes colour_write[]) RETURNS colour_write[]
LANGUAGE plpgsql AS $$
DECLARE
    v_products integer[];
    v_last_nos integer[];
BEGIN
    SELECT array_agg(n.product_id), array_agg(greatest(p.last_colour_no, there.last_no, 0)) INTO v_products, v_last_nos
    FROM (SELECT DISTINCT w.product_id FROM unnest(writes) w WHERE w.is_new) n
    CROSS JOIN LATERAL (SELECT p.last_colour_no FROM product p
                        WHERE p.merchant_id = of_merchant AND p.product_id = n.product_id OFFSET 0) p
    CROSS JOIN LATERAL (SELECT max(s.colour_no) AS last_no FROM stock s
                        WHERE s.merchant_id = of_merchant AND s.product_id = n.product_id) there;
    IF v_products IS NULL THEN
        RETURN writes;
    END IF;
    RETURN (SELECT array_agg(ROW(w.product_id, w.colour, coalesce(w.colour_no,
                                     v_last_nos[array_position(v_products, w.product_id)] + w.new_no),
                                 w.image, w.sizes, w.quantities, w.bar_codes, w.is_new, w.gained,
                                 w.changed, w.before, w.after, w.removed_codes)::colour_write ORDER BY w.nth)
            FROM (SELECT *, row_number() OVER (PARTITION BY u.product_id, u.is_new ORDER BY u.nth) AS new_no
                  FROM unnest(writes) WITH ORDINALITY
                      AS u (product_id, colour, colour_no, image, sizes, quantities, bar_codes, is_new, gained,
                            changed, before, after, removed_codes, nth)) w);
END $$;

-- Creates stock in one round trip: takes the turn, checks that the products exist, sets the entries and records the
-- changes. It is distributed by p_merchant and runs where the rows of that merchant are.
--
-- Each colour of a product appears once, as an element of p_products, p_colours and p_bar_codes. Its sizes, ascending,
-- and quantities are the elements p_from to p_to of p_sizes and p_quantities. Its bar codes are the text of an array,
-- which is faster than a slice of a large array: an element per size, with NULL for no change and an empty text to
-- remove the code. The text is NULL if there are none. p_deltas, if not NULL, says for each quantity whether it is
-- added to the present one. p_expected, if not NULL, has the required quantity of each entry: -1 if it must not exist,
-- NULL for any. p_art_nos, if not NULL, has the item number of each colour whose product the request names by it; the
-- write is rolled back if the product has another one by now.
--
-- The outcome is one of take_turn's, 'created', 'checked' (a dry run), 'missing' (products do not exist), 'crowded'
-- (products with too many colours), 'full' (products with too many entries) or 'changed' (entries differ from what is
-- expected or would be out of bounds: places are positions in p_sizes, stocks their quantities, NULL without an entry).
-- Every outcome but 'closed', 'contended' and 'repeated' takes the turn.
CREATE FUNCTION create_stock(
    p_merchant bigint, p_account bigint, p_application bigint, p_interval_millis bigint, p_dry_run boolean,
    p_products integer[], p_art_nos text[], p_colours text[], p_from integer[], p_to integer[],
    p_sizes smallint[], p_quantities integer[], p_bar_codes text[], p_expected integer[], p_deltas boolean[],
    p_most_colours integer, p_most_entries integer, p_request text, p_reference text, p_key text, p_request_hash bytea,
    OUT outcome text, OUT wait_millis bigint, OUT products integer[], OUT push bigint, OUT places integer[], OUT stocks integer[])
LANGUAGE plpgsql AS $$
DECLARE
    v_attempt  write_attempt;
    v_turn     record;
    v_short    record;
    v_compared record;
    v_room     record;
    v_wanted   integer[];
BEGIN
    v_turn := take_turn(p_merchant, p_account, p_application, p_interval_millis, p_key);
    outcome := v_turn.outcome;
    wait_millis := v_turn.wait_millis;
    IF outcome <> 'taken' THEN
        RETURN;
    END IF;
    v_attempt := ROW(p_account, p_application, NULL, 'create', p_request, p_reference, p_key, p_request_hash,
                     v_turn.taken_at)::write_attempt;

    IF cardinality(p_products) = 1 THEN
        v_short := set_colour(p_merchant, v_attempt, p_dry_run, p_products[1], p_art_nos[1], p_colours[1], p_sizes,
                              p_quantities, p_bar_codes[1]::text[], p_expected, p_deltas);
        IF v_short.outcome IS NOT NULL THEN
            outcome := v_short.outcome;
            push := v_short.push;
            places := v_short.places;
            stocks := v_short.stocks;
            IF outcome = 'created' THEN
                wait_millis := rest_of_turn(v_turn.taken_at, p_interval_millis);
            END IF;
            RETURN;
        END IF;
    END IF;

    -- Everything is compared and checked before the first row is written.
    products := lock_products(p_merchant, p_products, p_art_nos);
    IF products IS NOT NULL THEN
        outcome := keep_answer(p_merchant, v_attempt, 'missing', of_products => products);
        RETURN;
    END IF;
    v_wanted := p_quantities;
    IF p_expected IS NOT NULL OR p_deltas IS NOT NULL THEN
        SELECT r.wanted, r.places, r.stocks INTO v_wanted, places, stocks
        FROM resolve_quantities(p_merchant, p_products, p_colours, p_from, p_to, p_sizes, p_quantities, p_expected,
                                p_deltas) r;
        IF places IS NOT NULL THEN
            outcome := keep_answer(p_merchant, v_attempt, 'changed', of_places => places, of_stocks => stocks,
                                   of_count => cardinality(places));
            RETURN;
        END IF;
    END IF;
    v_compared := compare_stock(p_merchant, read_orders(p_products, p_colours, p_from, p_to, p_sizes, v_wanted, p_bar_codes));
    IF v_compared.resizes THEN
        v_room := check_room(p_merchant, v_compared.writes, p_most_colours, p_most_entries);
        products := v_room.products;
        IF products IS NOT NULL THEN
            outcome := keep_answer(p_merchant, v_attempt, v_room.refusal, of_products => products);
            RETURN;
        END IF;
        v_compared.writes := number_colours(p_merchant, v_compared.writes);
    END IF;
    IF p_dry_run THEN
        outcome := 'checked';
        RETURN;
    END IF;
    IF num_nonnulls(VARIADIC p_bar_codes) > 0 THEN
        PERFORM index_bar_codes(p_merchant, v_compared.writes);
    END IF;
    push := merge_stock(p_merchant, v_attempt, v_compared.writes, v_compared.resizes);
    outcome := keep_answer(p_merchant, v_attempt, 'created', of_push => push);
    wait_millis := rest_of_turn(v_turn.taken_at, p_interval_millis);
END $$;
