-- An entry that a push changed and that does not have its old quantity again. returns says what comes back: 'size' to
-- an existing colour, or 'colour' to the product. reason says why it is a conflict, or is NULL.
CREATE TYPE undo_entry AS (
    product_id integer, colour text, size smallint, before integer, after integer, bar_code text, colour_no integer,
    image text, present integer, returns text, reason text);

-- Compares the entries of a push with their present state. Their products are locked or missing.
CREATE FUNCTION compare_push(
    of_merchant bigint, of_push bigint, pushed_at timestamptz, of_products integer[], missing integer[])
RETURNS undo_entry[]
LANGUAGE plpgsql AS $$
BEGIN
    RETURN (SELECT array_agg(ROW(e.product_id, e.colour, e.size, e.before, e.after, e.bar_code, e.colour_no, e.image, e.present,
                                 CASE WHEN e.known AND e.present IS NULL AND e.after IS NULL
                                      THEN CASE WHEN e.present_sizes IS NULL THEN 'colour' ELSE 'size' END END,
                                 CASE WHEN NOT e.known THEN 'product_deleted'
                                      WHEN e.present IS DISTINCT FROM e.after THEN 'changed' END)::undo_entry)
            FROM (SELECT t.product_id, array_position(missing, t.product_id) IS NULL AS known,
                         c.colours[i.colour_no] AS colour, i.size, i.before, i.after, i.bar_code,
                         c.places[i.colour_no] AS colour_no, c.images[i.colour_no] AS image,
                         k.quantities[array_position(k.sizes, i.size)] AS present, k.sizes AS present_sizes
                  FROM unnest(of_products) AS t (product_id)
                  CROSS JOIN LATERAL (SELECT h.colours, h.colour_nos, h.sizes, h.before, h.after, h.bar_codes, h.places, h.images
                                      FROM stock_change h
                                      WHERE h.merchant_id = of_merchant AND h.product_id = t.product_id
                                        AND h.push = of_push AND h.at = pushed_at
                                      OFFSET 0) c
                  CROSS JOIN LATERAL unnest(c.colour_nos, c.sizes, c.before, c.after, c.bar_codes)
                      AS i (colour_no, size, before, after, bar_code)
                  LEFT JOIN LATERAL (SELECT s.sizes, s.quantities FROM stock s
                                     WHERE s.merchant_id = of_merchant AND s.product_id = t.product_id
                                       AND s.colour = c.colours[i.colour_no]
                                     OFFSET 0) k ON true) e
            WHERE NOT e.known OR e.present IS DISTINCT FROM e.before);
END $$;

-- Marks entries as conflicts that would return to a product without room for them.
CREATE FUNCTION refuse_returns(
    of_merchant bigint, entries undo_entry[], most_colours integer, most_entries integer)
RETURNS undo_entry[]
LANGUAGE plpgsql AS $$
DECLARE
    v_full    integer[];
    v_crowded integer[];
BEGIN
    SELECT array_agg(r.product_id) FILTER (WHERE there.entries + r.entries > most_entries),
           array_agg(r.product_id) FILTER (WHERE there.colours + r.colours > most_colours)
    INTO v_full, v_crowded
    FROM (SELECT e.product_id, count(*) AS entries, count(DISTINCT e.colour) FILTER (WHERE e.returns = 'colour') AS colours
          FROM unnest(entries) e
          WHERE e.returns IS NOT NULL
          GROUP BY e.product_id) r
    CROSS JOIN LATERAL (SELECT coalesce(sum(cardinality(s.sizes)), 0) AS entries, count(*) AS colours FROM stock s
                        WHERE s.merchant_id = of_merchant AND s.product_id = r.product_id) there;
    IF v_full IS NULL AND v_crowded IS NULL THEN
        RETURN entries;
    END IF;
    RETURN (SELECT array_agg(ROW(e.product_id, e.colour, e.size, e.before, e.after, e.bar_code, e.colour_no, e.image, e.present,
                                 e.returns,
                                 CASE WHEN e.returns IS NULL THEN e.reason
                                      WHEN e.product_id = ANY (v_full) THEN 'product_full'
                                      WHEN e.returns = 'colour' AND e.product_id = ANY (v_crowded) THEN 'colours_full'
                                 END)::undo_entry)
            FROM unnest(entries) e);
END $$;

