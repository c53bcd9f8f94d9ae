package stockroom.catalog.products;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Handle;
import stockroom.auth.MerchantId;
import stockroom.database.CopyRows;

/// Counts products per block, by which deep pages are found, in the transaction that changes the products.
public final class BlockStore {
    public static final int PRODUCTS_PER_BLOCK = 1_000;

    private static final String LAST = """
            SELECT first_id AS first, total FROM product_block WHERE merchant_id = :merchant ORDER BY first_id DESC LIMIT 1
            """;

    private static final String GROW = """
            INSERT INTO product_block AS kept (merchant_id, first_id, total) VALUES (:merchant, :first, :added)
            ON CONFLICT (merchant_id, first_id) DO UPDATE SET total = kept.total + excluded.total
            """;

    private static final String COPY = "COPY product_block (merchant_id, first_id, total, with_stock) FROM STDIN";

    private BlockStore() {}

    private record Block(int first, int total) {}

    static void count(Handle handle, MerchantId merchant, List<Integer> ids) {
        var last = handle.createQuery(LAST)
                .bind("merchant", merchant.value())
                .mapTo(Block.class)
                .findOne();
        var uncounted = new ArrayList<>(ids);
        if (last.isPresent() && last.get().total < PRODUCTS_PER_BLOCK && !uncounted.isEmpty()) {
            grow(handle, merchant, last.get().first, uncounted, PRODUCTS_PER_BLOCK - last.get().total);
        }
        while (!uncounted.isEmpty()) {
            grow(handle, merchant, uncounted.getFirst(), uncounted, PRODUCTS_PER_BLOCK);
        }
    }

    /// Expects products ordered by merchant and id. Each merchant starts with a new block.
    public static void copy(Handle handle, List<ProductRowStore.Row> products) throws SQLException {
        var blocks = new ArrayList<List<ProductRowStore.Row>>();
        for (var product : products) {
            if (blocks.isEmpty()
                    || blocks.getLast().size() == PRODUCTS_PER_BLOCK
                    || !blocks.getLast().getFirst().merchant().equals(product.merchant())) {
                blocks.add(new ArrayList<>());
            }
            blocks.getLast().add(product);
        }
        CopyRows.copy(
                handle,
                COPY,
                blocks,
                (rows, block) -> rows.number(block.getFirst().merchant().value())
                        .number(block.getFirst().productId())
                        .number(block.size())
                        .number(block.stream()
                                .filter(ProductRowStore.Row::hasStock)
                                .count())
                        .endRow());
    }

    private static void grow(Handle handle, MerchantId merchant, int first, List<Integer> uncounted, int room) {
        var counted = uncounted.subList(0, Math.min(room, uncounted.size()));
        handle.createUpdate(GROW)
                .bind("merchant", merchant.value())
                .bind("first", first)
                .bind("added", counted.size())
                .execute();
        counted.clear();
    }
}
