-- Deletes a product with its stock and records the stock. The push is NULL if there was none.
CREATE FUNCTION delete_product(
    p_merchant bigint, p_product integer, p_operator text, p_request text, OUT existed boolean, OUT push bigint)
LANGUAGE plpgsql AS $$
DECLARE
    v_attempt write_attempt := ROW(NULL, NULL, p_operator, 'product', p_request, NULL, NULL, NULL, now())::write_attempt;
    v_orders  colour_order[];
    v_first   integer;
BEGIN
    PERFORM FROM product p WHERE p.merchant_id = p_merchant AND p.product_id = p_product FOR UPDATE;
    existed := FOUND;
    IF NOT existed THEN
        RETURN;
    END IF;
    SELECT array_agg(ROW(p_product, s.colour, s.sizes, array_fill(NULL::integer, ARRAY[cardinality(s.sizes)]), NULL, NULL,
                         NULL)::colour_order ORDER BY s.colour COLLATE "default")
    INTO v_orders FROM stock s
    WHERE s.merchant_id = p_merchant AND s.product_id = p_product;
    push := write_orders(p_merchant, v_attempt, v_orders);
    DELETE FROM product WHERE merchant_id = p_merchant AND product_id = p_product;
    -- This block was locked before the push was numbered, if there was one.
    SELECT max(b.first_id) INTO STRICT v_first FROM product_block b
    WHERE b.merchant_id = p_merchant AND b.first_id <= p_product;
    UPDATE product_block SET total = total - 1 WHERE merchant_id = p_merchant AND first_id = v_first;
END $$;
