package stockroom.client.model;

/// The fields that the product list has only on request.
public enum ProductField {
    STOCK_TOTAL,
    UPDATED_AT,
    STATE
}
