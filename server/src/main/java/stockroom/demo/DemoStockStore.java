package stockroom.demo;

import java.util.List;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Handle;
import stockroom.auth.MerchantId;
import stockroom.database.Database;
import stockroom.limits.Limits;

/// Gives demonstration products their stock, by the same statement the interface uses but without waiting for turns.
public final class DemoStockStore {
    /// Turns are counted per application; this one is nobody's.
    private static final int NO_APPLICATION = 0;

    private static final String CREATE = """
            SELECT outcome FROM create_stock(
                p_merchant => :merchant, p_account => :account, p_application => :application, p_interval_millis => 0, p_dry_run => false,
                p_products => :products, p_colours => :colours,
                p_groups => :groups, p_sizes => :sizes, p_quantities => :quantities, p_bar_codes => :barCodes,
                p_most_colours => :mostColours, p_most_entries => :mostEntries)
            """;

    private static final String SET_PICTURE = """
            UPDATE colour SET image = :image WHERE merchant_id = :merchant AND product_id = :product AND name = :colour
            """;

    private final Database database;

    public DemoStockStore(Database database) {
        this.database = database;
    }

    /// One size of one colour.
    public record Entry(int product, String colour, int size, int quantity, String barCode) {}

    public void create(MerchantId merchant, long account, List<Entry> entries) {
        database.inTransaction("demo stock", handle -> {
            var outcome = create(handle, merchant, account, entries);
            if (!outcome.equals("created")) {
                throw new IllegalStateException(outcome);
            }
            return outcome;
        });
    }

    private static String create(Handle handle, MerchantId merchant, long account, List<Entry> entries) {
        return handle.createQuery(CREATE)
                .bind("merchant", merchant.value())
                .bind("account", account)
                .bind("application", NO_APPLICATION)
                .bindArray(
                        "products",
                        Integer.class,
                        entries.stream().map(Entry::product).toList())
                .bindArray(
                        "colours",
                        String.class,
                        entries.stream().map(Entry::colour).toList())
                .bindArray(
                        "groups",
                        Integer.class,
                        IntStream.rangeClosed(1, entries.size()).boxed().toList())
                .bindArray(
                        "sizes",
                        Integer.class,
                        entries.stream().map(Entry::size).toList())
                .bindArray(
                        "quantities",
                        Integer.class,
                        entries.stream().map(Entry::quantity).toList())
                .bindArray(
                        "barCodes",
                        String.class,
                        entries.stream().map(Entry::barCode).toList())
                .bind("mostColours", Limits.COLOURS_PER_PRODUCT)
                .bind("mostEntries", Limits.ENTRIES_PER_PRODUCT)
                .mapTo(String.class)
                .one();
    }

    public void setPicture(MerchantId merchant, int product, String colour, String image) {
        database.run(
                "demo picture",
                handle -> handle.createUpdate(SET_PICTURE)
                        .bind("merchant", merchant.value())
                        .bind("product", product)
                        .bind("colour", colour)
                        .bind("image", image)
                        .execute());
    }
}
