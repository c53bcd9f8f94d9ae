package stockroom.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import stockroom.config.Settings;
import stockroom.limits.Limits;

/// The benchmark compares the server with the statements in bench/sql, so they must be the same.
class BareStatementsTest {
    private static final Path SQL = Path.of("../bench/sql");
    private static final Map<String, String> STATEMENTS = Map.of(
            "stock-list", Sql.of("stock.StockStore.FEW_COLOURS"),
            "create-stock", Sql.of("stock.StockWriteStore.CREATE"),
            "product-list", Sql.of("products.ProductStore.PAGE_ALL"),
            "product-list-with-stock", Sql.of("products.ProductStore.PAGE_WITH_STOCK"),
            "product-list-without-stock", Sql.of("products.ProductStore.PAGE_WITHOUT_STOCK"),
            "product-detail", Sql.of("detail.DetailStore.FETCH"));

    @ParameterizedTest
    @CsvSource({
        "stock-list",
        "create-stock",
        "product-list",
        "product-list-with-stock",
        "product-list-without-stock",
        "product-detail"
    })
    void aBareStatementIsTheServersOwn(String name) throws IOException {
        var bare = Files.readString(SQL.resolve(name + ".sql"));

        assertThat(plain(bare)).isEqualTo(plain(STATEMENTS.getOrDefault(name, "")));
    }

    @Test
    void everyBareStatementIsCompared() throws IOException {
        try (var files = Files.list(SQL)) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".sql")))
                    .containsExactlyInAnyOrderElementsOf(STATEMENTS.keySet().stream()
                            .map(name -> name + ".sql")
                            .toList());
        }
    }

    @Test
    void theLimitsPassedAreTheServersOwn() throws IOException {
        var limits = new Properties();
        try (var in = Files.newBufferedReader(SQL.resolve("limits.properties"))) {
            limits.load(in);
        }
        var usual = Settings.read(Map.of()).limits();

        assertThat(limits)
                .containsOnly(
                        Map.entry("intervalMillis", String.valueOf(Limits.CREATE_INTERVAL.toMillis())),
                        Map.entry("mostColours", String.valueOf(Limits.COLOURS_PER_PRODUCT)),
                        Map.entry("mostEntries", String.valueOf(Limits.ENTRIES_PER_PRODUCT)),
                        Map.entry("perDay", String.valueOf(Limits.FETCHES_PER_DAY)),
                        Map.entry("perStore", String.valueOf(Limits.PRODUCTS_PER_STORE)),
                        Map.entry("windowMonths", String.valueOf(Limits.WINDOW_MONTHS)),
                        Map.entry(
                                "graceMillis",
                                String.valueOf(usual.publishGrace().toMillis())),
                        Map.entry("dueFrom", String.valueOf(Limits.DUE_FROM)),
                        Map.entry("zone", usual.dayZone().getId()));
    }

    private static String plain(String sql) {
        return sql.replaceAll("array_fill\\(\\S+, ARRAY\\[\\S+::integer]\\)", "?")
                .replaceAll("(?<!:):[a-zA-Z]\\w*|(?<==> )NULL", "?")
                .replaceAll(";\\s*$", "")
                .replaceAll("\\s+", " ")
                .strip();
    }
}
