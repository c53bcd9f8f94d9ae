package stockroom.catalog.stock;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import stockroom.auth.MerchantId;
import stockroom.database.Database;
import stockroom.database.Query;
import stockroom.database.SqlState;

/// Looks item numbers up before a write takes its turn and checks them in the transaction of the write.
final class ArtNoStore {
    static final String PRODUCTS = """
            SELECT p.product_id, p.art_no FROM unnest(?::text[]) AS n (art_no)
            CROSS JOIN LATERAL (SELECT p.product_id, p.art_no FROM product p
                                WHERE p.merchant_id = ? AND p.art_no = n.art_no
                                LIMIT 1) p
            """;

    /// Runs in place of the write when an item number is unknown.
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

    /// An item number refers to another product than when it was looked up. Nothing was written.
    static final class Moved extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private Moved(SQLException cause) {
            super(cause);
        }
    }

    static void refuseMoved(SQLException ended) {
        if (SqlState.of(ended).code().equals(MOVED)) {
            throw new Moved(ended);
        }
    }
}
