package stockroom.catalog.stock;

import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.mapper.Nested;
import org.jspecify.annotations.Nullable;
import stockroom.auth.MerchantId;
import stockroom.database.Database;
import stockroom.database.paging.Page;
import stockroom.limits.Limits;

public final class StockPageStore {
    /// Reads as many colours as the page may have entries, plus those of the product it may start in. The last
    /// product is read with all its colours because the index does not order them.
    private static final String LIST = """
            SELECT s.product_id, s.colour_no, s.colour AS color, e.size, e.quantity AS stock, e.bar_code, s.updated_at
            FROM (SELECT * FROM stock
                  WHERE merchant_id = :merchant AND product_id >= :product <only>
                  ORDER BY product_id FETCH FIRST (:rows + :colours) ROWS WITH TIES) s
            CROSS JOIN LATERAL unnest(s.sizes, s.quantities, s.bar_codes) AS e (size, quantity, bar_code)
            WHERE (s.product_id, s.colour_no, e.size) > (:product, :colour, :size)
            ORDER BY s.product_id, s.colour_no, e.size LIMIT :rows
            """;

    private final Database database;

    public StockPageStore(Database database) {
        this.database = database;
    }

    record StockEntry(
            int productId,
            String color,
            int size,
            int stock,
            @Nullable String barCode,
            Instant updatedAt) {}

    private record Row(int colourNo, @Nested StockEntry entry) {}

    public Page<StockEntry> list(MerchantId merchant, Optional<Long> only, Page.Wanted wanted) {
        var after = wanted.afterNumbers(3);
        var rows = database.of(merchant.value()).run("stock page", handle -> {
            var query = handle.createQuery(LIST)
                    .define("only", only.isPresent() ? "AND product_id = :only" : "")
                    .bind("merchant", merchant.value())
                    .bind("product", after[0])
                    .bind("colour", after[1])
                    .bind("size", after[2])
                    .bind("colours", Limits.COLOURS_PER_PRODUCT)
                    .bind("rows", wanted.rows());
            only.ifPresent(product -> query.bind("only", product));
            return query.mapTo(Row.class).list();
        });
        var page = Page.of(rows, wanted, row -> Page.cursor(row.entry.productId(), row.colourNo, row.entry.size()));
        return new Page<>(page.items().stream().map(Row::entry).toList(), page.next());
    }
}
