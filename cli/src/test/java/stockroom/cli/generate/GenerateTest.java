package stockroom.cli.generate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import stockroom.auth.Sign;
import stockroom.cli.ExitCode;
import stockroom.cli.TestShell;
import stockroom.config.Secret;
import stockroom.database.EmbeddedDatabase;
import stockroom.testing.DemoProcess;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Generates beside the demonstration data of a running server, and asks that server for what was made.
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

    /// Each counts rows that must not be there.
    private static final Map<String, String> WRONG = Map.of(
            "blocks whose counts are not those of their products",
            PRODUCTS_OF_BLOCKS,
            "products before the first block",
            "SELECT (SELECT count(*) FROM product) - (SELECT sum(total) FROM product_block)",
            "products whose has_stock is not true",
            """
            SELECT count(*) FROM product p WHERE has_stock <> EXISTS (
                SELECT FROM stock_entry e WHERE e.merchant_id = p.merchant_id AND e.product_id = p.product_id)""",
            "products without their owner",
            "SELECT count(*) FROM product FULL JOIN product_owner USING (product_id, merchant_id)"
                    + " WHERE product.title IS NULL OR product_owner.product_id IS NULL",
            "colours that are not numbered from 1",
            """
            SELECT count(*) FROM (SELECT max(colour_no) AS last, count(*) AS colours FROM colour
                                  GROUP BY merchant_id, product_id) c WHERE last <> colours OR colours > 6""",
            "colours without entries or with too many",
            """
            SELECT count(*) FROM (SELECT count(e.size) AS sizes FROM colour c LEFT JOIN stock_entry e
                                  USING (merchant_id, product_id, colour_no)
                                  GROUP BY c.merchant_id, c.product_id, c.colour_no) s
            WHERE sizes NOT BETWEEN 5 AND 12""",
            "merchants without account and store",
            """
            SELECT count(*) FROM merchant m LEFT JOIN account a USING (merchant_id)
                LEFT JOIN bound_store b USING (merchant_id, store_id) WHERE b.platform IS DISTINCT FROM 'tb'""",
            "guids that are there twice",
            "SELECT count(*) - count(DISTINCT guid) FROM stock_entry",
            "bar codes that are not thirteen digits",
            "SELECT count(*) FROM stock_entry WHERE bar_code !~ '^69[0-9]{11}$'");

    private Path directory;
    private EmbeddedDatabase database;
    private DemoProcess server;

    @BeforeAll
    void start(@TempDir Path fresh) throws Exception {
        directory = fresh;
        database = new EmbeddedDatabase();
        server = new DemoProcess(
                directory,
                Map.of(
                        "STOCKROOM_DATABASE_URL", database.address().url(),
                        "STOCKROOM_DATABASE_USER", database.address().user()));
    }

    @AfterAll
    void stop() {
        server.close();
        database.close();
    }

    private TestShell.Outcome run(String... arguments) {
        var all = Stream.concat(Stream.of("generate"), Arrays.stream(arguments));
        return new TestShell(directory)
                .with("STOCKROOM_CLI_DATABASE_URL", database.address().url())
                .with("STOCKROOM_CLI_DATABASE_USER", database.address().user())
                .run(all.toArray(String[]::new));
    }

    private String generate(String... arguments) {
        var outcome = run(arguments);
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.code()).isZero();
        return outcome.out();
    }

    private String query(String sql) throws Exception {
        try (var connection = DriverManager.getConnection(
                        database.address().url(), database.address().user(), "");
                var statement = connection.createStatement();
                var answer = statement.executeQuery(sql)) {
            answer.next();
            return String.valueOf(answer.getString(1));
        }
    }

    private long count(String table) throws Exception {
        return Long.parseLong(query("SELECT count(*) FROM " + table));
    }

    private void assertThatNothingIsWrong() throws Exception {
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
    void theServerAnswersAGeneratedToken() throws Exception {
        var tokens = directory.resolve("tokens.csv");

        generate(
                "--merchants",
                "3",
                "--products",
                "90",
                "--entries",
                "2000",
                "--application",
                "" + server.appid(0),
                "--tokens",
                tokens.toString());

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(tokens)))
                .isEqualTo("rw-------");
        var lines = Files.readAllLines(tokens);
        assertThat(lines).hasSize(4).first().isEqualTo("merchantId,accountId,accesstoken,productId");
        for (var line : lines.subList(1, 4)) {
            var fields = line.split(",", -1);
            var products = call("/Stock/Product", fields[2], "page=1&pageSize=100");
            assertThat(products.path("data").size())
                    .isEqualTo(Integer.parseInt(query("SELECT count(*) FROM product WHERE merchant_id = " + fields[0])))
                    .isPositive();
            var stock = call("/Stock/List", fields[2], "productid=" + fields[3]);
            assertThat(stock.path("success").asBoolean()).isTrue();
            assertThat(stock.path("data").size()).isBetween(5, 72);
            var detail = call("/Product/Detail", fields[2], "pid=" + fields[3]);
            assertThat(detail.path("data").path("skus").size()).isBetween(1, 6);
        }
        assertThatNothingIsWrong();
    }

    private JsonNode call(String path, String token, String form) throws Exception {
        long now = Instant.now().getEpochSecond();
        var request = HttpRequest.newBuilder(URI.create(server.url() + path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("appid", "" + server.appid(0))
                .header("timestamp", "" + now)
                .header("sign", Sign.of(new Secret(server.secret(0)), now))
                .header("accesstoken", token)
                .POST(BodyPublishers.ofString(form));
        try (var client = HttpClient.newHttpClient()) {
            return JsonMapper.shared()
                    .readTree(client.send(request.build(), BodyHandlers.ofString(UTF_8))
                            .body());
        }
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

    private List<Integer> draw(AtomicBoolean running) throws Exception {
        var drawn = new ArrayList<Integer>();
        while (running.get()) {
            drawn.add(Integer.valueOf(query("SELECT nextval('product_id')")));
        }
        return drawn;
    }

    @Test
    void refusesADatabaseWithoutTables() {
        var outcome = small("--database", database.address().url().replace("/postgres", "/template1"));

        assertThat(outcome.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(outcome.err()).startsWith("stockroom: the database does not have Stockroom's tables");
    }

    @Test
    void saysThatTheDatabaseDoesNotAnswerAndNotTheSecretsOfItsAddress() {
        var outcome = small("--database", "jdbc:postgresql://127.0.0.1:1/none?password=s3cret");

        assertThat(outcome.code()).isEqualTo(ExitCode.UNREACHABLE);
        assertThat(outcome.err())
                .startsWith("stockroom: jdbc:postgresql://127.0.0.1:1/none: ")
                .doesNotContain("s3cret", "\tat ");
    }

    @Test
    void whatIsTypedWronglyIsToldInOneLine() {
        for (var wrong : List.of(
                List.of("--database", "http://127.0.0.1"),
                List.of("--database", "jdbc:postgresql://127.0.0.1:port/none?password=s3cret"),
                List.of("--connections", "0"),
                List.of("--connections", "17"),
                List.of("--entries", "73"),
                List.of("--application", "10001"))) {
            var outcome = small(wrong.toArray(String[]::new));

            assertThat(outcome.code()).as(wrong.toString()).isEqualTo(ExitCode.USAGE);
            assertThat(outcome.err()).contains("(expected: ").hasLineCount(1).doesNotContain("s3cret");
        }
    }

    @Test
    void programsGetJson() {
        var json = JsonMapper.shared().readTree(small("--json").out());

        assertThat(json.path("entries").asInt()).isEqualTo(5);
        assertThat(json.propertyNames())
                .containsExactly("merchants", "products", "entries", "seconds", "entriesPerSecond");
    }

    private TestShell.Outcome small(String... more) {
        var arguments = new ArrayList<>(List.of("--merchants", "1", "--products", "1"));
        if (!List.of(more).contains("--entries")) {
            arguments.addAll(List.of("--entries", "5"));
        }
        arguments.addAll(List.of(more));
        return run(arguments.toArray(String[]::new));
    }
}
