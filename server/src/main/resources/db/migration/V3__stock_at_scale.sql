-- A product is one merchant's, so to name both picks no fewer rows than to name the product. The planner multiplies the two
-- unless it is told, thinks of one colour and one entry for each product, and then takes any index that begins with the two
-- for as good as the one with the whole key: 2,700 entries of 300 colours are 810,000 comparisons (docs/decisions/0016).
CREATE STATISTICS colour_of_product (dependencies) ON merchant_id, product_id FROM colour;
CREATE STATISTICS stock_entry_of_product (dependencies) ON merchant_id, product_id FROM stock_entry;

-- Entries are set far more often than added, often all of a product's at once. Where a page has room for the new version
-- of each of its rows, no index changes and the old versions are cleared away without a vacuum (docs/decisions/0016).
ALTER TABLE stock_entry SET (fillfactor = 50);