-- Returns the JSON for callers: how many entries are undone, how many are conflicts, and the first 100 conflicts.
CREATE FUNCTION undo_result(entries undo_entry[], OUT conflicts integer, OUT data text)
LANGUAGE plpgsql AS $$
BEGIN
    conflicts := (SELECT count(*) FROM unnest(entries) e WHERE e.reason IS NOT NULL);
    data := json_build_object(
        'undone', coalesce(cardinality(entries), 0) - conflicts,
        'conflicts', conflicts,
        'skipped', (SELECT coalesce(json_agg(json_build_object('productid', s.product_id, 'color', s.colour, 'size', s.size,
                                                               'left', s.after, 'stock', s.present,
                                                               'reason', s.reason)), '[]')
                    FROM (SELECT * FROM unnest(entries) e WHERE e.reason IS NOT NULL LIMIT 100) s));
END $$;

-- Undoes a push in one round trip: takes the turn, restores what the push changed and nobody has changed since, and
-- records that as a new push. An operator, named by p_operator, takes no turn and may undo any push.
--
-- An entry is a conflict if its quantity is neither that after the push nor that before it ('changed'), if its product
-- is gone ('product_deleted'), or if returning entries would exceed a limit of the product ('product_full',
-- 'colours_full'). An entry that has its old quantity already is skipped. With p_all, one conflict refuses everything.
--
-- The outcome is one of take_turn's, 'undone', 'checked' (a dry run), 'unknown' (this application has no such push),
-- 'final' (the push deleted a product) or 'conflict' (with p_all). data is the JSON of undo_result.
CREATE FUNCTION undo_push(
    p_merchant bigint, p_account bigint, p_application bigint, p_operator text, p_interval_millis bigint, p_dry_run boolean,
    p_push bigint, p_all boolean, p_most_colours integer, p_most_entries integer,
    p_request text, p_reference text, p_key text, p_request_hash bytea,
    OUT outcome text, OUT wait_millis bigint, OUT push bigint, OUT data text)
LANGUAGE plpgsql AS $$
DECLARE
    v_attempt write_attempt;
    v_turn    record;
    v_undone  record;
    v_entries undo_entry[];
    v_result  record;
    v_orders  colour_order[];
BEGIN
    v_attempt := ROW(p_account, p_application, p_operator, 'undo', p_request, p_reference, p_key, p_request_hash,
                     clock_timestamp())::write_attempt;
    IF p_operator IS NULL THEN
        v_turn := take_turn(p_merchant, p_account, p_application, p_interval_millis, p_key);
        outcome := v_turn.outcome;
        wait_millis := v_turn.wait_millis;
        IF outcome <> 'taken' THEN
            RETURN;
        END IF;
        v_attempt.at := v_turn.taken_at;
    END IF;
    SELECT u.at, u.kind, u.products INTO v_undone FROM stock_push u
    WHERE u.merchant_id = p_merchant AND u.push = p_push
      AND (p_operator IS NOT NULL OR u.application_id = p_application OR u.kind = 'product');
    IF NOT FOUND OR v_undone.kind = 'product' THEN
        outcome := keep_answer(p_merchant, v_attempt, CASE WHEN FOUND THEN 'final' ELSE 'unknown' END);
        RETURN;
    END IF;

    v_entries := compare_push(p_merchant, p_push, v_undone.at, v_undone.products,
                              lock_products(p_merchant, v_undone.products, NULL));
    v_entries := refuse_returns(p_merchant, v_entries, p_most_colours, p_most_entries);
    v_result := undo_result(v_entries);
    data := v_result.data;
    IF v_result.conflicts > 0 AND p_all THEN
        outcome := keep_answer(p_merchant, v_attempt, 'conflict', with_data => data);
        RETURN;
    END IF;
    IF p_dry_run THEN
        outcome := 'checked';
        RETURN;
    END IF;

    SELECT array_agg(ROW(c.product_id, c.colour, c.sizes, c.quantities, c.bar_codes, c.colour_no, c.image)::colour_order
                     ORDER BY c.product_id, c.colour)
    INTO v_orders
    FROM (SELECT e.product_id, e.colour, max(e.colour_no) AS colour_no, max(e.image) AS image,
                 array_agg(e.size ORDER BY e.size) AS sizes, array_agg(e.before ORDER BY e.size) AS quantities,
                 CASE WHEN count(e.bar_code) > 0 THEN array_agg(e.bar_code ORDER BY e.size) END AS bar_codes
          FROM unnest(v_entries) e
          WHERE e.reason IS NULL
          GROUP BY e.product_id, e.colour) c;
    push := write_orders(p_merchant, v_attempt, v_orders);
    outcome := keep_answer(p_merchant, v_attempt, 'undone', of_push => push, with_data => data);
    wait_millis := rest_of_turn(v_attempt.at, p_interval_millis);
END $$;
