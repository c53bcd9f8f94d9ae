package stockroom.catalog;

/// An element of `data` in the product list.
record ProductSummary(int id, String artNo, String pic) {}
