package stockroom.cli.generate;

/// The tables that are filled, parents before their children, with the columns that are written.
enum FilledTable {
    MERCHANT("merchant (merchant_id, store_url, store_name, open_catalogue)"),
    BOUND_STORE("bound_store (merchant_id, store_id, platform, shop_id, shop_name)"),
    ACCOUNT("account (merchant_id, account_id, name, store_id)"),
    ACCESS_TOKEN("access_token (token_hash, application_id, merchant_id, account_id, expires_at)"),
    PRODUCT("product (merchant_id, product_id, art_no, title, description, price, images, video, category_ids,"
            + " category_names, attributes, has_stock)"),
    PRODUCT_OWNER("product_owner (product_id, merchant_id)"),
    PRODUCT_BLOCK("product_block (merchant_id, first_id, total, with_stock)"),
    COLOUR("colour (merchant_id, product_id, colour_no, name)"),
    STOCK_ENTRY("stock_entry (merchant_id, product_id, colour_no, size, quantity, guid, updated_at, bar_code)");

    private final String columns;

    FilledTable(String columns) {
        this.columns = columns;
    }

    /// The table with its columns, as COPY wants it.
    String columns() {
        return columns;
    }
}
