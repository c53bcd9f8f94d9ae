-- Steps of create_stock, delete_stock, undo_push and delete_product. Without a parameter p_merchant they are not
-- distributed functions: they run where their callers run. Locks are taken in this order: turn, products by id, blocks
-- by id, counter. Of the tables of the ledger, stock_push is locked before stock_change, as when a month is dropped.
--
-- Each product and colour is looked up by its whole key, with LATERAL, OFFSET 0 and upserts. Otherwise a generic plan
-- reads all rows of a merchant and filters them. That is cheap for most merchants, but reads a million rows for one
-- with a million products (docs/decisions/0012).

-- The author and options of a write. An operator has no account and no application. A key has the hash of its request.
CREATE TYPE write_attempt AS (
    account bigint, application bigint, operator text, kind text, request text, reference text,
    key text, request_hash bytea, at timestamptz);

-- The requested state of one colour. The sizes ascend; a quantity of NULL removes its size. A bar code of NULL stays,
-- and an empty one is removed. colour_no and image apply if the colour returns to its product.
CREATE TYPE colour_order AS (
    product_id integer, colour text, sizes smallint[], quantities integer[], bar_codes text[], colour_no integer, image text);

-- The row to write for one colour, its effects and its changes. sizes is NULL if the colour is removed. gained is the
-- number of entries that the product gains. changed has the sizes whose quantities change, or is NULL if only bar codes
-- change. If entries are removed, removed_codes has the former bar code of each changed size.
CREATE TYPE colour_write AS (
    product_id integer, colour text, colour_no integer, image text, sizes smallint[], quantities integer[],
    bar_codes text[], is_new boolean, gained integer,
    changed smallint[], before integer[], after integer[], removed_codes text[]);

CREATE AGGREGATE concatenation(anycompatiblearray) (sfunc = array_cat, stype = anycompatiblearray);

-- Takes the turn of the caller. The outcome is 'taken', 'closed', 'contended' (the turn is closed, but the request that
-- took it still runs, so the wait is unknown) or 'repeated' (the key has a response already, and no turn is taken).
CREATE FUNCTION take_turn(
    of_merchant bigint, of_account bigint, of_application bigint, interval_millis bigint, with_key text,
    OUT outcome text, OUT wait_millis bigint, OUT taken_at timestamptz)
LANGUAGE plpgsql AS $$
DECLARE
    v_admitted timestamptz;
    v_interval interval := make_interval(secs => interval_millis / 1000.0);
BEGIN
    -- A request that finds the turn closed locks nothing. Those that find it open compete for the row, and the one that
    -- locks it checks again before it takes the turn. The others need not wait for the commit, since the turn is gone
    -- either way.
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
            -- The clock stepped back, as it may after a failover. The interval starts now instead of when the clock
            -- catches up.
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

-- Stores the result of a write with its key, if any, so that a repeat is not executed, whatever has changed since.
-- Keeps as many places as a response shows. Returns the outcome.
CREATE FUNCTION keep_answer(
    of_merchant bigint, attempt write_attempt, outcome text, of_push bigint DEFAULT NULL, with_data text DEFAULT NULL,
    of_products integer[] DEFAULT NULL, of_places integer[] DEFAULT NULL, of_stocks integer[] DEFAULT NULL,
    of_count integer DEFAULT NULL)
RETURNS text
LANGUAGE plpgsql AS $$
BEGIN
    IF attempt.key IS NOT NULL THEN
        INSERT INTO idempotency_key (merchant_id, application_id, account_id, key, request_hash, created_at, refusal, push,
                                     data, products, places, stocks, count)
        VALUES (of_merchant, attempt.application, attempt.account, attempt.key, attempt.request_hash, attempt.at,
                CASE WHEN outcome NOT IN ('created', 'deleted', 'undone') THEN outcome END, of_push, with_data,
                of_products, of_places[1:100], of_stocks[1:100], of_count);
    END IF;
    RETURN outcome;
END $$;

-- Returns the rest of the interval after the work, so that a caller who waits that long is neither early nor late.
CREATE FUNCTION rest_of_turn(taken_at timestamptz, interval_millis bigint) RETURNS bigint
LANGUAGE sql AS $$
    SELECT greatest(1, interval_millis + ceil(extract(epoch FROM taken_at - clock_timestamp()) * 1000))::bigint
