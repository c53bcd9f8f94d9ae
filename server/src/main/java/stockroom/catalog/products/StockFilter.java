package stockroom.catalog.products;

/// Which products a list shows.
enum StockFilter {
    ALL,
    WITH_STOCK,
    WITHOUT_STOCK;

    boolean takes(boolean hasStock) {
        return this == ALL || hasStock == (this == WITH_STOCK);
    }
}
