package stockroom.client.model;

/// Selects the listed products. A product has stock once it has one entry, even of quantity 0.
public enum StockFilter {
    ALL,
    WITH_STOCK,
    WITHOUT_STOCK
}
