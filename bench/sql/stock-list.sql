SELECT p.has_stock, replace(e.guid::text, '-', '') AS guid, e.bar_code, c.name AS color, e.size, e.quantity
FROM product p
LEFT JOIN colour c ON c.merchant_id = p.merchant_id AND c.product_id = p.product_id
LEFT JOIN stock_entry e
    ON e.merchant_id = c.merchant_id AND e.product_id = c.product_id AND e.colour_no = c.colour_no
WHERE p.merchant_id = :merchant AND p.product_id = :product
ORDER BY c.colour_no, e.size;
