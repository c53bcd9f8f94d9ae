-- Of stock that was there before. From V10 on every write keeps the table itself.
INSERT INTO product_bar_code (merchant_id, bar_code, product_id)
SELECT DISTINCT s.merchant_id, c.code, s.product_id
FROM stock s CROSS JOIN LATERAL unnest(s.bar_codes) AS c (code)
WHERE c.code IS NOT NULL
ON CONFLICT DO NOTHING;
