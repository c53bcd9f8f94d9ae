-- Returns whether accounts of other merchants may fetch the products of a merchant.
CREATE FUNCTION has_open_catalogue(of_merchant bigint) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM merchant m
    WHERE m.merchant_id = of_merchant AND m.open_catalogue
      AND NOT EXISTS (SELECT FROM suspended_merchant s WHERE s.merchant_id = of_merchant);
    RETURN FOUND;
END $$;

-- Returns the bound store of an account, its day and its fetches of that day. store is NULL if the account is gone.
CREATE FUNCTION day_of_account(
    of_merchant bigint, of_account bigint, today date, OUT store bigint, OUT day date, OUT fetches integer)
LANGUAGE plpgsql AS $$
BEGIN
    SELECT a.store_id INTO store FROM account a WHERE a.merchant_id = of_merchant AND a.account_id = of_account;
    SELECT d.day, d.fetches INTO day, fetches FROM daily_fetches d
    WHERE d.merchant_id = of_merchant AND d.account_id = of_account AND d.day >= today;
    IF NOT FOUND THEN
        day := today;
        fetches := 0;
    END IF;
END $$;

-- Returns the oldest products whose publish results a bound store owes.
CREATE FUNCTION owed_results(of_merchant bigint, of_store bigint, window_start timestamptz, due_until timestamptz)
RETURNS integer[]
LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN (SELECT array_agg(oldest.product_id)
            FROM (SELECT f.product_id FROM fetched_product f
                  WHERE f.merchant_id = of_merchant AND f.store_id = of_store AND f.last_fetched_at > window_start
                    AND f.first_fetched_at < due_until AND f.result_at IS NULL
                  ORDER BY f.first_fetched_at, f.product_id LIMIT 10) oldest);
END $$;

-- Counts a fetch on the day of the account and in the window of the store. in_window says whether the product is in
-- that window already. Returns the day and its new count, or NULL if the day is used up. The condition enforces the
-- limit even while the account is being bound to another store.
CREATE FUNCTION count_fetch(
    of_merchant bigint, of_account bigint, of_store bigint, of_product integer, in_window boolean,
    at timestamptz, today date, per_day integer, OUT day date, OUT fetches integer)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
    INSERT INTO daily_fetches AS kept (merchant_id, account_id, day, fetches)
    VALUES (of_merchant, of_account, today, 1)
    ON CONFLICT (merchant_id, account_id) DO UPDATE
        SET fetches = CASE WHEN kept.day < excluded.day THEN 1 ELSE kept.fetches + 1 END,
            day = greatest(kept.day, excluded.day)
        WHERE kept.day < excluded.day OR kept.fetches < per_day
    RETURNING kept.day, kept.fetches INTO day, fetches;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    IF in_window THEN
        UPDATE fetched_product SET last_fetched_at = at
        WHERE merchant_id = of_merchant AND store_id = of_store AND product_id = of_product;
    ELSE
        INSERT INTO fetched_product (merchant_id, store_id, product_id, first_fetched_at, last_fetched_at)
        VALUES (of_merchant, of_store, of_product, at, at)
        ON CONFLICT (merchant_id, store_id, product_id) DO UPDATE
            SET first_fetched_at = excluded.first_fetched_at, last_fetched_at = excluded.last_fetched_at;
    END IF;
END $$;

-- Fetches a product detail in one round trip: reads the product and counts a fetch against the day of the account and
-- the three months of the bound store. Fetches are counted if and only if the product is delivered. The outcome is, by
-- precedence, 'day_used_up', 'unknown', 'unpublished' (fewer than two thirds of the due products have a publish result;
-- owing has the oldest without), 'store_full' or 'delivered'.
--
-- A lock on the row of the bound store makes its fetches run one at a time, so that the counts are exact. The row of
-- the product may belong to another merchant (p_owner) and is only read. Each statement reads one table, which a node
-- of a cluster plans fastest (docs/decisions/0024).
--
-- The day of an account never goes back. If the clock does, as after a failover, or p_zone of another node is behind,
-- fetches count on the latest day until it is over.
CREATE FUNCTION fetch_product(
    p_merchant bigint, p_account bigint, p_owner bigint, p_product integer,
    p_per_day integer, p_per_store integer, p_window_months integer, p_grace_millis bigint, p_due_from integer, p_zone text,
    OUT outcome text, OUT fetched_today integer, OUT millis_to_midnight bigint,
    OUT store_products integer, OUT due integer, OUT due_with_result integer, OUT owing integer[],
    OUT store_url text, OUT store_name text, OUT art_no text, OUT title text, OUT description text, OUT price numeric,
    OUT images text[], OUT video text, OUT category_ids text, OUT category_names text, OUT attributes text,
    OUT sku_colours text[], OUT sku_images text[], OUT sku_sizes text[], OUT sku_quantities text[])
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    v_now          timestamptz := clock_timestamp();
    v_local        timestamp := v_now AT TIME ZONE p_zone; -- months and days are those of p_zone, not of the connection
    v_account      record := day_of_account(p_merchant, p_account, v_local::date);
    v_window_start timestamptz;
    v_due_until    timestamptz;
    v_in_window    boolean;
    v_counted      record;
