package stockroom.testing.platform;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import stockroom.StockroomServer;
import stockroom.admin.AdminInterface;
import stockroom.admin.credentials.ApplicationStore;
import stockroom.admin.credentials.TokenStore;
import stockroom.admin.merchants.AccountStore;
import stockroom.admin.merchants.AccountStore.BoundStore;
import stockroom.admin.merchants.MerchantStore;
import stockroom.admin.operators.OperatorKeyStore;
import stockroom.admin.operators.OperatorKeyStore.NewOperatorKey;
import stockroom.admin.operators.Scope;
import stockroom.audit.Operator;
import stockroom.auth.BruteForceGuard;
import stockroom.catalog.products.CatalogueStore;
import stockroom.config.Capacity;
import stockroom.config.Secret;
import stockroom.config.Settings;
import stockroom.database.Database;
import stockroom.database.DatabaseAddress;
import stockroom.demo.DemoStockStore;
import stockroom.limits.Limits;
import stockroom.testing.database.TestDatabase;
import stockroom.testing.http.Reply;
import stockroom.testing.http.SimpleHttp;

/// A running server on a database of its own, and the means to people it with merchants.
public final class Platform implements AutoCloseable {
    /// For a test that counts on the times which are the default.
    public static final Map<String, String> DEFAULT_TIMES = Map.of("STOCKROOM_REQUEST_TIMEOUT", "10s");

    /// A server in this process has them unless a test sets its own: tests hold locks for as long as a busy machine
    /// takes. It waits 30 s for a connection, and a statement may run for 50 s.
    public static final Map<String, String> LONG_TIMES = Map.of("STOCKROOM_REQUEST_TIMEOUT", "100s");

    /// That of the heap which a server has by default, however large that of the tests is.
    private static final Capacity DEFAULT_CAPACITY = Capacity.of(512 << 20, Integer.MAX_VALUE, 2);

    private static final AtomicInteger COUNT = new AtomicInteger();
    private static @Nullable Platform shared;

    static {
        Awaitility.setDefaultTimeout(Duration.ofSeconds(60));
    }

    private final DatabaseAddress address;
    private final Map<String, String> environment;
    private final TestClock clock = new TestClock();
    private final StockroomServer server;

    private Platform(DatabaseAddress address, Map<String, String> settings) {
        this(address, settings, DEFAULT_CAPACITY);
    }

    private Platform(DatabaseAddress address, Map<String, String> settings, Capacity capacity) {
        this.address = address;
        this.environment = new HashMap<>(Map.of(
                "STOCKROOM_ADDRESS",
                "127.0.0.1",
                "STOCKROOM_PORT",
                "0",
                "STOCKROOM_TRUSTED_PROXIES",
                "127.0.0.1",
                "STOCKROOM_DATABASE_URL",
                address.url(),
                "STOCKROOM_AUTH_KEYSET_FILE",
                keyset().toString()));
        environment.putAll(TestDatabase.roles(address));
        environment.putAll(settings);
        var patient = new HashMap<>(LONG_TIMES);
        patient.putAll(environment);
        this.server = new StockroomServer(with(capacity, Settings.read(patient)), clock).start();
    }

    private static Settings with(Capacity capacity, Settings settings) {
        return new Settings(
                settings.http(),
                settings.admin(),
                settings.health(),
                settings.database(),
                settings.auth(),
                settings.limits(),
                settings.retention(),
                settings.log(),
                settings.telemetry(),
                capacity);
    }

    /// A new database and server, with the settings given in the environment's spelling.
    public static Platform start(Map<String, String> settings) {
        return new Platform(TestDatabase.migrated(), settings);
    }

    public static Platform on(DatabaseAddress database, Map<String, String> settings) {
        return new Platform(database, settings);
    }

    /// One that takes on only so many requests at once, which is too few for any heap.
    public static Platform withMaxRequests(int requests, DatabaseAddress database, Map<String, String> settings) {
        return new Platform(
                database,
                settings,
                new Capacity(
                        requests,
                        DEFAULT_CAPACITY.connections(),
                        DEFAULT_CAPACITY.connectionsPerAddress(),
                        DEFAULT_CAPACITY.waitingPerAccount(),
                        DEFAULT_CAPACITY.waitingPerApplication()));
    }

    /// Another server on the same database.
    public static Platform on(Platform other) {
        return new Platform(other.address, other.environment);
    }

    /// The one that tests share which neither break it nor need settings of their own.
    public static synchronized Platform shared() {
        if (shared == null) {
            shared = start(Map.of());
            Runtime.getRuntime().addShutdownHook(new Thread(shared::close));
        }
        return shared;
    }

