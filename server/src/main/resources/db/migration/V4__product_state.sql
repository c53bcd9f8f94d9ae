ALTER TABLE product
    ADD state text NOT NULL DEFAULT 'on_sale' CHECK (state IN ('on_sale', 'delisted'));
COMMENT ON COLUMN product.state IS 'delisted: the detail is unknown to other merchants; lists and stock are as before';
