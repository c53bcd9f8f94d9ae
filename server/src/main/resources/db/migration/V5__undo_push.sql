-- Undo a push in one round trip: take the caller's turn, put back what the push changed and nobody has changed since, write
-- that down as a push of its own. An operator, named by p_operator, has no turn and may undo anybody's.
--
-- An entry is a conflict where its quantity is neither what the push left nor what was before it ('changed'), where its
-- product is gone ('product_deleted'), and where those that return would be too many for it ('product_full',
-- 'colours_full'). One that is as before already is left alone. With p_all, a single conflict refuses everything.
--
-- The outcome is 'undone', 'checked' (a dry run), 'unknown' (no such push of this application), 'final' (it deleted a
-- product, whoever did), 'conflict' (with p_all), or one of take_turn's. data is the JSON that callers get, with the first 100 conflicts.
CREATE FUNCTION undo_push(
    p_merchant bigint, p_account bigint, p_application bigint, p_operator text, p_interval_millis bigint, p_dry_run boolean,
    p_push bigint, p_all boolean, p_most_colours integer, p_most_entries integer,
    p_request text, p_reference text, p_key text, p_request_hash bytea,
    OUT outcome text, OUT wait_millis bigint, OUT push bigint, OUT data text)
LANGUAGE plpgsql AS $$
DECLARE
    v_now       timestamptz;
    v_at        timestamptz;
    v_kind      text;
    v_touched   integer[];
    v_known     integer[];
    v_products  integer[]; -- of each change of the push that is not as before already, as are the next ten
    v_colours   text[];
    v_sizes     smallint[];
    v_before    integer[];
    v_after     integer[];
    v_codes     text[];
    v_places    integer[];
    v_images    text[];
    v_present   integer[];
    v_returns   text[];    -- 'size' to a colour of its product, 'colour' to a product that has it no more
    v_reasons   text[];    -- of conflicts
    v_full      integer[]; -- products that would have too many entries
    v_crowded   integer[]; -- or too many colours
    v_count     integer;
