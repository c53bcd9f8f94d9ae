-- Delete stock in one round trip: take the caller's turn, remove the entries there are, write down what they were. Each
-- element of p_products/p_colours/p_sizes names a colour and, as the text of an array, its sizes, or NULL for all of them.
-- A colour or size that is not there is no error.
--
-- The outcome is 'deleted', 'checked' (a dry run), 'missing' (products), 'large' (more entries than p_most_entries), or one
-- of take_turn's.
CREATE FUNCTION delete_stock(
    p_merchant bigint, p_account bigint, p_application bigint, p_interval_millis bigint, p_dry_run boolean,
    p_products integer[], p_colours text[], p_sizes text[], p_most_entries integer,
    p_request text, p_reference text, p_key text, p_request_hash bytea,
    OUT outcome text, OUT wait_millis bigint, OUT push bigint, OUT products integer[], OUT count integer)
LANGUAGE plpgsql AS $$
DECLARE
    v_now      timestamptz;
    v_known    integer[];
    v_products integer[];
    v_colours  text[];
    v_sizes    smallint[];
BEGIN
    SELECT t.outcome, t.wait_millis, t.taken_at INTO outcome, wait_millis, v_now
    FROM take_turn(p_merchant, p_account, p_application, p_interval_millis, p_key) t;
    IF outcome <> 'taken' THEN
        RETURN;
    END IF;
    SELECT coalesce(array_agg(locked.product_id), '{}') INTO v_known
    FROM (SELECT DISTINCT named.product_id FROM unnest(p_products) AS named (product_id) ORDER BY 1) asked
    CROSS JOIN LATERAL (SELECT p.product_id FROM product p
                        WHERE p.merchant_id = p_merchant AND p.product_id = asked.product_id
                        FOR NO KEY UPDATE) locked;
    SELECT array_agg(DISTINCT asked ORDER BY asked) INTO products FROM unnest(p_products) asked
    WHERE asked <> ALL (v_known);
    IF products IS NOT NULL THEN
        outcome := keep_refusal(p_merchant, p_account, p_application, p_key, p_request_hash, v_now, 'missing', products);
        RETURN;
    END IF;
    SELECT coalesce(array_agg(e.product_id), '{}'), coalesce(array_agg(e.colour), '{}'), coalesce(array_agg(e.size), '{}')
    INTO v_products, v_colours, v_sizes
    FROM (SELECT DISTINCT g.product_id, g.colour, size
          FROM unnest(p_products, p_colours, p_sizes) AS g (product_id, colour, sizes)
          CROSS JOIN LATERAL (SELECT s.sizes FROM stock s
                              WHERE s.merchant_id = p_merchant AND s.product_id = g.product_id AND s.colour = g.colour
                              OFFSET 0) k
          CROSS JOIN LATERAL unnest(k.sizes) AS size
          WHERE g.sizes IS NULL OR size = ANY (g.sizes::smallint[])) e;
    count := cardinality(v_products);
    IF count > p_most_entries THEN
        outcome := keep_refusal(p_merchant, p_account, p_application, p_key, p_request_hash, v_now, 'large',
                                of_count => count);
        RETURN;
    END IF;
    IF p_dry_run THEN
        outcome := 'checked';
        RETURN;
    END IF;
    push := write_entries(p_merchant, p_account, p_application, NULL, 'delete', p_request, p_reference, v_products, v_colours,
                          v_sizes, array_fill(NULL::integer, ARRAY[count]), array_fill(NULL::text, ARRAY[count]));
    IF p_key IS NOT NULL THEN
        INSERT INTO idempotency_key (merchant_id, application_id, account_id, key, request_hash, push, created_at)
        VALUES (p_merchant, p_application, p_account, p_key, p_request_hash, push, v_now);
    END IF;
    outcome := 'deleted';
    wait_millis := rest_of_turn(v_now, p_interval_millis);
END $$;
