-- Finds a merchant's products by bar codes alone, as scanners know nothing else. A row for each product that has a code,
-- written and deleted in the transaction that gives or takes it, while the product is locked. A write that brings no bar code
-- does not touch it (docs/decisions/0029). No foreign key: what deletes a product deletes its codes.
CREATE TABLE product_bar_code (
    merchant_id bigint           NOT NULL,
    bar_code    text COLLATE "C" NOT NULL,
    product_id  integer          NOT NULL,
    PRIMARY KEY (merchant_id, bar_code, product_id)
);
COMMENT ON TABLE product_bar_code IS 'which products of a merchant have an entry with a bar code, in whatever colour and size';

-- Keeps product_bar_code as the stock will be once these rows are written. A code that a colour loses stays where another
-- colour of the product has it.
CREATE FUNCTION index_bar_codes(of_merchant bigint, writes colour_write[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    v_known record; -- the codes that these colours have now, and their products
    v_lost  record;
BEGIN
    SELECT array_agg(w.product_id) AS products, array_agg(c.code) AS codes INTO v_known
    FROM unnest(writes) w
    CROSS JOIN LATERAL (SELECT s.bar_codes FROM stock s
                        WHERE s.merchant_id = of_merchant AND s.product_id = w.product_id AND s.colour = w.colour
                        OFFSET 0) k
    CROSS JOIN LATERAL unnest(k.bar_codes) AS c (code)
    WHERE c.code IS NOT NULL;
    INSERT INTO product_bar_code (merchant_id, bar_code, product_id)
    SELECT of_merchant, g.code, g.product_id
    FROM (SELECT w.product_id, c.code FROM unnest(writes) w CROSS JOIN LATERAL unnest(w.bar_codes) AS c (code)
          WHERE c.code IS NOT NULL
          EXCEPT
          SELECT k.product_id, k.code FROM unnest(v_known.products, v_known.codes) AS k (product_id, code)) g
    ON CONFLICT DO NOTHING;
    FOR v_lost IN
        WITH lost AS (
            SELECT k.product_id, k.code FROM unnest(v_known.products, v_known.codes) AS k (product_id, code)
            EXCEPT
            SELECT w.product_id, c.code FROM unnest(writes) w CROSS JOIN LATERAL unnest(w.bar_codes) AS c (code))
        SELECT l.product_id, l.code FROM lost l
        EXCEPT
        SELECT p.product_id, c.code
        FROM (SELECT DISTINCT l.product_id FROM lost l) p
        CROSS JOIN LATERAL (SELECT s.colour, s.bar_codes FROM stock s
                            WHERE s.merchant_id = of_merchant AND s.product_id = p.product_id
                            OFFSET 0) k
        CROSS JOIN LATERAL unnest(k.bar_codes) AS c (code)
        WHERE NOT EXISTS (SELECT FROM unnest(writes) w WHERE w.product_id = p.product_id AND w.colour = k.colour)
    LOOP
        DELETE FROM product_bar_code
        WHERE merchant_id = of_merchant AND bar_code = v_lost.code AND product_id = v_lost.product_id;
    END LOOP;
END $$;

-- From here on functions that there are, with the call of index_bar_codes. Servers of the version before call them, too: what
-- they write must be found as well.

-- also for the version before
CREATE OR REPLACE FUNCTION write_orders(of_merchant bigint, attempt write_attempt, orders colour_order[]) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
    v_compared record := compare_stock(of_merchant, orders);
BEGIN
    PERFORM index_bar_codes(of_merchant, v_compared.writes);
    RETURN merge_stock(of_merchant, attempt, v_compared.writes, v_compared.resizes);
END $$;

-- also for the version before
CREATE OR REPLACE FUNCTION set_colour(
    of_merchant bigint, attempt write_attempt, dry_run boolean, of_product integer, of_colour text, of_sizes smallint[],
    of_quantities integer[], of_bar_codes text[], expected integer[], deltas boolean[],
    OUT outcome text, OUT push bigint, OUT places integer[], OUT stocks integer[])
LANGUAGE plpgsql AS $$
DECLARE
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
    PERFORM FROM product p WHERE p.merchant_id = of_merchant AND p.product_id = of_product FOR NO KEY UPDATE;
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

-- also for the version before
CREATE OR REPLACE FUNCTION create_stock(
    p_merchant bigint, p_account bigint, p_application bigint, p_interval_millis bigint, p_dry_run boolean,
    p_products integer[], p_colours text[], p_from integer[], p_to integer[],
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
        v_short := set_colour(p_merchant, v_attempt, p_dry_run, p_products[1], p_colours[1], p_sizes, p_quantities,
                              p_bar_codes[1]::text[], p_expected, p_deltas);
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

    -- everything is compared and checked before the first row is written
    products := lock_products(p_merchant, p_products);
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
