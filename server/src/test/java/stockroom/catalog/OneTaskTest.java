package stockroom.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import stockroom.testing.database.TestDatabase;
import stockroom.testing.platform.Platform;

/// On a cluster, each statement of a merchant's request is one task on one node.
@Tag("cluster")
class OneTaskTest {
    private static final String CREATE_VALUES =
            "1, 1, 1, 2000, false, '{1}', '{red}', '{1}', '{1}', '{38}', '{5}', '{NULL}', NULL, NULL, 300, 9999, NULL, NULL, NULL, NULL";
    private static final String DELETE_VALUES =
            "1, 1, 1, 2000, false, '{1}', '{red}', '{NULL}', 15000, NULL, NULL, NULL, NULL";
    private static final String UNDO_VALUES = "1, 1, 1, 2000, false, NULL, 1, false, 300, 9999, NULL, NULL, NULL, NULL";
    private static final String FETCH_VALUES = "1, 1, 1, 1, 300, 5000, 3, 1000, 3, 'Asia/Shanghai'";

    private final Platform platform = Platform.shared();

    static Stream<String> statements() {
        return Stream.concat(
                Stream.of(
                                StockStore.COLOURS,
                                StockStore.FEW_COLOURS,
                                StockStore.PRODUCT,
                                ProductStore.PAGE_ALL,
                                ProductStore.PAGE_WITH_STOCK,
                                ProductStore.PAGE_WITHOUT_STOCK,
                                DetailStore.OWNER.replace(":product", "?"),
                                DetailStore.STORE)
                        .map(sql -> sql.replace("?", "1")),
                Stream.of(
                        withValues(StockWriteStore.CREATE, CREATE_VALUES),
                        withValues(StockWriteStore.DELETE, DELETE_VALUES),
                        withValues(StockWriteStore.UNDO, UNDO_VALUES),
                        withValues(StockWriteStore.FIND, "1, 1, 1, 'key'"),
                        withValues(StockWriteStore.NEXT_TURN, "2000, 1, 1, 1, 2000"),
                        withValues(StockAsOfStore.AS_OF, "1, 1, 100, 100, now(), 0, 1000, 1, 1"),
                        withValues(StockAsOfStore.OLDER_CHANGES, "1, 1, 100, 100, now(), 0, 1000"),
                        withValues(StockStore.SIZES, "1, '{1;2}'").replace(';', ','),
                        withValues(StockStore.STOCK_WITH_CURSOR, "1, '{1;2}', 1, 1")
                                .replace(';', ','),
                        withValues(StockStore.STOCK_OF_MANY, "1, '{1;2}'").replace(';', ','),
                        withValues(ProductStore.BY_ART_NO, "1, '{a;b}'").replace(';', ','),
                        withValues(ProductStore.FIELDS, "1, '{1;2}'").replace(';', ','),
                        withValues(ProductStore.FIELDS_WITH_TOTAL, "1, '{1;2}', 1")
                                .replace(';', ','),
                        withValues(DetailStore.FETCH, FETCH_VALUES)));
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
