-- What every write of stock does: create_stock, delete_stock, undo_push. Without p_merchant they are not distributed
-- functions of their own: they run where their callers do. Locks are taken in this order: turn, products by their ids,
-- blocks by their ids, counter; of the ledger's tables, stock_push before stock_change, as a month is dropped.

-- Arrays one after the other.
CREATE AGGREGATE concatenation(integer[]) (sfunc = array_cat, stype = integer[]);

-- Takes the caller's turn: 'taken'; or 'closed', 'contended' (closed, but the winner is still at work, so that nobody can
-- say yet how long), or 'repeated' (the key came before: its answer is kept, and no turn is taken).
CREATE FUNCTION take_turn(
    of_merchant bigint, of_account bigint, of_application bigint, interval_millis bigint, with_key text,
    OUT outcome text, OUT wait_millis bigint, OUT taken_at timestamptz)
LANGUAGE plpgsql AS $$
DECLARE
    v_admitted timestamptz;
    v_interval interval := make_interval(secs => interval_millis / 1000.0);
BEGIN
    -- Whoever finds the turn closed leaves without locking anything. Whoever finds it open races for the row, looks again
    -- once it is theirs, and only then takes the turn; the losers need not wait for the winner to commit, since the turn
    -- is gone either way.
    SELECT t.admitted_at INTO v_admitted FROM create_turn t
    WHERE t.merchant_id = of_merchant AND t.account_id = of_account AND t.application_id = of_application;
    IF NOT FOUND THEN
        INSERT INTO create_turn (merchant_id, account_id, application_id, admitted_at)
        VALUES (of_merchant, of_account, of_application, '-infinity')
        ON CONFLICT DO NOTHING;
    END IF;
    taken_at := clock_timestamp();
    IF v_admitted <= taken_at AND v_admitted + v_interval > taken_at THEN
        outcome := 'closed';
        wait_millis := ceil(extract(epoch FROM v_admitted + v_interval - taken_at) * 1000);
        RETURN;
    END IF;

    wait_millis := interval_millis;
    SELECT t.admitted_at INTO v_admitted FROM create_turn t
    WHERE t.merchant_id = of_merchant AND t.account_id = of_account AND t.application_id = of_application
    FOR UPDATE SKIP LOCKED;
    IF NOT FOUND THEN
        outcome := 'contended';
        RETURN;
    END IF;
    IF with_key IS NOT NULL THEN
        PERFORM FROM idempotency_key k
        WHERE k.merchant_id = of_merchant AND k.application_id = of_application AND k.account_id = of_account
          AND k.key = with_key;
        IF FOUND THEN
            outcome := 'repeated';
            RETURN;
        END IF;
    END IF;
    taken_at := clock_timestamp();
    IF v_admitted + v_interval > taken_at THEN
        outcome := 'closed';
        IF v_admitted > taken_at THEN
            -- the clock has stepped back, as it may in a failover: count from now, do not wait until it has caught up
            UPDATE create_turn SET admitted_at = taken_at
            WHERE merchant_id = of_merchant AND account_id = of_account AND application_id = of_application;
        ELSE
            wait_millis := ceil(extract(epoch FROM v_admitted + v_interval - taken_at) * 1000);
        END IF;
        RETURN;
    END IF;
    UPDATE create_turn SET admitted_at = taken_at
    WHERE merchant_id = of_merchant AND account_id = of_account AND application_id = of_application;
    outcome := 'taken';
END $$;

-- Keeps a refusal with its key, if it has one: a copy of the request that arrives later is not carried out, whatever has
-- changed since. Of the places it keeps as many as an answer shows. Returns the outcome.
CREATE FUNCTION keep_refusal(
    of_merchant bigint, of_account bigint, of_application bigint, with_key text, of_request bytea, refused_at timestamptz,
    outcome text, of_products integer[] DEFAULT NULL, of_places integer[] DEFAULT NULL, of_stocks integer[] DEFAULT NULL,
    of_count integer DEFAULT NULL, with_data text DEFAULT NULL)
RETURNS text
LANGUAGE plpgsql AS $$
BEGIN
    IF with_key IS NOT NULL THEN
        INSERT INTO idempotency_key (merchant_id, application_id, account_id, key, request_hash, created_at, refusal,
                                     products, places, stocks, count, data)
        VALUES (of_merchant, of_application, of_account, with_key, of_request, refused_at, outcome,
                of_products, of_places[1:100], of_stocks[1:100], of_count, with_data);
    END IF;
    RETURN outcome;
END $$;

-- What is left of the interval after the work, so that a caller who waits that long is neither early nor late.
CREATE FUNCTION rest_of_turn(taken_at timestamptz, interval_millis bigint) RETURNS bigint
LANGUAGE sql AS $$
    SELECT greatest(1, interval_millis + ceil(extract(epoch FROM taken_at - clock_timestamp()) * 1000))::bigint
