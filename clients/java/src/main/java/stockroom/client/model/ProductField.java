package stockroom.client.model;

/// What the product list tells of a product only if it is asked to.
public enum ProductField {
    STOCK_TOTAL,
    UPDATED_AT,
    STATE
}
