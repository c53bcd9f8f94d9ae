package stockroom.catalog;

/// Which products a list shows.
enum StockFilter {
    ALL,
    WITH_STOCK,
    WITHOUT_STOCK
}
