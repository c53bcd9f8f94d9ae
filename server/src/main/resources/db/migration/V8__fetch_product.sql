-- Product detail in one round trip: read the product, take a fetch from the account's day and the bound store's three
-- months, or say why not. A fetch is counted if and only if the product is handed out, in the same transaction.
-- The outcome is 'day_used_up', 'unknown', 'unpublished' (two thirds; owing names the oldest of them), 'store_full' or
-- 'delivered', in this order of precedence.
--
-- All fetches of a bound store go one at a time through the lock on its row, so the counts below are exact. The row of the
-- product may be another merchant's (p_owner); it is only read.
--
-- An account's day never goes back: when the clock does, as in a failover, or another node's p_zone is behind, fetches
-- are counted on the latest day there was, until that is over.
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
    v_now          timestamptz;
    v_window_start timestamptz;
    v_due_until    timestamptz;
    v_today        date;
    v_day          date;
    v_store        bigint;
    v_last         timestamptz;
BEGIN
    v_now := clock_timestamp();
    v_today := (v_now AT TIME ZONE p_zone)::date;
    SELECT d.day, d.fetches INTO v_day, fetched_today FROM daily_fetches d
    WHERE d.merchant_id = p_merchant AND d.account_id = p_account AND d.day >= v_today;
    v_day := coalesce(v_day, v_today);
    millis_to_midnight := ceil(extract(epoch FROM ((v_day + 1)::timestamp AT TIME ZONE p_zone) - v_now) * 1000);
    fetched_today := coalesce(fetched_today, 0);
    IF fetched_today >= p_per_day THEN
        outcome := 'day_used_up';
        RETURN;
    END IF;

    -- a table a statement: what a cluster's node plans quickest (docs/decisions/0024)
    IF p_owner <> p_merchant THEN
        PERFORM FROM merchant m WHERE m.merchant_id = p_owner AND m.open_catalogue;
        IF NOT FOUND OR EXISTS (SELECT FROM suspended_merchant s WHERE s.merchant_id = p_owner) THEN
            outcome := 'unknown';
            RETURN;
        END IF;
    END IF;
    SELECT p.art_no, p.title, p.description, p.price, p.images, p.video, p.category_ids, p.category_names, p.attributes::text
    INTO art_no, title, description, price, images, video, category_ids, category_names, attributes
    FROM product p
    WHERE p.merchant_id = p_owner AND p.product_id = p_product AND (p.merchant_id = p_merchant OR p.state = 'on_sale');
    IF NOT FOUND THEN
        outcome := 'unknown';
        RETURN;
    END IF;
    SELECT m.store_url, m.store_name INTO store_url, store_name FROM merchant m WHERE m.merchant_id = p_owner;
    SELECT array_agg(s.colour ORDER BY s.colour_no), array_agg(s.image ORDER BY s.colour_no),
           array_agg(array_to_string(s.sizes, ',') ORDER BY s.colour_no),
           array_agg(array_to_string(s.quantities, ',') ORDER BY s.colour_no)
    INTO sku_colours, sku_images, sku_sizes, sku_quantities
    FROM stock s
    WHERE s.merchant_id = p_owner AND s.product_id = p_product;

    SELECT a.store_id INTO STRICT v_store FROM account a WHERE a.merchant_id = p_merchant AND a.account_id = p_account;
    PERFORM FROM bound_store b WHERE b.merchant_id = p_merchant AND b.store_id = v_store FOR NO KEY UPDATE;
    -- the wait for the lock may have been long
    v_now := clock_timestamp();
    v_today := (v_now AT TIME ZONE p_zone)::date;
    -- months and days are those of p_zone, whatever zone the connection is in
    v_window_start := ((v_now AT TIME ZONE p_zone) - make_interval(months => p_window_months)) AT TIME ZONE p_zone;
    v_due_until := v_now - make_interval(secs => p_grace_millis / 1000.0);

    SELECT max(f.last_fetched_at) FILTER (WHERE f.product_id = p_product),
           count(*),
           count(*) FILTER (WHERE f.first_fetched_at < v_due_until),
           count(*) FILTER (WHERE f.first_fetched_at < v_due_until AND f.result_at IS NOT NULL)
    INTO v_last, store_products, due, due_with_result
    FROM fetched_product f
    WHERE f.merchant_id = p_merchant AND f.store_id = v_store AND f.last_fetched_at > v_window_start;
    outcome := CASE
        WHEN due >= p_due_from AND due_with_result * 3 < due * 2 THEN 'unpublished'
        WHEN v_last IS NULL AND store_products >= p_per_store THEN 'store_full'
        ELSE 'delivered'
    END;
    IF outcome = 'unpublished' THEN
        SELECT array_agg(oldest.product_id) INTO owing
        FROM (SELECT f.product_id FROM fetched_product f
              WHERE f.merchant_id = p_merchant AND f.store_id = v_store AND f.last_fetched_at > v_window_start
                AND f.first_fetched_at < v_due_until AND f.result_at IS NULL
              ORDER BY f.first_fetched_at, f.product_id LIMIT 10) oldest;
    END IF;
    IF outcome <> 'delivered' THEN
        RETURN;
    END IF;

    -- the condition holds the limit even for an account that is being bound to another store at this moment
    INSERT INTO daily_fetches AS kept (merchant_id, account_id, day, fetches)
    VALUES (p_merchant, p_account, v_today, 1)
    ON CONFLICT (merchant_id, account_id) DO UPDATE
        SET fetches = CASE WHEN kept.day < excluded.day THEN 1 ELSE kept.fetches + 1 END,
            day = greatest(kept.day, excluded.day)
        WHERE kept.day < excluded.day OR kept.fetches < p_per_day
    RETURNING kept.day, kept.fetches INTO v_day, fetched_today;
    IF NOT FOUND THEN
        outcome := 'day_used_up';
        fetched_today := p_per_day;
        RETURN;
    END IF;
    millis_to_midnight := ceil(extract(epoch FROM ((v_day + 1)::timestamp AT TIME ZONE p_zone) - v_now) * 1000);
    INSERT INTO fetched_product AS kept (merchant_id, store_id, product_id, first_fetched_at, last_fetched_at)
    VALUES (p_merchant, v_store, p_product, v_now, v_now)
    ON CONFLICT (merchant_id, store_id, product_id) DO UPDATE
        SET first_fetched_at = CASE WHEN kept.last_fetched_at > v_window_start
                                    THEN kept.first_fetched_at ELSE excluded.first_fetched_at END,
            last_fetched_at = excluded.last_fetched_at;
    IF v_last IS NULL THEN
        store_products := store_products + 1;
    END IF;
END $$;
