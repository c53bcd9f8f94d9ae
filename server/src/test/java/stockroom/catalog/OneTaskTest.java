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
            "1, 1, 1, 2000, false, '{1}', '{A}', '{red}', '{1}', '{1}', '{38}', '{5}', '{NULL}', NULL, NULL, 300, 9999, NULL, NULL, NULL, NULL";
    private static final String DELETE_VALUES =
            "1, 1, 1, 2000, false, '{1}', '{A}', '{red}', '{NULL}', 15000, NULL, NULL, NULL, NULL";
    private static final String UNDO_VALUES = "1, 1, 1, 2000, false, NULL, 1, false, 300, 9999, NULL, NULL, NULL, NULL";
    private static final String REFUSE_VALUES = "1, 1, 1, 2000, false, '{A}', '{NULL}', '{1}', NULL, NULL, NULL, NULL";
    private static final String FETCH_VALUES = "1, 1, 1, 1, 300, 5000, 3, 1000, 3, 'Asia/Shanghai'";

    private final Platform platform = Platform.shared();

    static Stream<String> statements() {
        return Stream.concat(
                Sql.of(
                                "stock.StockStore.COLOURS",
                                "stock.StockStore.FEW_COLOURS",
                                "stock.StockStore.PRODUCT",
                                "products.ProductStore.PAGE_ALL",
                                "products.ProductStore.PAGE_WITH_STOCK",
                                "products.ProductStore.PAGE_WITHOUT_STOCK",
                                "detail.DetailStore.OWNER",
                                "detail.DetailStore.STORE")
                        .map(sql -> sql.replaceAll("\\?|:product", "1")),
                Stream.of(
                        withValues("stock.StockWriteStore.CREATE", CREATE_VALUES),
                        withValues("stock.StockWriteStore.DELETE", DELETE_VALUES),
                        withValues("stock.ArtNoStore.REFUSE", REFUSE_VALUES),
                        withValues("stock.ArtNoStore.PRODUCTS", "'{a;b}', 1").replace(';', ','),
                        withValues("stock.BarCodeStore.PRODUCTS", "'{a;b}', 1, 100, 1")
                                .replace(';', ','),
                        withValues("stock.StockWriteStore.UNDO", UNDO_VALUES),
                        withValues("stock.StockWriteStore.FIND", "1, 1, 1, 'key'"),
                        withValues("stock.StockWriteStore.NEXT_TURN", "2000, 1, 1, 1, 2000"),
                        withValues("stock.StockAsOfStore.AS_OF", "1, 1, 100, 100, now(), 0, 1000, 1, 1"),
                        withValues("stock.StockAsOfStore.OLDER_CHANGES", "1, 1, 100, 100, now(), 0, 1000"),
                        withValues("stock.StockStore.SIZES", "1, '{1;2}'").replace(';', ','),
                        withValues("stock.StockStore.STOCK_WITH_CURSOR", "1, '{1;2}', 1, 1")
                                .replace(';', ','),
                        withValues("stock.StockStore.STOCK_OF_MANY", "1, '{1;2}'")
                                .replace(';', ','),
                        withValues("products.ProductStore.BY_ART_NO", "1, '{a;b}'")
                                .replace(';', ','),
                        withValues("products.ProductStore.FIELDS", "1, '{1;2}'").replace(';', ','),
                        withValues("products.ProductStore.FIELDS_WITH_TOTAL", "1, '{1;2}', 1")
                                .replace(';', ','),
                        withValues("detail.DetailStore.FETCH", FETCH_VALUES)));
    }

    private static String withValues(String name, String values) {
        var sql = Sql.of(name);
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
