package stockroom;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import stockroom.admin.credentials.ApplicationStore;
import stockroom.admin.credentials.TokenStore;
import stockroom.admin.merchants.AccountStore;
import stockroom.admin.merchants.AccountStore.BoundStore;
import stockroom.admin.merchants.MerchantStore;
import stockroom.audit.Operator;
import stockroom.auth.MerchantId;
import stockroom.auth.SecretCipher;
import stockroom.catalog.products.CatalogueStore;
import stockroom.catalog.products.NewProduct;
import stockroom.client.ClientBuilder;
import stockroom.client.StockroomClient;
import stockroom.config.Settings;
import stockroom.database.DatabaseAddress;
import stockroom.database.EmbeddedDatabase;

/// The real server on a database of its own. In the server's package, since that is where it is put together.
public final class ClientPlatform {
    private final DatabaseAddress address;
    private final StockroomServer server;
    private int count;

    private static final class Shared {
        private static final ClientPlatform PLATFORM = new ClientPlatform();
    }

    /// One for all tests.
    public static ClientPlatform shared() {
        return Shared.PLATFORM;
    }

    private ClientPlatform() {
        var database = new EmbeddedDatabase();
        this.address = database.address();
        this.server = new StockroomServer(
                        Settings.read(Map.of(
                                "STOCKROOM_ADDRESS",
                                "127.0.0.1",
                                "STOCKROOM_PORT",
                                "0",
                                "STOCKROOM_DATABASE_URL",
                                address.url(),
                                "STOCKROOM_DATABASE_USER",
                                address.user(),
                                "STOCKROOM_AUTH_CACHE_TIME",
                                "100ms",
                                "STOCKROOM_AUTH_KEYSET_FILE",
                                keyset().toString())),
                        InstantSource.system())
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            server.close();
            database.close();
        }));
    }

    private static Path keyset() {
        try {
            var file = Files.createTempDirectory("stockroom-client").resolve("keyset.json");
            SecretCipher.createKeyset(file);
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String url() {
        return "http://127.0.0.1:" + server.port();
    }

    /// A merchant, and what its program calls with.
    public record Merchant(ClientPlatform platform, long id, long account, String appid, String secret, String token) {
        public ClientBuilder client() {
            return client(platform.url());
        }

        public ClientBuilder client(String url) {
            return StockroomClient.builder()
                    .address(url)
                    .appid(appid)
                    .secret(secret)
                    .token(token);
        }

        /// Adds so many and answers their ids.
        public List<Integer> products(int count) {
            var products = IntStream.range(0, count)
                    .mapToObj(i -> new NewProduct(
                            "A" + i + "-" + System.nanoTime(),
                            "Shoe " + i,
                            "<p>A shoe.</p>",
                            new BigDecimal("99.50"),
                            List.of("https://pictures.example/%d.jpg".formatted(i)),
                            "",
                            "50,5012",
                            "Shoes,Sports",
                            List.of(new NewProduct.Attribute("Sole", "Rubber"))))
                    .toList();
            return new CatalogueStore(platform.server.database())
                    .add(Operator.onTheServer(), new MerchantId(id), products);
        }

        /// Every entry there is: `product colour size quantity barcode`.
        public List<String> rows() {
            return platform.query("""
                    SELECT concat_ws(' ', e.product_id, c.name, e.size, e.quantity, coalesce(e.bar_code, '-'))
                    FROM stock_entry e JOIN colour c USING (merchant_id, product_id, colour_no)
                    WHERE e.merchant_id = %d ORDER BY e.product_id, c.name, e.size""".formatted(id));
        }
    }

    public synchronized Merchant merchant() {
        int number = ++count;
        var database = server.database();
        var operator = Operator.onTheServer();
        var id = new MerchantStore(database)
                .create(operator, "store" + number, "Store " + number, false)
                .id();
        long account = new AccountStore(database)
                .create(operator, id, "owner", new BoundStore("tb", "880001", "Shop"))
                .accountId();
        var application = new ApplicationStore(database, server.cipher()).create(operator, "application " + number);
        var token = new TokenStore(database)
                .issue(operator, application.appid(), id, account, Duration.ofHours(1))
                .accesstoken();
        return new Merchant(
                this,
                id.value(),
                account,
                Long.toString(application.appid()),
                application.secret().reveal(),
                token.reveal());
    }

    public void execute(String sql) {
        try (var connection = DriverManager.getConnection(address.url(), address.user(), address.password());
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /// The first column.
    public List<String> query(String sql) {
        try (var connection = DriverManager.getConnection(address.url(), address.user(), address.password());
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            var found = new ArrayList<String>();
            while (rows.next()) {
                found.add(rows.getString(1));
            }
            return found;
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }
}
