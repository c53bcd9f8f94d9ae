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
import java.util.Optional;
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
import stockroom.admin.people.Grant;
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

public final class Platform implements AutoCloseable {
    /// The default times, for tests that rely on them.
    public static final Map<String, String> DEFAULT_TIMES = Map.of("STOCKROOM_REQUEST_TIMEOUT", "10s");

    /// The times of servers in this process, because tests hold locks for as long as a busy machine takes:
    /// servers wait 30 s for a connection, and a statement may run for 50 s.
    public static final Map<String, String> LONG_TIMES = Map.of("STOCKROOM_REQUEST_TIMEOUT", "100s");

    public static final String CONSOLE = "https://console.example";

    /// The capacity of the default heap, whatever the heap of the tests.
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
                "STOCKROOM_CONSOLE_URL",
                CONSOLE,
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
                settings.console(),
                settings.health(),
                settings.database(),
                settings.auth(),
                settings.limits(),
                settings.retention(),
                settings.log(),
                settings.telemetry(),
                capacity);
    }

    /// Starts a server on a new database. The settings are environment variables.
    public static Platform start(Map<String, String> settings) {
        return new Platform(TestDatabase.migrated(), settings);
    }

    public static Platform on(DatabaseAddress database, Map<String, String> settings) {
        return new Platform(database, settings);
    }

    /// Starts a server with a lower limit of simultaneous requests than any heap gives.
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

    public static Platform on(Platform other) {
        return new Platform(other.address, other.environment);
    }

    /// Returns the platform of tests that neither break it nor need their own settings.
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

    /// Adds a merchant with one account, bound to its own store, and one application with a token.
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

    /// Adds another account of the same merchant, store and application.
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

    /// Adds a person without a second factor, whose password is [TestPerson#PASSWORD].
    public TestPerson person(Grant... grants) {
        return TestPerson.add(database(), "Person " + COUNT.incrementAndGet(), grants);
    }

    public Secret issueToken(TestMerchant merchant, Duration lifetime) {
        return tokens().issue(Operator.onTheServer(), merchant.appid(), merchant.id(), merchant.account(), lifetime)
                .accesstoken();
    }

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

    public AdminInterface adminInterface() {
        return new AdminInterface(
                database(),
                new AdminInterface.Parts(
                        server.cipher(), new BruteForceGuard(10, clock), server.lastUse(), clock, Optional.empty()),
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

    /// Returns the settings for further server processes on the same database; these have the default times.
    public Map<String, String> environment() {
        return Map.copyOf(environment);
    }

    public String baseUrl() {
        return "http://127.0.0.1:" + server.port();
    }

    public String adminUrl() {
        return "http://127.0.0.1:" + server.adminPort();
    }

    public String peopleUrl() {
        return "http://127.0.0.1:" + server.peoplePort();
    }

    /// Each has an address of its own.
    public TestBrowser browser() {
        int number = COUNT.incrementAndGet();
        return new TestBrowser(peopleUrl(), "10.1.%d.%d".formatted(number / 250, number % 250 + 1));
    }

    public String healthUrl() {
        return "http://127.0.0.1:" + server.healthPort();
    }

    public int port() {
        return server.port();
    }

    public Reply admin(String path) {
        return SimpleHttp.get(adminUrl() + path);
    }

    /// Returns how often a database connection was borrowed, which every query needs.
    public long connectionsUsed() {
        return metric("hikaricp_connections_usage_seconds_count{pool=\"stockroom\"}");
    }

    public long metric(String name) {
        return admin("/metrics")
                .text()
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    public int waitingForLocks() {
        return Integer.parseInt(query("SELECT count(*) FROM pg_stat_activity"
                + " WHERE datname = current_database() AND wait_event_type = 'Lock'"));
    }

    /// Makes servers believe that the clocks were watched for a day, so that they delete old data from now on.
    public void watchClocks() {
        execute("UPDATE clock_watch SET watched = interval '24 hours', read_at = clock_timestamp()");
    }

    public void execute(String sql) {
        TestDatabase.execute(address, sql);
    }

    /// Returns a checksum of all tables except those written some time after a call.
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

    public List<String> queryAll(String sql) {
        return TestDatabase.queryAll(address, sql);
    }

    @Override
    public void close() {
        server.close();
    }
}