$$;

-- Makes the pushes up to a time final: once this commits, all of them are visible, and no later push gets such a time,
-- whatever the clock does. Returns false if the time is ahead of the clock.
CREATE FUNCTION settle_ledger(p_merchant bigint, p_until timestamptz, OUT settled boolean, OUT clock timestamptz)
LANGUAGE plpgsql AS $$
DECLARE
    v_after timestamptz := p_until + interval '1 millisecond';
    v_base  bigint;
BEGIN
    clock := clock_timestamp();
    settled := p_until <= clock;
    -- A push being written has the time of the counter or a later one.
    IF NOT settled OR EXISTS (SELECT FROM push_counter c WHERE c.merchant_id = p_merchant AND c.last_at >= v_after) THEN
        RETURN;
    END IF;
    -- The millisecond must end before anything is locked.
    PERFORM pg_sleep(extract(epoch FROM v_after - clock_timestamp()));
    -- Readers wait for each other here, so that a writer waits for one of them at most.
    PERFORM pg_advisory_xact_lock(hashtext('settle_ledger'), hashint8(p_merchant));
    IF EXISTS (SELECT FROM push_counter c WHERE c.merchant_id = p_merchant AND c.last_at >= v_after) THEN
        RETURN;
    END IF;
    SELECT l.base INTO STRICT v_base FROM ledger l;
    INSERT INTO push_counter AS c (merchant_id, last, last_at, base) VALUES (p_merchant, v_base, v_after, v_base)
    ON CONFLICT (merchant_id) DO UPDATE SET last_at = excluded.last_at WHERE c.last_at < excluded.last_at;
END $$;

-- Returns the number before the first push after a time. Times never decrease, so a binary search finds it.
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

-- Rolls a write back because an item number refers to another product than when the server looked it up. The server
-- then looks it up again.
CREATE FUNCTION refuse_moved() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'an item number refers to another product by now' USING ERRCODE = 'SR001';
END $$;

-- Locks products by ascending id, so that two applications of a merchant do not deadlock. No other write changes their
-- stock until commit. Returns the ids that do not exist, or NULL. art_nos, if not NULL, has the item number of each
-- product that the request names by it, as it was looked up before the transaction.
CREATE FUNCTION lock_products(of_merchant bigint, of_products integer[], art_nos text[]) RETURNS integer[]
LANGUAGE plpgsql AS $$
DECLARE
    v_missing integer[];
    v_moved   boolean;
BEGIN
    SELECT array_agg(named.product_id ORDER BY named.product_id) FILTER (WHERE locked.art_no IS NULL),
           bool_or(named.art_no IS DISTINCT FROM locked.art_no) FILTER (WHERE named.art_no IS NOT NULL)
    INTO v_missing, v_moved
    FROM (SELECT DISTINCT n.product_id, n.art_no FROM unnest(of_products, art_nos) AS n (product_id, art_no)
          ORDER BY n.product_id) named
    LEFT JOIN LATERAL (SELECT p.art_no FROM product p
                       WHERE p.merchant_id = of_merchant AND p.product_id = named.product_id
                       FOR NO KEY UPDATE) locked ON true;
    IF v_moved THEN
        PERFORM refuse_moved();
    END IF;
    RETURN v_missing;
END $$;

-- Merges the existing entries of one colour with the ordered ones by size. Returns no row if nothing differs.
CREATE FUNCTION merge_entries(
    known_sizes smallint[], known_quantities integer[], known_codes text[],
    new_sizes smallint[], new_quantities integer[], new_codes text[])
RETURNS TABLE (sizes smallint[], quantities integer[], bar_codes text[],
               changed smallint[], before integer[], after integer[], removed_codes text[])
