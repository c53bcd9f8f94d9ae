package stockroom.catalog.products;

enum StockFilter {
    ALL,
    WITH_STOCK,
    WITHOUT_STOCK;

    boolean takes(boolean hasStock) {
        return this == ALL || hasStock == (this == WITH_STOCK);
    }
}
