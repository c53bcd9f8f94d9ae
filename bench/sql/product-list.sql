SELECT total, product_id, art_no, pic
FROM list_products(p_merchant => :merchant, p_has_stock => NULL, p_skip => :skip, p_size => :size);