LANGUAGE sql IMMUTABLE AS $$
    SELECT array_agg(e.size) FILTER (WHERE e.after IS NOT NULL),
           array_agg(e.after) FILTER (WHERE e.after IS NOT NULL),
           CASE WHEN count(e.new_code) FILTER (WHERE e.after IS NOT NULL) > 0
                THEN array_agg(e.new_code) FILTER (WHERE e.after IS NOT NULL) END,
           array_agg(e.size) FILTER (WHERE e.after IS DISTINCT FROM e.before),
           array_agg(e.before) FILTER (WHERE e.after IS DISTINCT FROM e.before),
           array_agg(e.after) FILTER (WHERE e.after IS DISTINCT FROM e.before),
           CASE WHEN bool_or(e.before IS NOT NULL AND e.after IS NULL)
                THEN array_agg(CASE WHEN e.after IS NULL THEN e.code END)
                         FILTER (WHERE e.after IS DISTINCT FROM e.before) END
    FROM (SELECT coalesce(k.size, n.size) AS size, k.quantity AS before,
                 CASE WHEN n.size IS NULL THEN k.quantity ELSE n.quantity END AS after,
                 k.code, nullif(coalesce(n.code, k.code), '') AS new_code
          FROM unnest(known_sizes, known_quantities, known_codes) AS k (size, quantity, code)
          FULL JOIN unnest(new_sizes, new_quantities, new_codes) AS n (size, quantity, code) ON n.size = k.size
          ORDER BY 1) e
    HAVING bool_or(e.after IS DISTINCT FROM e.before OR e.new_code IS DISTINCT FROM e.code)
$$;

-- Compares orders with the stock of locked products. Returns the rows to write, and whether a product gains or loses
-- entries. A colour that already has the ordered state is skipped. The state of a colour selects the cheapest way: all
-- quantities change, some change, or sizes must be merged.
CREATE FUNCTION compare_stock(
    of_merchant bigint, orders colour_order[], OUT writes colour_write[], OUT resizes boolean)
LANGUAGE plpgsql AS $$
BEGIN
    SELECT array_agg(ROW(c.product_id, c.colour, c.colour_no, c.image, w.sizes, w.quantities, w.bar_codes,
                         c.known_sizes IS NULL, w.gained, w.changed, w.before, w.after, w.removed_codes)::colour_write
                     ORDER BY c.no),
           bool_or(w.gained <> 0)
    INTO writes, resizes
    FROM (SELECT o.no, o.product_id, o.colour, o.sizes, o.quantities, o.bar_codes,
                 coalesce(k.colour_no, o.colour_no) AS colour_no, coalesce(k.image, o.image, '') AS image,
                 k.sizes AS known_sizes, k.quantities AS known_quantities, k.bar_codes AS known_codes,
                 CASE
                     WHEN k.sizes IS NULL THEN 'new'
                     WHEN k.sizes <> o.sizes OR array_position(o.quantities, NULL) > 0
                          OR array_position(o.bar_codes, NULL) > 0 OR array_position(o.bar_codes, '') > 0 THEN 'merged'
                     WHEN k.quantities = o.quantities
                          AND coalesce(o.bar_codes, k.bar_codes) IS NOT DISTINCT FROM k.bar_codes THEN 'same'
                     WHEN EXISTS (SELECT FROM (SELECT unnest(k.quantities) AS before, unnest(o.quantities) AS after OFFSET 0) e
                                  WHERE e.before = e.after) THEN 'replaced'
                     ELSE 'all replaced'
                 END AS state
          FROM unnest(orders) WITH ORDINALITY AS o (product_id, colour, sizes, quantities, bar_codes, colour_no, image, no)
          LEFT JOIN LATERAL (SELECT s.colour_no, s.image, s.sizes, s.quantities, s.bar_codes FROM stock s
                             WHERE s.merchant_id = of_merchant AND s.product_id = o.product_id AND s.colour = o.colour
                             OFFSET 0) k ON true
          OFFSET 0) c
    CROSS JOIN LATERAL (
        SELECT c.sizes, c.quantities, array_replace(c.bar_codes, '', NULL) AS bar_codes, cardinality(c.sizes) AS gained,
               c.sizes AS changed, array_fill(NULL::integer, ARRAY[cardinality(c.sizes)]) AS before,
               c.quantities AS after, NULL::text[] AS removed_codes
        WHERE c.state = 'new'
        UNION ALL
        SELECT c.sizes, c.quantities, coalesce(c.bar_codes, c.known_codes), 0, c.sizes, c.known_quantities, c.quantities, NULL
        WHERE c.state = 'all replaced'
        UNION ALL
        SELECT c.sizes, c.quantities, coalesce(c.bar_codes, c.known_codes), 0,
               array_agg(e.size), array_agg(e.before), array_agg(e.after), NULL
        FROM (SELECT unnest(c.sizes) AS size, unnest(c.known_quantities) AS before, unnest(c.quantities) AS after OFFSET 0) e
        WHERE e.before <> e.after
        HAVING c.state = 'replaced'
        UNION ALL
        SELECT m.sizes, m.quantities, m.bar_codes, coalesce(cardinality(m.sizes), 0) - cardinality(c.known_sizes),
               m.changed, m.before, m.after, m.removed_codes
        FROM merge_entries(c.known_sizes, c.known_quantities, c.known_codes, c.sizes, c.quantities, c.bar_codes) m
        WHERE c.state = 'merged') w;
