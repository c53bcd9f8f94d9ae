-- Writes may refer to products by item number. The server looks up the ids before it takes a turn, and these functions
-- look the numbers up again under the locks of the write.

-- Fails, which rolls the write back, if an item number refers to another product than before the write, or had none
-- (NULL) and has one now. The server then looks the numbers up again. A write that got no turn has nothing to roll
-- back.
CREATE FUNCTION confirm_art_nos(of_merchant bigint, of_outcome text, art_nos text[], of_products integer[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    IF of_outcome NOT IN ('closed', 'contended', 'repeated') AND EXISTS (
        SELECT FROM unnest(art_nos, of_products) AS n (art_no, product_id)
        LEFT JOIN LATERAL (SELECT p.product_id FROM product p
                           WHERE p.merchant_id = of_merchant AND p.art_no = n.art_no
                           OFFSET 0) named ON true
        WHERE named.product_id IS DISTINCT FROM n.product_id) THEN
        RAISE EXCEPTION 'an item number names another product by now' USING ERRCODE = 'SR001';
    END IF;
END $$;

-- Refuses a write with unknown item numbers: takes the turn and stores the result with the key. p_places are the
-- positions of the unknown ones in the request. The outcome is 'unnamed' or one of take_turn's.
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
    PERFORM confirm_art_nos(p_merchant, outcome, p_art_nos, p_products);
    places := p_places;
    count := cardinality(p_places);
    outcome := keep_answer(p_merchant, ROW(p_account, p_application, NULL, NULL, p_request, p_reference, p_key, p_request_hash,
                                           v_turn.taken_at)::write_attempt,
                           'unnamed', of_places => places, of_count => count);
END $$;
