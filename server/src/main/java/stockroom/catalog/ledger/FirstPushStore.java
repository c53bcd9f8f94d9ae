package stockroom.catalog.ledger;

import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import stockroom.auth.MerchantId;
import stockroom.database.CopyRows;
import stockroom.limits.Limits;

/// Writes the ledger of generated stock: an operator created it and then sold one of each entry repeatedly.
public final class FirstPushStore {
    private static final String PUSHES =
            "COPY stock_push (merchant_id, push, at, entries, kind, operator, products) FROM STDIN";

    private static final String CHANGES = """
            COPY stock_change (merchant_id, at, push, product_id, colours, colour_nos, sizes, before, after) FROM STDIN
            """;

    private static final String TIME = "SELECT date_trunc('milliseconds', clock_timestamp())";

    private static final String COUNTER = """
            INSERT INTO push_counter (merchant_id, last, last_at) VALUES (:merchant, :last, :at)
            ON CONFLICT (merchant_id) DO UPDATE SET last = excluded.last, last_at = excluded.last_at
            """;

    private FirstPushStore() {}

    /// `colourNos` has the position of each entry's colour, counted from 1.
    public record Stock(
            MerchantId merchant,
            int product,
            List<String> colours,
            List<Integer> colourNos,
            List<Integer> sizes,
            List<Integer> quantities) {}

    /// @param sold number of earlier sales of each entry, or null for the push that created them
    private record Numbered(
            MerchantId merchant, long push, @Nullable Integer sold, List<Stock> stocks) {
        int entries() {
            return stocks.stream().mapToInt(stock -> stock.sizes.size()).sum();
        }
    }

    /// Expects `stocks` ordered by merchant. No other push of these merchants may run meanwhile.
    public static void copy(
            Handle handle, List<Stock> stocks, int sales, Map<MerchantId, Long> lastPushes, String operator)
            throws SQLException {
        var at = handle.createQuery(TIME).mapTo(OffsetDateTime.class).one();
        var pushes = numbered(stocks, sales, lastPushes);
        CopyRows.copy(handle, CHANGES, pushes, (rows, push) -> {
            for (var stock : push.stocks) {
                rows.number(stock.merchant.value()).text(at.toString()).number(push.push);
                rows.number(stock.product).texts(stock.colours);
                rows.numbers(stock.colourNos).numbers(stock.sizes);
                if (push.sold == null) {
                    rows.text("{" + String.join(",", Collections.nCopies(stock.sizes.size(), "NULL")) + "}");
                    rows.numbers(more(stock, sales)).endRow();
                } else {
                    rows.numbers(more(stock, sales - push.sold));
                    rows.numbers(more(stock, sales - push.sold - 1)).endRow();
                }
            }
        });
        CopyRows.copy(handle, PUSHES, pushes, (rows, push) -> {
            rows.number(push.merchant.value()).number(push.push).text(at.toString());
            rows.number(push.entries()).text("create").text(operator);
            rows.numbers(push.stocks.stream().map(Stock::product).toList()).endRow();
        });
        var last = new HashMap<MerchantId, Long>();
        pushes.forEach(push -> last.put(push.merchant, push.push));
        if (!last.isEmpty()) {
            var counters = handle.prepareBatch(COUNTER);
            last.forEach((merchant, push) -> counters.bind("merchant", merchant.value())
                    .bind("last", push)
                    .bind("at", at)
                    .add());
            counters.execute();
        }
    }

    private static List<Integer> more(Stock stock, int by) {
        return stock.quantities.stream().map(quantity -> quantity + by).toList();
    }

    /// Numbers each merchant's pushes: first full create requests, then one push for each sale of a product.
    private static List<Numbered> numbered(List<Stock> stocks, int sales, Map<MerchantId, Long> lastPushes) {
        var pushes = new ArrayList<Numbered>();
        for (var stock : stocks) {
            var open = pushes.isEmpty() ? null : pushes.getLast();
            if (open == null
                    || !open.merchant.equals(stock.merchant)
                    || open.entries() + stock.sizes.size() > Limits.ENTRIES_PER_REQUEST) {
                open = new Numbered(stock.merchant, next(stock.merchant, lastPushes), null, new ArrayList<>());
                pushes.add(open);
            }
            open.stocks.add(stock);
        }
        for (int sold = 0; sold < sales; sold++) {
            for (var stock : stocks) {
                pushes.add(new Numbered(stock.merchant, next(stock.merchant, lastPushes), sold, List.of(stock)));
            }
        }
        return pushes;
    }

    private static long next(MerchantId merchant, Map<MerchantId, Long> lastPushes) {
        return lastPushes.merge(merchant, 1L, Long::sum);
    }
}
