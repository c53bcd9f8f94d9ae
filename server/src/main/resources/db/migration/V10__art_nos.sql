-- Refuses a write with unknown item numbers: takes the turn and stores the result with the key. p_art_nos are all item
-- numbers of the request and p_products their products as the server looked them up, NULL if there was none. p_places
-- are the positions of the unknown ones in the request. The outcome is 'unnamed' or one of take_turn's.
CREATE FUNCTION refuse_art_nos(
    p_merchant bigint, p_account bigint, p_application bigint, p_interval_millis bigint, p_dry_run boolean,
    p_art_nos text[], p_products integer[], p_places integer[],
    p_request text, p_reference text, p_key text, p_request_hash bytea,
    OUT outcome text, OUT wait_millis bigint, OUT places integer[], OUT count integer)
LANGUAGE plpgsql AS $$
DECLARE
    v_turn record;
BEGIN
    v_turn := take_turn(p_merchant, p_account, p_application, p_interval_millis, p_key);
    outcome := v_turn.outcome;
    wait_millis := v_turn.wait_millis;
    IF outcome <> 'taken' THEN
        RETURN;
    END IF;
    PERFORM refuse_moved()
    WHERE EXISTS (SELECT FROM unnest(p_art_nos, p_products) AS n (art_no, product_id)
                  LEFT JOIN LATERAL (SELECT p.product_id FROM product p
                                     WHERE p.merchant_id = p_merchant AND p.art_no = n.art_no
                                     OFFSET 0) named ON true
                  WHERE named.product_id IS DISTINCT FROM n.product_id);
    places := p_places;
    count := cardinality(p_places);
    outcome := keep_answer(p_merchant, ROW(p_account, p_application, NULL, NULL, p_request, p_reference, p_key, p_request_hash,
                                           v_turn.taken_at)::write_attempt,
                           'unnamed', of_places => places, of_count => count);
END $$;