$$;

-- The next number, held until the transaction ends: what has a lower one is committed before. The last lock of all.
CREATE FUNCTION next_push(of_merchant bigint, OUT number bigint, OUT at timestamptz)
LANGUAGE plpgsql AS $$
DECLARE
    v_base    bigint;
    v_last_at timestamptz;
BEGIN
    SELECT c.last + 1, c.last_at INTO number, v_last_at FROM push_counter c
    WHERE c.merchant_id = of_merchant FOR NO KEY UPDATE;
    IF NOT FOUND THEN
        SELECT l.base INTO STRICT v_base FROM ledger l;
        INSERT INTO push_counter (merchant_id, last, last_at, base) VALUES (of_merchant, v_base, 'epoch', v_base)
        ON CONFLICT DO NOTHING;
        SELECT c.last + 1, c.last_at INTO STRICT number, v_last_at FROM push_counter c
        WHERE c.merchant_id = of_merchant FOR NO KEY UPDATE;
    END IF;
    at := date_trunc('milliseconds', greatest(clock_timestamp(), v_last_at));
    UPDATE push_counter SET last = number, last_at = at WHERE merchant_id = of_merchant;
END $$;

-- A function of its own for readers: once it is committed, the pushes up to a time are all there, and no later one gets
-- that time or an earlier one, whatever the clock does. Returns false where the time is ahead of the clock.
CREATE FUNCTION settle_ledger(p_merchant bigint, p_until timestamptz, OUT settled boolean, OUT clock timestamptz)
LANGUAGE plpgsql AS $$
DECLARE
    v_after timestamptz := p_until + interval '1 millisecond';
    v_base  bigint;
BEGIN
    clock := clock_timestamp();
    settled := p_until <= clock;
    -- a push that is being written has the counter's time or a later one
    IF NOT settled OR EXISTS (SELECT FROM push_counter c WHERE c.merchant_id = p_merchant AND c.last_at >= v_after) THEN
        RETURN;
    END IF;
    -- the millisecond ends before anything is locked
    PERFORM pg_sleep(extract(epoch FROM v_after - clock_timestamp()));
    -- readers wait for one another here, so that a writer waits for one of them at most
    PERFORM pg_advisory_xact_lock(hashtext('settle_ledger'), hashint8(p_merchant));
    IF EXISTS (SELECT FROM push_counter c WHERE c.merchant_id = p_merchant AND c.last_at >= v_after) THEN
        RETURN;
    END IF;
    SELECT l.base INTO STRICT v_base FROM ledger l;
    INSERT INTO push_counter AS c (merchant_id, last, last_at, base) VALUES (p_merchant, v_base, v_after, v_base)
    ON CONFLICT (merchant_id) DO UPDATE SET last_at = excluded.last_at WHERE c.last_at < excluded.last_at;
END $$;

-- The number before that of the first push after a time, found by halves: times never go back.
CREATE FUNCTION push_until(p_merchant bigint, p_until timestamptz) RETURNS bigint
LANGUAGE plpgsql STABLE AS $$
DECLARE
    v_low    bigint := 0;
    v_high   bigint;
    v_middle bigint;
    v_next   bigint;
    v_push   record;
BEGIN
    v_high := coalesce((SELECT c.last FROM push_counter c WHERE c.merchant_id = p_merchant), 0) + 1;
    v_next := v_high;
    WHILE v_low < v_high LOOP
        v_middle := (v_low + v_high) / 2;
        SELECT s.push, s.at INTO v_push FROM stock_push s
        WHERE s.merchant_id = p_merchant AND s.push >= v_middle
        ORDER BY s.push LIMIT 1;
        IF v_push.at <= p_until THEN
            v_low := v_push.push + 1;
        ELSE
            v_high := v_middle;
            v_next := coalesce(v_push.push, v_next);
        END IF;
    END LOOP;
    RETURN v_next - 1;
END $$;

