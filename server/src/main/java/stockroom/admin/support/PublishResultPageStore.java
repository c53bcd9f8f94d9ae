package stockroom.admin.support;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import stockroom.auth.MerchantId;
import stockroom.database.Database;
import stockroom.database.paging.Page;

public final class PublishResultPageStore {
    static final List<String> STATUSES = List.of("missing", "published", "failed");

    private static final String LIST = """
            SELECT f.store_id, f.product_id, f.first_fetched_at, f.last_fetched_at, f.result_at AS reported_at, f.platform, f.item_id,
                   f.user_id, f.user_nick, f.message,
                   CASE f.result_status WHEN 1 THEN 'published' WHEN 0 THEN 'failed' ELSE 'missing' END AS status
            FROM fetched_product f
            WHERE f.merchant_id = :merchant AND (f.store_id, f.product_id) > (:store, :product)
              AND (:status::text IS NULL OR :status::text =
                   CASE f.result_status WHEN 1 THEN 'published' WHEN 0 THEN 'failed' ELSE 'missing' END)
            ORDER BY f.store_id, f.product_id LIMIT :rows
            """;

    private final Database database;

    public PublishResultPageStore(Database database) {
        this.database = database;
    }

    record Result(
            long storeId,
            int productId,
            String status,
            Instant firstFetchedAt,
            Instant lastFetchedAt,
            @Nullable Instant reportedAt,
            @Nullable String platform,
            @Nullable String itemId,
            @Nullable String userId,
            @Nullable String userNick,
            @Nullable String message) {}

    Page<Result> list(MerchantId merchant, Optional<String> status, Page.Wanted wanted) {
        var after = wanted.afterNumbers(2);
        var rows = database.run(
                "publish results",
                handle -> handle.createQuery(LIST)
                        .bind("merchant", merchant.value())
                        .bind("store", after[0])
                        .bind("product", after[1])
                        .bind("status", status.orElse(null))
                        .bind("rows", wanted.rows())
                        .mapTo(Result.class)
                        .list());
        return Page.of(rows, wanted, result -> Page.cursor(result.storeId(), result.productId()));
    }
}
