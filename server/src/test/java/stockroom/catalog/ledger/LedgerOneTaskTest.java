package stockroom.catalog.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import stockroom.testing.database.TestDatabase;
import stockroom.testing.platform.Platform;

/// On a cluster, each statement that reads the ledger of a merchant is one task on one node.
@Tag("cluster")
class LedgerOneTaskTest {
    private final Platform platform = Platform.shared();

    static Stream<String> statements() {
        return Stream.of(
                withValues(LedgerStore.STATE, "1"),
                withValues(LedgerStore.CHANGES, "1, 0, now(), 100, 1, 1, 15000"),
                withValues(
                        HistoryStore.HISTORY,
                        "1, 1, 100, now(), 10000, 'red', 'red', 38::smallint, 1000, 20, 1, 1, 15000"),
                withValues(HistoryStore.HISTORY_END, "1, 1, 100, now(), 10000, 10000, 1000"),
                withValues(
                        HistoryStore.HISTORY_BY_REFERENCE,
                        "1, 'order', 100, now(), 10000, 1, 1, 'red', 'red', 38::smallint, 1000, 20, 1, 1, 15000"),
                withValues(HistoryStore.HISTORY_BY_REFERENCE_END, "1, 'order', 100, now(), 10000, 1, 1, 10000, 1000"),
                withValues(HistoryStore.HISTORY_OF_REFERENCE, "1, 'order', 100, now(), 20, 1, 1, 15000, 200000"),
                withValues(LedgerStore.HAS_HISTORY, "1, 1"),
                withValues(PositionStore.AROUND, "1, 1, 0, 1, 0"),
                withValues(PositionStore.SETTLE, "1, '2026-01-01'"),
                withValues(PositionStore.UNTIL, "1, '2026-01-01'"));
    }

    private static String withValues(String sql, String values) {
        for (var value : values.split(", ", -1)) {
            sql = sql.replaceFirst("\\?", value);
        }
        return sql;
    }

    @ParameterizedTest
    @MethodSource("statements")
    void aStatementIsOneTask(String sql) {
        var plan = String.join("\n", TestDatabase.queryAll(platform.address(), "EXPLAIN " + sql));

        assertThat(plan).as(sql).contains("Task Count: 1").doesNotContain("Distributed Subplan");
    }
}
