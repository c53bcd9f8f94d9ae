package stockroom.catalog.products;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import stockroom.auth.MerchantId;
import stockroom.database.Database;
import stockroom.database.paging.Page;

public final class CataloguePageStore {
    /// For `art_no = ANY (…)` without statistics of a merchant, the planner reads all its products.
    private static final String WITH_ART_NO = "SELECT " + ProductRowStore.COLUMNS + """
            FROM unnest(:artNos) AS wanted (number) CROSS JOIN LATERAL (
                SELECT * FROM product p WHERE p.merchant_id = :merchant AND p.art_no = wanted.number LIMIT 1) found
            """;

    private static final String FIND = "SELECT " + ProductRowStore.COLUMNS
            + "FROM product WHERE merchant_id = :merchant AND product_id = :product";

    /// A page also ends at a number of bytes, since a thousand long descriptions would fill the memory.
    private static final String LIST = "SELECT " + ProductRowStore.COLUMNS + """
            , rows > number AS more
            FROM (SELECT p.*, row_number() OVER by_id AS number, count(*) OVER () AS rows,
                         sum(octet_length(p.description) + octet_length(p.images::text)
                             + coalesce(octet_length(p.attributes::text), 0) + 1000) OVER by_id AS bytes
                  FROM (SELECT * FROM product WHERE merchant_id = :merchant AND product_id > :after
                          <artNo> <state> <hasStock>
                        ORDER BY product_id LIMIT :rows) p
                  WINDOW by_id AS (ORDER BY p.product_id)) page
            WHERE bytes <= :maxBytes OR number = 1
            ORDER BY product_id
            """;

    private static final int MAX_BYTES = 4 << 20;

    private final Database database;

    public CataloguePageStore(Database database) {
        this.database = database;
    }

    public record Product(
            int productId, @JsonUnwrapped NewProduct product, boolean hasStock, Instant createdAt, Instant updatedAt) {}

    public Optional<Product> find(MerchantId merchant, int product) {
        return database.of(merchant.value()).run("product", handle -> find(handle, merchant, product));
    }

    public record Filter(Optional<String> artNo, Optional<NewProduct.State> state, Optional<Boolean> hasStock) {
        public static final Filter NONE = new Filter(Optional.empty(), Optional.empty(), Optional.empty());
    }

    public Page<Product> list(MerchantId merchant, Filter filter, Page.Wanted wanted) {
        var rows = database.of(merchant.value()).run("products", handle -> {
            var query = handle.createQuery(LIST)
                    .define("artNo", filter.artNo.isPresent() ? "AND art_no = :artNo" : "")
                    .define("state", filter.state.isPresent() ? "AND state = :state" : "")
                    // This must match the conditions of the partial indexes.
                    .define(
                            "hasStock",
                            filter.hasStock
                                    .map(has -> has ? "AND has_stock" : "AND NOT has_stock")
                                    .orElse(""))
                    .bind("merchant", merchant.value())
                    .bind("after", wanted.afterNumber(0))
                    .bind("rows", wanted.rows())
                    .bind("maxBytes", MAX_BYTES);
            filter.artNo.ifPresent(number -> query.bind("artNo", number));
            filter.state.ifPresent(state -> query.bind("state", state.word()));
            return query.map((row, _) -> new Page.Sized<>(ProductRowStore.product(row), row.getBoolean("more")))
                    .list();
        });
        return Page.ofSized(rows, wanted, product -> Page.cursor(product.productId()));
    }

    static List<Product> withArtNos(Handle handle, MerchantId merchant, Set<String> artNos) {
        return handle.createQuery(WITH_ART_NO)
                .bind("merchant", merchant.value())
                .bindArray("artNos", String.class, List.copyOf(artNos))
                .map((row, _) -> ProductRowStore.product(row))
                .list();
    }

    static Optional<Product> find(Handle handle, MerchantId merchant, int product) {
        return handle.createQuery(FIND)
                .bind("merchant", merchant.value())
                .bind("product", product)
                .map((row, _) -> ProductRowStore.product(row))
                .findOne();
    }
}
