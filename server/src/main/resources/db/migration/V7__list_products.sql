-- Returns a page of products by ascending id, with the total: a row for each product, or one row without a product for
-- a page past the end. p_has_stock is NULL for all products.
--
-- The page is found by adding up the counts of blocks of about a thousand products. Less than a block is then skipped,
-- in an index alone, so the last page costs as much as the first (docs/decisions/0003). Each statement reads one table,
-- which a node of a cluster plans fastest (docs/decisions/0024).
CREATE FUNCTION list_products(p_merchant bigint, p_has_stock boolean, p_skip bigint, p_size integer)
RETURNS TABLE (total bigint, product_id integer, art_no text, pic text)
LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
DECLARE
    v_block record;
    v_first integer; -- first product of the page
    v_skip  bigint;  -- products to skip in its block
BEGIN
    total := 0;
    FOR v_block IN
        SELECT b.first_id,
               CASE WHEN p_has_stock THEN b.with_stock WHEN NOT p_has_stock THEN b.total - b.with_stock ELSE b.total END AS products
        FROM product_block b
        WHERE b.merchant_id = p_merchant
        ORDER BY b.first_id
    LOOP
        IF v_first IS NULL AND total + v_block.products > p_skip THEN
            v_first := v_block.first_id;
            v_skip := p_skip - total;
        END IF;
        total := total + v_block.products;
    END LOOP;
    IF v_first IS NULL THEN
        RETURN NEXT;
        RETURN;
    END IF;
    -- An index is used only if the condition is written out, so this is repeated for each of the three.
    IF p_has_stock IS NULL THEN
        IF v_skip > 0 THEN
            SELECT p.product_id INTO v_first FROM product p
            WHERE p.merchant_id = p_merchant AND p.product_id >= v_first
            ORDER BY p.product_id OFFSET v_skip LIMIT 1;
        END IF;
        RETURN QUERY
            SELECT total, p.product_id, p.art_no, p.images[1] FROM product p
            WHERE p.merchant_id = p_merchant AND p.product_id >= v_first
            ORDER BY p.product_id LIMIT p_size;
    ELSIF p_has_stock THEN
        IF v_skip > 0 THEN
            SELECT p.product_id INTO v_first FROM product p
            WHERE p.merchant_id = p_merchant AND p.has_stock AND p.product_id >= v_first
            ORDER BY p.product_id OFFSET v_skip LIMIT 1;
        END IF;
        RETURN QUERY
            SELECT total, p.product_id, p.art_no, p.images[1] FROM product p
            WHERE p.merchant_id = p_merchant AND p.has_stock AND p.product_id >= v_first
            ORDER BY p.product_id LIMIT p_size;
    ELSE
        IF v_skip > 0 THEN
            SELECT p.product_id INTO v_first FROM product p
            WHERE p.merchant_id = p_merchant AND NOT p.has_stock AND p.product_id >= v_first
            ORDER BY p.product_id OFFSET v_skip LIMIT 1;
        END IF;
        RETURN QUERY
            SELECT total, p.product_id, p.art_no, p.images[1] FROM product p
            WHERE p.merchant_id = p_merchant AND NOT p.has_stock AND p.product_id >= v_first
            ORDER BY p.product_id LIMIT p_size;
    END IF;
    IF NOT FOUND THEN
        RETURN NEXT;
    END IF;
END $$;
