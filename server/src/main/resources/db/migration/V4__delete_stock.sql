-- Deletes stock in one round trip: takes the turn, removes existing entries and records them. p_products, p_colours and
-- p_sizes name a colour in each element, with its sizes as the text of an array, or NULL for all. A missing colour or
-- size is no error. p_art_nos is as in create_stock.
--
-- The outcome is one of take_turn's, 'deleted', 'checked' (a dry run), 'missing' (products do not exist) or 'large'
-- (more entries than p_most_entries).
CREATE FUNCTION delete_stock(
    p_merchant bigint, p_account bigint, p_application bigint, p_interval_millis bigint, p_dry_run boolean,
    p_products integer[], p_art_nos text[], p_colours text[], p_sizes text[], p_most_entries integer,
    p_request text, p_reference text, p_key text, p_request_hash bytea,
    OUT outcome text, OUT wait_millis bigint, OUT push bigint, OUT products integer[], OUT count integer)
LANGUAGE plpgsql AS $$
DECLARE
    v_attempt write_attempt;
    v_turn    record;
    v_orders  colour_order[];
BEGIN
    v_turn := take_turn(p_merchant, p_account, p_application, p_interval_millis, p_key);
    outcome := v_turn.outcome;
    wait_millis := v_turn.wait_millis;
    IF outcome <> 'taken' THEN
        RETURN;
    END IF;
    v_attempt := ROW(p_account, p_application, NULL, 'delete', p_request, p_reference, p_key, p_request_hash,
                     v_turn.taken_at)::write_attempt;
    products := lock_products(p_merchant, p_products, p_art_nos);
    IF products IS NOT NULL THEN
        outcome := keep_answer(p_merchant, v_attempt, 'missing', of_products => products);
        RETURN;
    END IF;
    SELECT array_agg(ROW(e.product_id, e.colour, e.sizes, array_fill(NULL::integer, ARRAY[cardinality(e.sizes)]), NULL, NULL,
                         NULL)::colour_order ORDER BY e.product_id, e.colour),
           coalesce(sum(cardinality(e.sizes)), 0)
    INTO v_orders, count
    FROM (SELECT g.product_id, g.colour, array_agg(DISTINCT size) AS sizes
          FROM unnest(p_products, p_colours, p_sizes) AS g (product_id, colour, sizes)
          CROSS JOIN LATERAL (SELECT s.sizes FROM stock s
                              WHERE s.merchant_id = p_merchant AND s.product_id = g.product_id AND s.colour = g.colour
                              OFFSET 0) k
          CROSS JOIN LATERAL unnest(k.sizes) AS size
          WHERE g.sizes IS NULL OR size = ANY (g.sizes::smallint[])
          GROUP BY g.product_id, g.colour) e;
    IF count > p_most_entries THEN
        outcome := keep_answer(p_merchant, v_attempt, 'large', of_count => count);
        RETURN;
    END IF;
    IF p_dry_run THEN
        outcome := 'checked';
        RETURN;
    END IF;
    push := write_orders(p_merchant, v_attempt, v_orders);
    outcome := keep_answer(p_merchant, v_attempt, 'deleted', of_push => push);
    wait_millis := rest_of_turn(v_turn.taken_at, p_interval_millis);
END $$;
