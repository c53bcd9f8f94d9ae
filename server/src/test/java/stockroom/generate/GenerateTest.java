package stockroom.generate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import stockroom.commands.GenerateCommand;
import stockroom.config.Secret;
import stockroom.config.Settings;
import stockroom.config.SettingsException;
import stockroom.testing.database.TestDatabase;
import stockroom.testing.platform.Platform;
import tools.jackson.databind.json.JsonMapper;

@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GenerateTest {
    private static final String PRODUCTS_OF_BLOCKS = """
            SELECT count(*)
            FROM (SELECT merchant_id, first_id, total, with_stock,
                         lead(first_id, 1, 2147483647) OVER (PARTITION BY merchant_id ORDER BY first_id) AS next
                  FROM product_block) b
            CROSS JOIN LATERAL (SELECT count(*) AS total, count(*) FILTER (WHERE has_stock) AS with_stock
                                FROM product p
                                WHERE p.merchant_id = b.merchant_id AND product_id >= b.first_id AND product_id < b.next) c
            WHERE b.total <> c.total OR b.with_stock <> c.with_stock OR b.total > 1000""";

    private static final Map<String, String> WRONG = Map.of(
            "blocks whose counts are not those of their products",
            PRODUCTS_OF_BLOCKS,
            "products before the first block",
            "SELECT (SELECT count(*) FROM product) - (SELECT sum(total) FROM product_block)",
            "products whose has_stock is not true",
            """
            SELECT count(*) FROM product p WHERE has_stock <> EXISTS (
                SELECT FROM stock_entry e WHERE e.merchant_id = p.merchant_id AND e.product_id = p.product_id)""",
            "products whose count of entries is not true",
            """
            SELECT count(*) FROM product p WHERE entries <> (
                SELECT count(*) FROM stock_entry e WHERE e.merchant_id = p.merchant_id AND e.product_id = p.product_id)""",
            "products without their owner",
            "SELECT count(*) FROM product FULL JOIN product_owner USING (product_id, merchant_id)"
                    + " WHERE product.title IS NULL OR product_owner.product_id IS NULL",
            "colours that are not numbered from 1",
            """
            SELECT count(*) FROM (SELECT max(colour_no) AS last, count(*) AS colours FROM stock
                                  GROUP BY merchant_id, product_id) c WHERE last <> colours OR colours > 6""",
            "colours without entries or with too many",
            """
            SELECT count(*) FROM stock WHERE cardinality(sizes) NOT BETWEEN 5 AND 12""",
            "merchants without account and store",
            """
            SELECT count(*) FROM merchant m LEFT JOIN account a USING (merchant_id)
                LEFT JOIN bound_store b USING (merchant_id, store_id) WHERE b.platform IS DISTINCT FROM 'tb'""",
            "sizes that are there twice, or not in order",
            "SELECT count(*) FROM stock WHERE sizes <> ARRAY(SELECT DISTINCT unnest(sizes) AS size ORDER BY size)",
            "bar codes that are not thirteen digits",
            "SELECT count(*) FROM stock_entry WHERE bar_code !~ '^69[0-9]{11}$'");

    private static final List<String> SMALL = List.of("--merchants", "1", "--products", "1", "--entries", "5");

    private final Platform platform = Platform.start(Map.of());

    @BeforeAll
    void addAMerchantOfAnotherKind() {
        platform.merchant().products(3);
    }

    @AfterAll
    void stop() {
        platform.close();
    }

    private Generate.Report generate(String... arguments) throws Exception {
        return generate(platform.environment(), arguments);
    }

    private static Generate.Report generate(Map<String, String> environment, String... arguments) throws Exception {
        var command = new GenerateCommand(() -> Settings.read(environment));
        new CommandLine(command).parseArgs(arguments);
        return command.generate();
    }

    private String query(String sql) {
        return platform.query(sql);
    }

    private long count(String table) {
        return Long.parseLong(query("SELECT count(*) FROM " + table));
    }

    private void assertThatNothingIsWrong() {
        for (var wrong : WRONG.entrySet()) {
            assertThat(query(wrong.getValue())).as(wrong.getKey()).isEqualTo("0");
        }
        for (var sequence : List.of(
                "product_id product product_id",
                "merchant_merchant_id_seq merchant merchant_id",
                "account_account_id_seq account account_id",
                "bound_store_store_id_seq bound_store store_id")) {
            var names = sequence.split(" ", -1);
            assertThat(query("SELECT nextval('%s') > (SELECT max(%s) FROM %s)".formatted(names[0], names[2], names[1])))
                    .as(sequence)
                    .isEqualTo("t");
        }
    }

    @Test
    void makesExactlyWhatWasAskedAndTheSameAgainBesideIt() throws Exception {
        long merchants = count("merchant");
        long lastMerchant = Long.parseLong(query("SELECT max(merchant_id) FROM merchant"));
        long products = count("product");
        long entries = count("stock_entry");

        for (int run = 1; run <= 2; run++) {
            generate("--merchants", "20", "--products", "6001", "--entries", "50007", "--seed", "5");

            assertThat(count("merchant")).isEqualTo(merchants + run * 20L);
            assertThat(count("product")).isEqualTo(products + run * 6_001L);
            assertThat(count("stock_entry")).isEqualTo(entries + run * 50_007L);
            assertThatNothingIsWrong();
        }
        assertThat(query("""
                SELECT count(*) FROM (SELECT max(product_id) - min(product_id) + 1 - count(*) AS gaps FROM product
                                      WHERE merchant_id > %d GROUP BY merchant_id) m
                WHERE gaps <> 0""".formatted(lastMerchant))).isEqualTo("0");
        var sizes = """
                SELECT string_agg(products || ':' || entries, ' ' ORDER BY products DESC, entries) FROM (
                    SELECT merchant_id, count(DISTINCT product_id) AS products, count(*) AS entries FROM stock_entry
                    GROUP BY merchant_id) s
                JOIN (SELECT merchant_id, row_number() OVER (ORDER BY merchant_id DESC) AS newest FROM merchant) m
                USING (merchant_id) WHERE newest %s""";
        assertThat(query(sizes.formatted("<= 20"))).isEqualTo(query(sizes.formatted("BETWEEN 21 AND 40")));
    }

    @Test
    void theServerAnswersAGeneratedToken(@TempDir Path directory) throws Exception {
        var caller = platform.merchant();
        var tokens = directory.resolve("tokens.csv");

        generate(
                "--merchants",
                "3",
                "--products",
                "90",
                "--entries",
                "2000",
                "--application",
                "" + caller.appid(),
                "--tokens",
                tokens.toString());

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(tokens)))
                .isEqualTo("rw-------");
        var lines = Files.readAllLines(tokens);
        assertThat(lines).hasSize(4).first().isEqualTo("merchantId,accountId,accesstoken,productId");
        for (var line : lines.subList(1, 4)) {
            var fields = line.split(",", -1);
            var generated = caller.withToken(new Secret(fields[2]));
            assertThat(generated
                            .productList("page", 1, "pageSize", 100)
                            .json()
                            .path("data")
                            .size())
                    .isEqualTo(Integer.parseInt(query("SELECT count(*) FROM product WHERE merchant_id = " + fields[0])))
                    .isPositive();
            var stock = generated.stockList(fields[3]);
            assertThat(stock.success()).isTrue();
            assertThat(stock.json().path("data").size()).isBetween(5, 72);
            assertThat(generated
                            .detail(fields[3])
                            .json()
                            .path("data")
                            .path("skus")
                            .size())
                    .isBetween(1, 6);
        }
        assertThatNothingIsWrong();
    }

    @Test
    void whoeverDrawsIdsMeanwhileGetsOthers() throws Exception {
        var running = new AtomicBoolean(true);
        try (var thread = Executors.newSingleThreadExecutor()) {
            var drawn = thread.submit(() -> draw(running));
            generate("--merchants", "200", "--products", "30000", "--entries", "10000", "--connections", "3");
            running.set(false);

            assertThat(drawn.get()).hasSizeGreaterThan(10);
            var ids = drawn.get().toString().replace("[", "(").replace("]", ")");
            assertThat(query("SELECT count(*) FROM product WHERE product_id IN " + ids))
                    .isEqualTo("0");
        }
        assertThatNothingIsWrong();
    }

    private List<Integer> draw(AtomicBoolean running) {
        var drawn = new ArrayList<Integer>();
        while (running.get()) {
            drawn.add(Integer.valueOf(query("SELECT nextval('product_id')")));
        }
        return drawn;
    }

    @Test
    void makesTheTablesOfANewDatabase() throws Exception {
        var fresh = TestDatabase.fresh();
        var settings = Map.of("STOCKROOM_DATABASE_URL", fresh.url(), "STOCKROOM_DATABASE_USER", fresh.user());

        generate(settings, SMALL.toArray(String[]::new));

        assertThat(TestDatabase.query(fresh, "SELECT count(*) FROM stock_entry"))
                .isEqualTo("5");
    }

    @Test
    void wrongOptionsAreRefusedWithTheirNames() {
        Map.of(
                        List.of("--connections", "two"), "--connections",
                        List.of("--connections"), "--connections",
                        List.of("--entries", "5"), "--entries",
                        List.of("--application", "10001"), "--tokens",
                        List.of("--tokens", "tokens.csv"), "--application",
                        List.of("--database", "jdbc:postgresql://127.0.0.1/stockroom"), "--database")
                .forEach((wrong, named) -> assertThatExceptionOfType(ParameterException.class)
                        .as(wrong.toString())
                        .isThrownBy(() -> generateWith(wrong))
                        .withMessageContaining(named));
        for (var number : List.of("0", "17")) {
            assertThatExceptionOfType(SettingsException.class)
                    .isThrownBy(() -> generateWith(List.of("--connections", number)))
                    .withMessage("--connections: %s (expected: a whole number from 1 to 16)", number);
        }
        assertThatExceptionOfType(ParameterException.class)
                .isThrownBy(() -> generate("--merchants", "1", "--products", "10"))
                .withMessage("Missing required option: '--entries=N'");
        assertThatExceptionOfType(SettingsException.class)
                .isThrownBy(() -> generate("--merchants", "1", "--products", "10", "--entries", "721"))
                .withMessage("--entries: 721 (expected: at most 720 for 10 products, which is 72 each)");
    }

    @Test
    void anUnknownApplicationAndAFileThatExistsAreRefused(@TempDir Path directory) throws Exception {
        var file = Files.createFile(directory.resolve("tokens.csv"));
        long merchants = count("merchant");

        assertThatExceptionOfType(SettingsException.class)
                .isThrownBy(() -> generateWithTokens(999_999, directory.resolve("new.csv")))
                .withMessageStartingWith("--application: 999999 (expected: ");
        long appid = platform.merchant().appid();
        assertThatExceptionOfType(SettingsException.class)
                .isThrownBy(() -> generateWithTokens(appid, file))
                .withMessageEndingWith("exists already (expected: a new file)");
        assertThat(count("merchant")).isEqualTo(merchants + 1);
    }

    private void generateWithTokens(long application, Path file) throws Exception {
        generateWith(List.of("--application", "" + application, "--tokens", file.toString()));
    }

    private void generateWith(List<String> more) throws Exception {
        generate(Stream.of(SMALL, more).flatMap(List::stream).toArray(String[]::new));
    }

    @Test
    void theCommandPrintsJsonForPrograms() throws Exception {
        var command = command(platform.environment(), List.of("--json"));

        assertThat(command.waitFor()).isZero();
        var json = JsonMapper.shared().readTree(command.getInputStream());
        assertThat(json.path("entries").asInt()).isEqualTo(5);
        assertThat(json.propertyNames())
                .containsExactly("merchants", "products", "entries", "seconds", "entriesPerSecond");
    }

    @Test
    void theCommandNamesAWrongOptionInOneLine() throws Exception {
        var command = command(platform.environment(), List.of("--connections", "0"));

        assertThat(command.waitFor()).isEqualTo(2);
        assertThat(new String(command.getErrorStream().readAllBytes(), UTF_8))
                .isEqualTo("stockroom-server: --connections: 0 (expected: a whole number from 1 to 16)\n");
    }

    @Test
    void theCommandNeverPrintsTheSecretsOfADatabaseThatIsNotThere() throws Exception {
        var url = platform.address().url().replaceFirst("/[^/]*$", "/none?password=s3cret");
        var command = command(Map.of("STOCKROOM_DATABASE_URL", url, "STOCKROOM_DATABASE_USER", "postgres"), List.of());

        var log = new String(command.getErrorStream().readAllBytes(), UTF_8);
        assertThat(command.waitFor()).isEqualTo(1);
        assertThat(log)
                .startsWith("stockroom-server: database jdbc:postgresql://")
                .contains("/none, user postgres: FATAL: database \"none\" does not exist")
                .hasLineCount(1)
                .doesNotContain("s3cret");
    }

    private static Process command(Map<String, String> environment, List<String> more) throws Exception {
        var java = List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-Dlogback.configurationFile=logback.xml",
                "-cp",
                System.getProperty("java.class.path"),
                "stockroom.Main",
                "generate");
        var builder = new ProcessBuilder(
                Stream.of(java, SMALL, more).flatMap(List::stream).toList());
        builder.environment().putAll(Platform.LONG_TIMES);
        builder.environment().putAll(environment);
        return builder.start();
    }
}
