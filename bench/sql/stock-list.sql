SELECT p.has_stock, replace(e.guid::text, '-', '') AS guid, e.bar_code, c.name AS color, e.size, e.quantity
FROM product p
LEFT JOIN colour c ON c.merchant_id = p.merchant_id AND c.product_id = p.product_id
LEFT JOIN LATERAL (
    SELECT guid, bar_code, size, quantity FROM stock_entry
    WHERE merchant_id = :merchant AND product_id = :product AND colour_no = c.colour_no OFFSET 0) e ON true
WHERE p.merchant_id = :merchant AND p.product_id = :product
ORDER BY c.colour_no, e.size
LIMIT :stockRows;