BEGIN
    fetched_today := v_account.fetches;
    millis_to_midnight := ceil(extract(epoch FROM ((v_account.day + 1)::timestamp AT TIME ZONE p_zone) - v_now) * 1000);
    IF fetched_today >= p_per_day THEN
        outcome := 'day_used_up';
        RETURN;
    END IF;

    IF p_owner = p_merchant OR has_open_catalogue(p_owner) THEN
        SELECT p.art_no, p.title, p.description, p.price, p.images, p.video, p.category_ids, p.category_names, p.attributes::text
        INTO art_no, title, description, price, images, video, category_ids, category_names, attributes FROM product p
        WHERE p.merchant_id = p_owner AND p.product_id = p_product AND (p_owner = p_merchant OR p.state = 'on_sale');
        SELECT m.store_url, m.store_name INTO store_url, store_name FROM merchant m WHERE m.merchant_id = p_owner;
        SELECT array_agg(s.colour), array_agg(s.image), array_agg(array_to_string(s.sizes, ',')),
               array_agg(array_to_string(s.quantities, ','))
        INTO sku_colours, sku_images, sku_sizes, sku_quantities
        FROM (SELECT o.colour, o.image, o.sizes, o.quantities FROM stock o
              WHERE o.merchant_id = p_owner AND o.product_id = p_product ORDER BY o.colour_no) s;
    END IF;
    IF art_no IS NULL OR v_account.store IS NULL THEN -- the account may be deleted meanwhile
        outcome := 'unknown';
        RETURN;
    END IF;

    PERFORM FROM bound_store b WHERE b.merchant_id = p_merchant AND b.store_id = v_account.store FOR NO KEY UPDATE;
    v_now := clock_timestamp(); -- the wait for the lock may have been long
    v_local := v_now AT TIME ZONE p_zone;
    v_window_start := (v_local - make_interval(months => p_window_months)) AT TIME ZONE p_zone;
    v_due_until := v_now - make_interval(secs => p_grace_millis / 1000.0);
    SELECT coalesce(bool_or(f.product_id = p_product), false), count(*), count(*) FILTER (WHERE f.first_fetched_at < v_due_until),
           count(*) FILTER (WHERE f.first_fetched_at < v_due_until AND f.result_at IS NOT NULL)
    INTO v_in_window, store_products, due, due_with_result
    FROM fetched_product f
    WHERE f.merchant_id = p_merchant AND f.store_id = v_account.store AND f.last_fetched_at > v_window_start;
    IF due >= p_due_from AND due_with_result * 3 < due * 2 THEN
        outcome := 'unpublished';
        owing := owed_results(p_merchant, v_account.store, v_window_start, v_due_until);
        RETURN;
    END IF;
    IF NOT v_in_window AND store_products >= p_per_store THEN
        outcome := 'store_full';
        RETURN;
    END IF;
    v_counted := count_fetch(p_merchant, p_account, v_account.store, p_product, v_in_window, v_now, v_local::date, p_per_day);
    fetched_today := coalesce(v_counted.fetches, p_per_day);
    IF v_counted.day IS NULL THEN
        outcome := 'day_used_up';
        RETURN;
    END IF;
    outcome := 'delivered';
    millis_to_midnight := ceil(extract(epoch FROM ((v_counted.day + 1)::timestamp AT TIME ZONE p_zone) - v_now) * 1000);
    store_products := store_products + CASE WHEN v_in_window THEN 0 ELSE 1 END;
END $$;
