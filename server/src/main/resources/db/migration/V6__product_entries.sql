-- How many stock entries each product has, so that create_stock can bound them without counting.
ALTER TABLE product ADD entries integer NOT NULL DEFAULT 0 CHECK (entries >= 0);
COMMENT ON COLUMN product.entries IS 'stock entries of the product; kept in the transaction that adds them';

UPDATE product p SET entries = counted.entries
FROM (SELECT e.merchant_id, e.product_id, count(*) AS entries FROM stock_entry e GROUP BY e.merchant_id, e.product_id) counted
WHERE p.merchant_id = counted.merchant_id AND p.product_id = counted.product_id;

-- the one without p_most_entries, which does not keep the count
DROP FUNCTION IF EXISTS create_stock(
    bigint, bigint, bigint, bigint, boolean, integer[], text[], integer[], integer[], integer[], text[], integer);
