WITH block AS (
    SELECT first_id, with_stock AS products, sum(with_stock) OVER (ORDER BY first_id) AS up_to
    FROM product_block WHERE merchant_id = :merchant),
start AS (
    SELECT first_id, :skip - (up_to - products) AS skip
    FROM block WHERE up_to > :skip ORDER BY first_id LIMIT 1)
SELECT (SELECT coalesce(max(up_to), 0) FROM block) AS total, shown.*
FROM (SELECT) AS always LEFT JOIN (
    SELECT product_id, art_no, images[1] AS pic
    FROM product
    WHERE merchant_id = :merchant AND has_stock AND product_id >= (
        SELECT product_id FROM product
        WHERE merchant_id = :merchant AND has_stock AND product_id >= (SELECT first_id FROM start)
        ORDER BY product_id OFFSET (SELECT skip FROM start) LIMIT 1)
    ORDER BY product_id LIMIT :size) AS shown ON true;