BEGIN
    IF p_operator IS NULL THEN
        SELECT t.outcome, t.wait_millis, t.taken_at INTO outcome, wait_millis, v_now
        FROM take_turn(p_merchant, p_account, p_application, p_interval_millis, p_key) t;
        IF outcome <> 'taken' THEN
            RETURN;
        END IF;
    END IF;
    SELECT u.at, u.kind, u.products INTO v_at, v_kind, v_touched FROM stock_push u
    WHERE u.merchant_id = p_merchant AND u.push = p_push
      AND (p_operator IS NOT NULL OR u.application_id = p_application OR u.kind = 'product');
    IF NOT FOUND THEN
        outcome := keep_refusal(p_merchant, p_account, p_application, p_key, p_request_hash, v_now, 'unknown');
        RETURN;
    END IF;
    IF v_kind = 'product' THEN
        outcome := keep_refusal(p_merchant, p_account, p_application, p_key, p_request_hash, v_now, 'final');
        RETURN;
    END IF;
    SELECT coalesce(array_agg(locked.product_id), '{}') INTO v_known
    FROM (SELECT named.product_id FROM unnest(v_touched) AS named (product_id) ORDER BY 1) asked
    CROSS JOIN LATERAL (SELECT p.product_id FROM product p
                        WHERE p.merchant_id = p_merchant AND p.product_id = asked.product_id
                        FOR NO KEY UPDATE) locked;

    SELECT coalesce(array_agg(e.product_id), '{}'), array_agg(e.colour), array_agg(e.size), array_agg(e.before),
           array_agg(e.after), array_agg(e.bar_code), array_agg(e.place), array_agg(e.image), array_agg(e.present),
           array_agg(CASE WHEN e.present IS NULL AND e.after IS NULL AND e.known
                          THEN CASE WHEN e.coloured THEN 'size' ELSE 'colour' END END),
           array_agg(CASE WHEN NOT e.known THEN 'product_deleted'
                          WHEN e.present IS DISTINCT FROM e.after THEN 'changed' END)
    INTO v_products, v_colours, v_sizes, v_before, v_after, v_codes, v_places, v_images, v_present, v_returns, v_reasons
    FROM (SELECT t.product_id, t.product_id = ANY (v_known) AS known, c.colours[i.colour_no] AS colour, i.size, i.before,
                 i.after, i.bar_code, c.places[i.colour_no] AS place, c.images[i.colour_no] AS image, k.present,
                 k.present_sizes IS NOT NULL AS coloured
          FROM unnest(v_touched) AS t (product_id)
          CROSS JOIN LATERAL (SELECT h.colours, h.colour_nos, h.sizes, h.before, h.after, h.bar_codes, h.places, h.images
                              FROM stock_change h
                              WHERE h.merchant_id = p_merchant AND h.product_id = t.product_id AND h.push = p_push
                                AND h.at = v_at
                              OFFSET 0) c
          CROSS JOIN LATERAL unnest(c.colour_nos, c.sizes, c.before, c.after, c.bar_codes)
              AS i (colour_no, size, before, after, bar_code)
          LEFT JOIN LATERAL (SELECT s.quantities[array_position(s.sizes, i.size)] AS present, s.sizes AS present_sizes
                             FROM stock s
                             WHERE s.merchant_id = p_merchant AND s.product_id = t.product_id
                               AND s.colour = c.colours[i.colour_no]
                             OFFSET 0) k ON true) e
    WHERE NOT e.known OR e.present IS DISTINCT FROM e.before;
    IF 'size' = ANY (v_returns) OR 'colour' = ANY (v_returns) THEN
        SELECT array_agg(r.product_id) FILTER (WHERE there.entries + r.entries > p_most_entries),
               array_agg(r.product_id) FILTER (WHERE there.colours + r.colours > p_most_colours)
        INTO v_full, v_crowded
        FROM (SELECT e.product_id, count(*) AS entries,
                     count(DISTINCT e.colour) FILTER (WHERE e.returns = 'colour') AS colours
              FROM unnest(v_products, v_colours, v_returns) AS e (product_id, colour, returns)
              WHERE e.returns IS NOT NULL GROUP BY e.product_id) r
        CROSS JOIN LATERAL (SELECT coalesce(sum(cardinality(s.sizes)), 0) AS entries, count(*) AS colours
                            FROM stock s WHERE s.merchant_id = p_merchant AND s.product_id = r.product_id) there;
        SELECT array_agg(CASE WHEN e.returns IS NULL THEN e.reason
                              WHEN e.product_id = ANY (v_full) THEN 'product_full'
                              WHEN e.returns = 'colour' AND e.product_id = ANY (v_crowded) THEN 'colours_full' END)
        INTO v_reasons
        FROM unnest(v_products, v_returns, v_reasons) AS e (product_id, returns, reason);
    END IF;
    SELECT count(e.reason) INTO v_count FROM unnest(v_reasons) AS e (reason);
    data := json_build_object(
        'undone', cardinality(v_products) - v_count,
        'conflicts', v_count,
        'skipped', (SELECT coalesce(json_agg(json_build_object('productid', e.product_id, 'color', e.colour, 'size', e.size,
                                                               'left', e.after, 'stock', e.present,
                                                               'reason', e.reason)), '[]')
                    FROM (SELECT * FROM unnest(v_products, v_colours, v_sizes, v_after, v_present, v_reasons)
                              AS c (product_id, colour, size, after, present, reason)
                          WHERE c.reason IS NOT NULL LIMIT 100) e));
    IF v_count > 0 AND p_all THEN
        outcome := keep_refusal(p_merchant, p_account, p_application, p_key, p_request_hash, v_now, 'conflict',
                                with_data => data);
        RETURN;
    END IF;
    IF p_dry_run THEN
        outcome := 'checked';
        RETURN;
    END IF;
    SELECT array_agg(e.product_id), array_agg(e.colour), array_agg(e.size), array_agg(e.before), array_agg(e.bar_code),
           array_agg(e.place), array_agg(e.image)
    INTO v_products, v_colours, v_sizes, v_before, v_codes, v_places, v_images
    FROM unnest(v_products, v_colours, v_sizes, v_before, v_codes, v_places, v_images, v_reasons)
        AS e (product_id, colour, size, before, bar_code, place, image, reason)
    WHERE e.reason IS NULL;
    push := write_entries(p_merchant, p_account, p_application, p_operator, 'undo', p_request, p_reference, v_products,
                          v_colours, v_sizes, v_before, v_codes, v_places, v_images);
    IF p_key IS NOT NULL THEN
        INSERT INTO idempotency_key (merchant_id, application_id, account_id, key, request_hash, push, data, created_at)
        VALUES (p_merchant, p_application, p_account, p_key, p_request_hash, push, data, v_now);
    END IF;
    outcome := 'undone';
    wait_millis := rest_of_turn(v_now, p_interval_millis);
END $$;
