package stockroom.catalog.stock;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import stockroom.auth.MerchantId;
import stockroom.database.Database;
import stockroom.database.Query;
import stockroom.database.SqlState;

/// Item numbers in place of product ids: looked up before a write takes its turn, and confirmed in its transaction.
final class ArtNoStore {
    /// One by one, as `CataloguePageStore` looks them up.
    static final String PRODUCTS = """
            SELECT p.product_id, p.art_no FROM unnest(?::text[]) AS n (art_no)
            CROSS JOIN LATERAL (SELECT p.product_id, p.art_no FROM product p
                                WHERE p.merchant_id = ? AND p.art_no = n.art_no
                                LIMIT 1) p
            """;

    /// In place of the write.
    static final String REFUSE = """
            SELECT outcome, wait_millis, NULL::bigint AS push, places, count, NULL AS data
            FROM refuse_art_nos(
                p_merchant => ?, p_account => ?, p_application => ?, p_interval_millis => ?, p_dry_run => ?,
                p_art_nos => ?, p_products => ?, p_places => ?,
                p_request => ?, p_reference => ?, p_key => ?, p_request_hash => ?)
            """;

    private static final String MOVED = "SR001";

    private final Database database;

    ArtNoStore(Database database) {
        this.database = database;
    }

    /// The ids of the products that have these item numbers.
    Map<String, Integer> products(MerchantId merchant, Set<String> artNos) {
        return database.of(merchant.value())
                .run(
                        "products of item numbers",
                        handle -> new Query(handle, PRODUCTS)
                                .withTexts(artNos)
                                .with(merchant.value())
                                .read(rows -> {
                                    var products = new HashMap<String, Integer>();
                                    while (rows.next()) {
                                        products.put(rows.getString("art_no"), rows.getInt("product_id"));
                                    }
                                    return products;
                                }));
    }

    /// An item number names another product than it did when it was looked up. Nothing was written.
    static final class Moved extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private Moved(SQLException cause) {
            super(cause);
        }
    }

    /// @throws Moved if that is what ended a write
    static void refuseMoved(SQLException ended) {
        if (SqlState.of(ended).code().equals(MOVED)) {
            throw new Moved(ended);
        }
    }
}