-- Counts products that have gained their first entry (1) or lost their last one (-1). Blocks in the order of their ids, for
-- the sake of those who come at the same time.
CREATE FUNCTION count_products_with_stock(of_merchant bigint, of_products integer[], steps integer[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    v_block record;
BEGIN
    FOR v_block IN
        SELECT block.first_id, sum(c.step) AS step
        FROM unnest(of_products, steps) AS c (product_id, step)
        CROSS JOIN LATERAL (SELECT b.first_id FROM product_block b
                            WHERE b.merchant_id = of_merchant AND b.first_id <= c.product_id
                            ORDER BY b.first_id DESC LIMIT 1) block
        GROUP BY block.first_id
        ORDER BY block.first_id
    LOOP
        UPDATE product_block SET with_stock = with_stock + v_block.step
        WHERE merchant_id = of_merchant AND first_id = v_block.first_id;
    END LOOP;
END $$;

-- Sets and removes single entries of products that the caller has locked, and writes it down as one push. Each entry comes
-- once; its quantity is NULL where it is to be removed, its bar code counts where it is added, and the number and image of
-- its colour where the colour is. What is as asked for already is left alone. Returns the number of the push, or NULL where
-- nothing changed.
CREATE FUNCTION write_entries(
    of_merchant bigint, of_account bigint, of_application bigint, by_operator text, as_kind text, of_request text,
    of_reference text,
    of_products integer[], of_colours text[], of_sizes smallint[], new_quantities integer[], new_bar_codes text[],
    new_colour_nos integer[] DEFAULT NULL, new_images text[] DEFAULT NULL)
RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
    v_colour     record;
    v_sizes      smallint[]; -- of the colour as it is
    v_quantities integer[];
    v_bar_codes  text[];
    v_colour_no  integer;
    v_image      text;
    v_written    record;     -- the colour as it is to be, and its changes
    v_product    record;
    v_entries    integer;
    v_products   integer[] := '{}'; -- of each change, as are the next seven
    v_colours    text[] := '{}';
    v_changed    smallint[] := '{}';
    v_before     integer[] := '{}';
    v_after      integer[] := '{}';
    v_codes      text[] := '{}';
    v_places     integer[] := '{}'; -- of colours of which entries are removed
    v_images     text[] := '{}';
    v_turned     integer[] := '{}'; -- products with their first entry, or with none any more
    v_steps      integer[] := '{}';
    v_touched    integer[];
    v_number     bigint;
    v_at         timestamptz;
BEGIN
    FOR v_colour IN
        SELECT e.product_id, e.colour, array_agg(e.size) AS sizes, array_agg(e.quantity) AS quantities,
               array_agg(e.bar_code) AS bar_codes, max(e.colour_no) AS colour_no, max(e.image) AS image
        FROM unnest(of_products, of_colours, of_sizes, new_quantities, new_bar_codes, new_colour_nos, new_images)
            AS e (product_id, colour, size, quantity, bar_code, colour_no, image)
        GROUP BY e.product_id, e.colour
        ORDER BY e.product_id, e.colour
    LOOP
        SELECT s.sizes, s.quantities, s.bar_codes, s.colour_no, s.image
        INTO v_sizes, v_quantities, v_bar_codes, v_colour_no, v_image FROM stock s
        WHERE s.merchant_id = of_merchant AND s.product_id = v_colour.product_id AND s.colour = v_colour.colour;
        SELECT array_agg(e.size ORDER BY e.size) FILTER (WHERE e.after IS NOT NULL) AS sizes,
               array_agg(e.after ORDER BY e.size) FILTER (WHERE e.after IS NOT NULL) AS quantities,
               CASE WHEN count(e.bar_code) FILTER (WHERE e.after IS NOT NULL) > 0
                    THEN array_agg(e.bar_code ORDER BY e.size) FILTER (WHERE e.after IS NOT NULL) END AS bar_codes,
               coalesce(array_agg(e.size ORDER BY e.size) FILTER (WHERE e.after IS DISTINCT FROM e.before), '{}') AS changed,
               array_agg(e.before ORDER BY e.size) FILTER (WHERE e.after IS DISTINCT FROM e.before) AS before,
               array_agg(e.after ORDER BY e.size) FILTER (WHERE e.after IS DISTINCT FROM e.before) AS after,
               array_agg(CASE WHEN e.after IS NULL THEN e.bar_code END ORDER BY e.size)
                   FILTER (WHERE e.after IS DISTINCT FROM e.before) AS codes,
               bool_or(e.before IS NOT NULL AND e.after IS NULL) AS removes
        INTO v_written
        FROM (SELECT coalesce(t.size, a.size) AS size, t.quantity AS before,
                     CASE WHEN a.size IS NULL THEN t.quantity ELSE a.quantity END AS after,
                     CASE WHEN t.size IS NULL THEN a.bar_code ELSE t.bar_code END AS bar_code
              FROM unnest(v_sizes, v_quantities, v_bar_codes) AS t (size, quantity, bar_code)
              FULL JOIN unnest(v_colour.sizes, v_colour.quantities, v_colour.bar_codes) AS a (size, quantity, bar_code)
                  ON a.size = t.size) e;
        CONTINUE WHEN cardinality(v_written.changed) = 0;
        IF v_written.sizes IS NULL THEN
            DELETE FROM stock
            WHERE merchant_id = of_merchant AND product_id = v_colour.product_id AND colour = v_colour.colour;
        ELSIF v_sizes IS NOT NULL THEN
            UPDATE stock SET sizes = v_written.sizes, quantities = v_written.quantities, bar_codes = v_written.bar_codes,
                             updated_at = now()
            WHERE merchant_id = of_merchant AND product_id = v_colour.product_id AND colour = v_colour.colour;
        ELSE
            INSERT INTO stock (merchant_id, product_id, colour_no, colour, image, sizes, quantities, bar_codes, updated_at)
            VALUES (of_merchant, v_colour.product_id, v_colour.colour_no, v_colour.colour, coalesce(v_colour.image, ''),
                    v_written.sizes, v_written.quantities, v_written.bar_codes, now());
        END IF;
        IF NOT v_written.removes THEN
            v_colour_no := NULL;
            v_image := NULL;
        END IF;
        v_products := v_products || array_fill(v_colour.product_id, ARRAY[cardinality(v_written.changed)]);
        v_colours := v_colours || array_fill(v_colour.colour, ARRAY[cardinality(v_written.changed)]);
        v_changed := v_changed || v_written.changed;
        v_before := v_before || v_written.before;
        v_after := v_after || v_written.after;
        v_codes := v_codes || v_written.codes;
        v_places := v_places || array_fill(v_colour_no, ARRAY[cardinality(v_written.changed)]);
        v_images := v_images || array_fill(nullif(v_image, ''), ARRAY[cardinality(v_written.changed)]);
    END LOOP;
    IF cardinality(v_products) = 0 THEN
        RETURN NULL;
    END IF;

    FOR v_product IN
        SELECT e.product_id, count(*) FILTER (WHERE e.before IS NULL) - count(*) FILTER (WHERE e.after IS NULL) AS gained,
               max(e.place) AS last_place
        FROM unnest(v_products, v_before, v_after, v_places) AS e (product_id, before, after, place)
        GROUP BY e.product_id
    LOOP
        CONTINUE WHEN v_product.gained = 0;
        UPDATE product SET entries = entries + v_product.gained, has_stock = entries + v_product.gained > 0,
                           last_colour_no = greatest(last_colour_no, v_product.last_place)
        WHERE merchant_id = of_merchant AND product_id = v_product.product_id
        RETURNING entries INTO STRICT v_entries;
        IF v_entries = 0 OR v_entries = v_product.gained THEN
            v_turned := v_turned || v_product.product_id;
            v_steps := v_steps || CASE WHEN v_entries = 0 THEN -1 ELSE 1 END;
        END IF;
    END LOOP;
    PERFORM count_products_with_stock(of_merchant, v_turned, v_steps);

    SELECT n.number, n.at INTO v_number, v_at FROM next_push(of_merchant) n;
    SELECT array_agg(DISTINCT e.product_id ORDER BY e.product_id) INTO v_touched FROM unnest(v_products) AS e (product_id);
    INSERT INTO stock_push
        (merchant_id, push, at, application_id, account_id, entries, kind, operator, request_id, products, reference)
    VALUES (of_merchant, v_number, v_at, of_application, of_account, cardinality(v_products), as_kind, by_operator,
            of_request, v_touched, of_reference);
    FOR v_product IN
        SELECT e.product_id, array_agg(e.colour) FILTER (WHERE e.begins) AS colours,
               array_agg(e.colour_no::smallint) AS colour_nos, array_agg(e.size) AS sizes,
               array_agg(e.before) AS before, array_agg(e.after) AS after,
               CASE WHEN count(e.bar_code) > 0 THEN array_agg(e.bar_code) END AS bar_codes,
               CASE WHEN count(e.place) > 0 THEN array_agg(e.place) FILTER (WHERE e.begins) END AS places,
               CASE WHEN count(e.image) > 0 THEN array_agg(e.image) FILTER (WHERE e.begins) END AS images
        FROM (SELECT c.*, dense_rank() OVER (PARTITION BY c.product_id ORDER BY c.colour) AS colour_no,
                     row_number() OVER (PARTITION BY c.product_id, c.colour ORDER BY c.size) = 1 AS begins
              FROM unnest(v_products, v_colours, v_changed, v_before, v_after, v_codes, v_places, v_images)
                  AS c (product_id, colour, size, before, after, bar_code, place, image)
              ORDER BY c.product_id, c.colour, c.size) e
        GROUP BY e.product_id
    LOOP
        INSERT INTO stock_change
            (merchant_id, at, push, product_id, colours, colour_nos, sizes, before, after, bar_codes, places, images)
        VALUES (of_merchant, v_at, v_number, v_product.product_id, v_product.colours, v_product.colour_nos,
                v_product.sizes, v_product.before, v_product.after, v_product.bar_codes, v_product.places,
                v_product.images);
    END LOOP;
    RETURN v_number;
END $$;
