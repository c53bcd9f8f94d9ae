-- Undo a push in one round trip: take the caller's turn, put back what the push changed and nobody has changed since, write
-- that down as a push of its own. An operator, named by p_operator, has no turn and may undo anybody's.
--
-- An entry is a conflict where its quantity is neither what the push left nor what was before it, where its product is gone,
-- and where it would be one too many for its product. One that is as before already counts as undone. With p_all, a single
-- conflict refuses everything.
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
    v_products  integer[]; -- of each change of the push, as are the next eight
    v_colours   text[];
    v_sizes     smallint[];
    v_before    integer[];
    v_after     integer[];
    v_codes     text[];
    v_present   integer[];
    v_returns   boolean[]; -- to a product that has it no more
    v_conflicts boolean[];
    v_full      integer[]; -- products that would have too many
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

    SELECT array_agg(e.product_id), array_agg(e.colour), array_agg(e.size), array_agg(e.before), array_agg(e.after),
           array_agg(e.bar_code), array_agg(e.present),
           array_agg(e.present IS NULL AND e.after IS NULL AND e.product_id = ANY (v_known)),
           array_agg(e.product_id <> ALL (v_known)
                     OR e.present IS DISTINCT FROM e.before AND e.present IS DISTINCT FROM e.after)
    INTO v_products, v_colours, v_sizes, v_before, v_after, v_codes, v_present, v_returns, v_conflicts
    FROM (SELECT t.product_id, c.colours[i.colour_no] AS colour, i.size, i.before, i.after, i.bar_code, k.present
          FROM unnest(v_touched) AS t (product_id)
          CROSS JOIN LATERAL (SELECT h.colours, h.colour_nos, h.sizes, h.before, h.after, h.bar_codes FROM stock_change h
                              WHERE h.merchant_id = p_merchant AND h.product_id = t.product_id AND h.push = p_push
                                AND h.at = v_at
                              OFFSET 0) c
          CROSS JOIN LATERAL unnest(c.colour_nos, c.sizes, c.before, c.after, c.bar_codes)
              AS i (colour_no, size, before, after, bar_code)
          LEFT JOIN LATERAL (SELECT s.quantities[array_position(s.sizes, i.size)] AS present FROM stock s
                             WHERE s.merchant_id = p_merchant AND s.product_id = t.product_id
                               AND s.colour = c.colours[i.colour_no]
                             OFFSET 0) k ON true) e;
    IF true = ANY (v_returns) THEN
        SELECT array_agg(r.product_id) INTO v_full
        FROM (SELECT e.product_id, count(*) AS entries, array_agg(DISTINCT e.colour) AS colours
              FROM unnest(v_products, v_colours, v_returns) AS e (product_id, colour, returns)
              WHERE e.returns GROUP BY e.product_id) r
        CROSS JOIN LATERAL (SELECT coalesce(sum(cardinality(s.sizes)), 0) AS entries,
                                   count(*) FILTER (WHERE s.colour <> ALL (r.colours)) AS colours
                            FROM stock s WHERE s.merchant_id = p_merchant AND s.product_id = r.product_id) there
        WHERE there.entries + r.entries > p_most_entries OR there.colours + cardinality(r.colours) > p_most_colours;
        SELECT array_agg(e.conflict OR e.returns AND e.product_id = ANY (v_full) IS TRUE) INTO v_conflicts
        FROM unnest(v_products, v_returns, v_conflicts) AS e (product_id, returns, conflict);
    END IF;
    SELECT count(*) FILTER (WHERE e.conflict) INTO v_count FROM unnest(v_conflicts) AS e (conflict);
    data := json_build_object(
        'undone', cardinality(v_products) - v_count,
        'conflicts', v_count,
        'skipped', (SELECT coalesce(json_agg(json_build_object('productid', e.product_id, 'color', e.colour, 'size', e.size,
                                                               'left', e.after, 'stock', e.present)), '[]')
                    FROM (SELECT * FROM unnest(v_products, v_colours, v_sizes, v_after, v_present, v_conflicts)
                              AS c (product_id, colour, size, after, present, conflict)
                          WHERE c.conflict LIMIT 100) e));
    IF v_count > 0 AND p_all THEN
        outcome := keep_refusal(p_merchant, p_account, p_application, p_key, p_request_hash, v_now, 'conflict',
                                with_data => data);
        RETURN;
    END IF;
    IF p_dry_run THEN
        outcome := 'checked';
        RETURN;
    END IF;
    SELECT array_agg(e.product_id), array_agg(e.colour), array_agg(e.size), array_agg(e.before), array_agg(e.bar_code)
    INTO v_products, v_colours, v_sizes, v_before, v_codes
    FROM unnest(v_products, v_colours, v_sizes, v_before, v_codes, v_conflicts)
        AS e (product_id, colour, size, before, bar_code, conflict)
    WHERE NOT e.conflict;
    push := write_entries(p_merchant, p_account, p_application, p_operator, 'undo', p_request, p_reference, v_products,
                          v_colours, v_sizes, v_before, v_codes);
    IF p_key IS NOT NULL THEN
        INSERT INTO idempotency_key (merchant_id, application_id, account_id, key, request_hash, push, data, created_at)
        VALUES (p_merchant, p_application, p_account, p_key, p_request_hash, push, data, v_now);
    END IF;
    outcome := 'undone';
    wait_millis := rest_of_turn(v_now, p_interval_millis);
END $$;
