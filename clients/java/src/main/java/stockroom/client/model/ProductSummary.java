package stockroom.client.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A product in the product list. The fields of [ProductField] are null unless they were requested. `pic` is the
/// address of its first picture, `updatedAt` ignores changes of its stock, and `state` is `on_sale` or `delisted`.
public record ProductSummary(
        int id,
        String artNo,
        String pic,
        @Nullable Long stockTotal,
        @Nullable Instant updatedAt,
        @Nullable String state) {}