END $$;

-- Counts products that gained their first entry (1) or lost their last one (-1). Blocks are locked by ascending id, so
-- that concurrent writes do not deadlock.
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

-- Counts the entries that products gain or lose. The product keeps the number of a colour with deleted entries, so that
-- no other colour gets it.
CREATE FUNCTION count_entries(of_merchant bigint, writes colour_write[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    v_product record;
    v_entries integer;
    v_turned  integer[] := '{}'; -- products that got their first entry or lost their last one
    v_steps   integer[] := '{}';
BEGIN
    FOR v_product IN
        SELECT w.product_id, sum(w.gained) AS gained,
               max(w.colour_no) FILTER (WHERE w.removed_codes IS NOT NULL) AS last_colour_no
        FROM unnest(writes) w
        GROUP BY w.product_id
        HAVING sum(w.gained) <> 0
    LOOP
        UPDATE product SET entries = entries + v_product.gained, has_stock = entries + v_product.gained > 0,
                           last_colour_no = greatest(last_colour_no, v_product.last_colour_no)
        WHERE merchant_id = of_merchant AND product_id = v_product.product_id
        RETURNING entries INTO STRICT v_entries;
        IF v_entries = 0 OR v_entries = v_product.gained THEN
            v_turned := v_turned || v_product.product_id;
            v_steps := v_steps || CASE WHEN v_entries = 0 THEN -1 ELSE 1 END;
        END IF;
    END LOOP;
    IF cardinality(v_turned) > 0 THEN
        PERFORM count_products_with_stock(of_merchant, v_turned, v_steps);
    END IF;
END $$;

-- Records changes in the ledger: a push, and for each product a row with the changes of its colours. Returns the number
-- of the push, or NULL if no quantity changes. The counter is the last lock, held until commit, so that pushes with
-- lower numbers are committed before. The time is read before the wait for this lock and is never earlier than that of
-- the previous push.
CREATE FUNCTION record_push(of_merchant bigint, attempt write_attempt, writes colour_write[]) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
    v_one      colour_write := writes[1];
    v_alone    boolean := cardinality(writes) = 1 AND v_one.removed_codes IS NULL;
    v_entries  integer := cardinality(v_one.changed);
    v_products integer[] := ARRAY[v_one.product_id];
    v_at       timestamptz;
    v_number   bigint;
    v_base     bigint;
BEGIN
    IF NOT v_alone THEN
        SELECT sum(cardinality(w.changed)), array_agg(DISTINCT w.product_id) INTO v_entries, v_products
        FROM unnest(writes) w WHERE w.changed IS NOT NULL;
    END IF;
    IF v_entries IS NULL THEN
        RETURN NULL;
    END IF;
    LOOP
        v_at := date_trunc('milliseconds', clock_timestamp());
        UPDATE push_counter SET last = last + 1, last_at = greatest(last_at, v_at) WHERE merchant_id = of_merchant
        RETURNING last, last_at INTO v_number, v_at;
        EXIT WHEN FOUND;
        SELECT l.base INTO STRICT v_base FROM ledger l;
        INSERT INTO push_counter (merchant_id, last, last_at, base) VALUES (of_merchant, v_base, 'epoch', v_base)
        ON CONFLICT DO NOTHING;
    END LOOP;
    INSERT INTO stock_push
        (merchant_id, push, at, application_id, account_id, entries, kind, operator, request_id, products, reference)
    VALUES (of_merchant, v_number, v_at, nullif(attempt.application, 0),
            CASE WHEN attempt.application <> 0 THEN attempt.account END, v_entries, attempt.kind, attempt.operator,
            attempt.request, v_products, attempt.reference);
    IF v_alone THEN
        INSERT INTO stock_change (merchant_id, at, push, product_id, colours, colour_nos, sizes, before, after)
        VALUES (of_merchant, v_at, v_number, v_one.product_id, ARRAY[v_one.colour],
                array_fill(1::smallint, ARRAY[v_entries]), v_one.changed, v_one.before, v_one.after);
        RETURN v_number;
    END IF;
    INSERT INTO stock_change
        (merchant_id, at, push, product_id, colours, colour_nos, sizes, before, after, bar_codes, places, images)
    SELECT of_merchant, v_at, v_number, c.product_id, array_agg(c.colour),
           concatenation(array_fill(c.no::smallint, ARRAY[cardinality(c.changed)])),
           concatenation(c.changed), concatenation(c.before), concatenation(c.after),
           CASE WHEN num_nonnulls(VARIADIC concatenation(c.codes)) > 0 THEN concatenation(c.codes) END,
           CASE WHEN count(c.removed_codes) > 0 THEN array_agg(c.place) END,
           CASE WHEN count(c.removed_image) > 0 THEN array_agg(c.removed_image) END
    FROM (SELECT w.*, row_number() OVER (PARTITION BY w.product_id ORDER BY w.nth) AS no,
                 CASE WHEN attempt.kind <> 'create'
                      THEN coalesce(w.removed_codes, array_fill(NULL::text, ARRAY[cardinality(w.changed)])) END AS codes,
                 CASE WHEN w.removed_codes IS NOT NULL THEN w.colour_no END AS place,
                 CASE WHEN w.removed_codes IS NOT NULL THEN nullif(w.image, '') END AS removed_image
          FROM unnest(writes) WITH ORDINALITY
              AS w (product_id, colour, colour_no, image, sizes, quantities, bar_codes, is_new, gained,
                    changed, before, after, removed_codes, nth)
          WHERE w.changed IS NOT NULL) c
    GROUP BY c.product_id;
    RETURN v_number;
END $$;

-- Writes the result of compare_stock: colours, counts of the products, and the ledger. Returns the number of the push,
-- or NULL if no quantity changes.
CREATE FUNCTION merge_stock(of_merchant bigint, attempt write_attempt, writes colour_write[], resizes boolean)
RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
    v_gone record;
BEGIN
    IF writes IS NULL THEN
        RETURN NULL;
    END IF;
    INSERT INTO stock (merchant_id, product_id, colour_no, colour, image, sizes, quantities, bar_codes, updated_at)
    SELECT of_merchant, w.product_id, w.colour_no, w.colour, w.image, w.sizes, w.quantities, w.bar_codes, attempt.at
    FROM unnest(writes) w
    WHERE w.sizes IS NOT NULL
    ON CONFLICT (merchant_id, product_id, colour) DO UPDATE
        SET sizes = excluded.sizes, quantities = excluded.quantities, bar_codes = excluded.bar_codes,
            updated_at = excluded.updated_at;
    IF resizes THEN
        FOR v_gone IN SELECT w.product_id, w.colour FROM unnest(writes) w WHERE w.sizes IS NULL LOOP
            DELETE FROM stock
            WHERE merchant_id = of_merchant AND product_id = v_gone.product_id AND colour = v_gone.colour;
        END LOOP;
        PERFORM count_entries(of_merchant, writes);
    END IF;
    RETURN record_push(of_merchant, attempt, writes);
END $$;

-- Updates product_bar_code for rows that are about to be written. A code that a colour loses stays if another colour of
-- the product has it.
CREATE FUNCTION index_bar_codes(of_merchant bigint, writes colour_write[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    v_known record; -- present codes of these colours, and their products
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

-- Writes orders that need no further checks.
CREATE FUNCTION write_orders(of_merchant bigint, attempt write_attempt, orders colour_order[]) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
    v_compared record := compare_stock(of_merchant, orders);
BEGIN
    PERFORM index_bar_codes(of_merchant, v_compared.writes);
    RETURN merge_stock(of_merchant, attempt, v_compared.writes, v_compared.resizes);
END $$;
