SELECT colour, CASE WHEN cardinality(sizes) <= 30 THEN sizes END AS sizes,
       CASE WHEN cardinality(sizes) <= 30 THEN quantities END AS quantities,
       CASE WHEN cardinality(sizes) <= 30 THEN bar_codes END AS bar_codes
FROM stock
WHERE merchant_id = :merchant AND product_id = :product
ORDER BY colour_no
LIMIT 21;
