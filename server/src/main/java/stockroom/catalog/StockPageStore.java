package stockroom.catalog;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import stockroom.auth.MerchantId;
import stockroom.database.Database;
import stockroom.http.Page;

/// A merchant's stock, page after page.
public final class StockPageStore {
    /// The page is cut first and colours are looked up for it: joined, all colours before it might be read as well.
    private static final String LIST = """
            SELECT page.*, (SELECT c.name FROM colour c WHERE c.merchant_id = :merchant
                            AND c.product_id = page.product_id AND c.colour_no = page.colour_no) AS name
            FROM (SELECT e.product_id, e.colour_no, e.size, e.quantity, e.bar_code, e.updated_at
                  FROM stock_entry e
                  WHERE e.merchant_id = :merchant AND (e.product_id, e.colour_no, e.size) > (:product, :colour, :size)
                    <only>
                  ORDER BY e.product_id, e.colour_no, e.size LIMIT :rows) page
            ORDER BY product_id, colour_no, size
            """;

    private final Database database;

    public StockPageStore(Database database) {
        this.database = database;
    }

    /// One size of one colour, as the interface answers it.
    record StockEntry(
            int productId,
            String color,
            int size,
            int stock,
            @Nullable String barCode,
            Instant updatedAt) {}

    private record Row(int colourNo, StockEntry entry) {}

    /// For operators.
    ///
    /// @param only this product's
    public Page<StockEntry> list(MerchantId merchant, Optional<Long> only, Page.Wanted wanted) {
        var after = wanted.afterNumbers(3);
        var rows = database.run("stock page", handle -> {
            var query = handle.createQuery(LIST)
                    .define("only", only.isPresent() ? "AND e.product_id = :only" : "")
                    .bind("merchant", merchant.value())
                    .bind("product", after[0])
                    .bind("colour", after[1])
                    .bind("size", after[2])
                    .bind("rows", wanted.rows());
            only.ifPresent(product -> query.bind("only", product));
            return query.map((row, _) -> row(row)).list();
        });
        var page = Page.of(rows, wanted, row -> Page.cursor(row.entry.productId(), row.colourNo, row.entry.size()));
        return new Page<>(page.items().stream().map(Row::entry).toList(), page.next());
    }

    private static Row row(ResultSet row) throws SQLException {
        return new Row(
                row.getInt("colour_no"),
                new StockEntry(
                        row.getInt("product_id"),
                        row.getString("name"),
                        row.getInt("size"),
                        row.getInt("quantity"),
                        row.getString("bar_code"),
                        row.getObject("updated_at", OffsetDateTime.class).toInstant()));
    }
}
