package stockroom.demo;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import stockroom.auth.Caller;
import stockroom.auth.MerchantId;
import stockroom.catalog.ledger.Attempt;
import stockroom.catalog.stock.StockOrder;
import stockroom.catalog.stock.StockWriteStore;
import stockroom.catalog.stock.WriteResult.Done;
import stockroom.database.Database;

/// Creates the demonstration's stock as the interface would, but without waiting for turns.
public final class DemoStockStore {
    /// Turns are counted per application, and this number belongs to none.
    private static final int NO_APPLICATION = 0;

    private static final String SET_PICTURE =
            "UPDATE stock SET image = ? WHERE merchant_id = ? AND product_id = ? AND colour = ?";

    private final Database database;
    private final StockWriteStore stock;

    public DemoStockStore(Database database) {
        this.database = database;
        this.stock = new StockWriteStore(database);
    }

    public record Entry(
            int product,
            String colour,
            int size,
            int quantity,
            @Nullable String barCode) {}

    public void create(MerchantId merchant, long account, List<Entry> entries) {
        var order = new StockOrder.Builder();
        for (var entry : entries) {
            order.entry(entry.product, entry.colour, entry.size, entry.quantity, entry.barCode);
        }
        var created = stock.create(
                new Caller(merchant, account, NO_APPLICATION),
                order.build(),
                new Attempt(Duration.ZERO, false, null, Optional.empty(), Optional.empty()));
        if (!(created.result() instanceof Done)) {
            throw new IllegalStateException(created.toString());
        }
    }

    public void setPicture(MerchantId merchant, int product, String colour, String image) {
        database.run("demo picture", handle -> handle.execute(SET_PICTURE, image, merchant.value(), product, colour));
    }
}
