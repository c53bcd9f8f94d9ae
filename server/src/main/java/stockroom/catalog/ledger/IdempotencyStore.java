package stockroom.catalog.ledger;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import stockroom.auth.Caller;
import stockroom.catalog.ledger.StockWrites.Refused;
import stockroom.catalog.ledger.StockWrites.RefusedEntry;
import stockroom.catalog.ledger.StockWrites.Written;
import stockroom.database.Columns;
import stockroom.database.Database;
import stockroom.limits.Limits;

/// The answers that writes with an [IdempotencyKey] got first. The writes themselves keep them.
public final class IdempotencyStore {
    static final String FIND = """
            SELECT request_hash, push, data, refusal, products, places, stocks, count FROM idempotency_key
            WHERE merchant_id = ? AND application_id = ? AND account_id = ? AND key = ?
            """;

    static final String NEXT_TURN = """
            SELECT ? + ceil(extract(epoch FROM admitted_at - now()) * 1000)::bigint FROM create_turn
            WHERE merchant_id = ? AND account_id = ? AND application_id = ?
              AND admitted_at > now() - ? * interval '1 millisecond'
            """;

    private final Database database;

    IdempotencyStore(Database database) {
        this.database = database;
    }

    /// @param data the JSON of the answer's `data`, where it has any
    record Kept(
            String requestHash,
            String outcome,
            @Nullable Long push,
            @Nullable String data,
            Refused refused) {
        boolean isOf(IdempotencyKey key) {
            return requestHash.equals(key.requestHash());
        }
    }

    Optional<Kept> find(Caller caller, String key) {
        return database.run("idempotency key", handle -> {
            try (var statement = handle.getConnection().prepareStatement(FIND)) {
                statement.setLong(1, caller.merchant().value());
                statement.setLong(2, caller.application());
                statement.setLong(3, caller.account());
                statement.setString(4, key);
                try (var rows = statement.executeQuery()) {
                    return rows.next() ? Optional.of(kept(rows)) : Optional.empty();
                }
            }
        });
    }

    /// Returns how long the caller's turn is still closed. A repeat does not take it, and may reach another node than
    /// the
    /// first request did.
    Duration untilNextTurn(Caller caller) {
        return database.run("next turn", handle -> {
            try (var statement = handle.getConnection().prepareStatement(NEXT_TURN)) {
                statement.setLong(1, Limits.CREATE_INTERVAL.toMillis());
                statement.setLong(2, caller.merchant().value());
                statement.setLong(3, caller.account());
                statement.setLong(4, caller.application());
                statement.setLong(5, Limits.CREATE_INTERVAL.toMillis());
                try (var rows = statement.executeQuery()) {
                    return Duration.ofMillis(rows.next() ? rows.getLong(1) : 0);
                }
            }
        });
    }

    private static Kept kept(ResultSet row) throws SQLException {
        return new Kept(
                HexFormat.of().formatHex(row.getBytes("request_hash")),
                Objects.requireNonNullElse(row.getString("refusal"), Written.DONE_BEFORE),
                row.getObject("push", Long.class),
                row.getString("data"),
                new Refused(Columns.numbers(row, "products"), refusedEntries(row), row.getInt("count")));
    }

    /// From `places`, which count from 1, and `stocks`.
    public static List<RefusedEntry> refusedEntries(ResultSet row) throws SQLException {
        var places = Columns.numbers(row, "places");
        var stocks = places.isEmpty()
                ? new Integer[0]
                : (@Nullable Integer[]) row.getArray("stocks").getArray();
        var refused = new ArrayList<RefusedEntry>(places.size());
        for (int i = 0; i < places.size(); i++) {
            refused.add(new RefusedEntry(places.get(i) - 1, stocks[i]));
        }
        return refused;
    }
}
