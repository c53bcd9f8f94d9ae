package stockroom.client.model;

import java.util.List;

/// One page of the product list.
public record ProductPage(int totalPages, List<ProductSummary> products) {
    public ProductPage {
        products = List.copyOf(products);
    }
}
