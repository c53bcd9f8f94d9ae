-- What keeps the cost of stock the same among ten million entries as among a hundred thousand (docs/decisions/0016).

-- A product is one merchant's, so to name both picks no fewer rows than to name the product. The planner multiplies the two
-- unless it is told, and then expects one colour and one entry of each product.
CREATE STATISTICS colour_of_product (dependencies) ON merchant_id, product_id FROM colour;
CREATE STATISTICS stock_entry_of_product (dependencies) ON merchant_id, product_id FROM stock_entry;

-- Where most products have one colour, an index that begins with merchant and product seems as good for finding a colour by
-- its number as the primary key. This one begins otherwise.
ALTER TABLE colour DROP CONSTRAINT colour_merchant_id_product_id_name_key;
ALTER TABLE colour ADD CONSTRAINT colour_name_key UNIQUE (merchant_id, name, product_id);

-- Entries are set far more often than added, often all of a product's at once. Where a page has room for the new version
-- of each of its rows, no index changes and the old versions are cleared away without a vacuum.
ALTER TABLE stock_entry SET (fillfactor = 50);

ANALYZE colour, stock_entry;