    private static Path keyset() {
        try {
            var file = Files.createTempDirectory("stockroom-test").resolve("keyset.json");
            stockroom.auth.SecretCipher.createKeyset(file);
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A merchant with one account, bound to a store of its own, and one application with a token.
    public TestMerchant merchant() {
        return merchant(false);
    }

    public TestMerchant merchantWithOpenCatalogue() {
        return merchant(true);
    }

    private TestMerchant merchant(boolean openCatalogue) {
        int number = COUNT.incrementAndGet();
        var id = merchants()
                .create(Operator.onTheServer(), "store" + number, "Store " + number, openCatalogue)
                .id();
        var shopId = "shop" + number;
        long account = accounts()
                .create(Operator.onTheServer(), id, "owner", new BoundStore("tb", shopId, "Shop"))
                .accountId();
        var application = applications().create(Operator.onTheServer(), "application " + number);
        var token = tokens().issue(Operator.onTheServer(), application.appid(), id, account, Duration.ofHours(1))
                .accesstoken();
        return new TestMerchant(
                this,
                id,
                account,
                application.appid(),
                application.secret(),
                token,
                shopId,
                "10.0.%d.%d".formatted(number / 250, number % 250 + 1));
    }

    /// The same merchant's account through another application.
    public TestMerchant throughAnotherApplication(TestMerchant merchant) {
        var application = applications().create(Operator.onTheServer(), "another application");
        var token = tokens().issue(
                        Operator.onTheServer(),
                        application.appid(),
                        merchant.id(),
                        merchant.account(),
                        Duration.ofHours(1))
                .accesstoken();
        return merchant.withAppid(application.appid())
                .withSecret(application.secret())
                .withToken(token);
    }

    /// Another account of the same merchant, bound to the same store, through the same application.
    public TestMerchant anotherAccount(TestMerchant merchant) {
        long account = accounts()
                .create(
                        Operator.onTheServer(),
                        merchant.id(),
                        "colleague",
                        new BoundStore("tb", merchant.shopId(), "Shop"))
                .accountId();
        var token = tokens().issue(
                        Operator.onTheServer(), merchant.appid(), merchant.id(), account, Duration.ofHours(1))
                .accesstoken();
        return merchant.withAccount(account, token);
    }

    public Secret issueToken(TestMerchant merchant, Duration lifetime) {
        return tokens().issue(Operator.onTheServer(), merchant.appid(), merchant.id(), merchant.account(), lifetime)
                .accesstoken();
    }

    /// With a key that may do everything.
    public Operators operator() {
        return Operators.withKey(
                adminUrl(), operatorKey(Scope.KEYS, Duration.ofHours(1)).key());
    }

    public Operators readOnlyOperator() {
        return Operators.withKey(
                adminUrl(), operatorKey(Scope.READ, Duration.ofHours(1)).key());
    }

    public NewOperatorKey operatorKey(Scope scope, Duration lifetime) {
        return new OperatorKeyStore(database()).create(Operator.onTheServer(), "tester", scope, lifetime);
    }

    /// As the server makes it.
    public AdminInterface adminInterface() {
        return new AdminInterface(
                database(),
                new AdminInterface.Parts(server.cipher(), new BruteForceGuard(10, clock), server.lastUse(), clock),
                new AdminInterface.Rules(new Limits(Duration.ofHours(24), ZoneOffset.UTC), List.of()));
    }

    public MerchantStore merchants() {
        return new MerchantStore(database());
    }

    public AccountStore accounts() {
        return new AccountStore(database());
    }

    public TokenStore tokens() {
        return new TokenStore(database());
    }

    public ApplicationStore applications() {
        return new ApplicationStore(database(), server.cipher());
    }

    public CatalogueStore catalogue() {
        return new CatalogueStore(database());
    }

    public DemoStockStore stock() {
        return new DemoStockStore(database());
    }

    public Database database() {
        return server.database();
    }

    public DatabaseAddress address() {
        return address;
    }

    public TestClock clock() {
        return clock;
    }

    /// To start further server processes on the same database with, which have the times that are the default.
    public Map<String, String> environment() {
        return Map.copyOf(environment);
    }

    public String baseUrl() {
        return "http://127.0.0.1:" + server.port();
    }

    public String adminUrl() {
        return "http://127.0.0.1:" + server.adminPort();
    }

    public String healthUrl() {
        return "http://127.0.0.1:" + server.healthPort();
    }

    public int port() {
        return server.port();
    }

    /// What the operator's port answers.
    public Reply admin(String path) {
        return SimpleHttp.get(adminUrl() + path);
    }

    /// How often a connection to the database was borrowed: one that did not rise means that nothing was asked.
    public long connectionsUsed() {
        return metric("hikaricp_connections_usage_seconds_count{pool=\"stockroom\"}");
    }

    /// Of its metrics the one of this name, labels included.
    public long metric(String name) {
        return admin("/metrics")
                .text()
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    /// How many statements wait for a lock in its database.
    public int waitingForLocks() {
        return Integer.parseInt(query("SELECT count(*) FROM pg_stat_activity"
                + " WHERE datname = current_database() AND wait_event_type = 'Lock'"));
    }

    /// From now on, as if servers had watched the clocks for a day: what is old is forgotten.
    public void watchClocks() {
        execute("UPDATE clock_watch SET watched = interval '24 hours', read_at = clock_timestamp()");
    }

    public void execute(String sql) {
        TestDatabase.execute(address, sql);
    }

    /// Of every row of every table but those that are written some time after a call.
    public String digest() {
        return query("""
                SELECT md5(string_agg(table_to_xml(oid::regclass, true, false, '')::text, '' ORDER BY relname))
                FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
                  AND relname NOT IN ('failed_call', 'last_use', 'daily_usage', 'clock_watch')
                """);
    }

    public String query(String sql) {
        return TestDatabase.query(address, sql);
    }

    /// The first column of every row.
    public List<String> queryAll(String sql) {
        return TestDatabase.queryAll(address, sql);
    }

    @Override
    public void close() {
        server.close();
    }
}
