package stockroom;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stockroom.admin.AdminInterface;
import stockroom.admin.credentials.EndedReader;
import stockroom.admin.credentials.KeysetRotation;
import stockroom.admin.credentials.RevivedStore;
import stockroom.admin.operators.OperatorKeyStore;
import stockroom.admin.operators.OperatorKeyStore.NewOperatorKey;
import stockroom.admin.operators.Scope;
import stockroom.audit.Operator;
import stockroom.auth.Authenticated;
import stockroom.auth.Authentication;
import stockroom.auth.BruteForceGuard;
import stockroom.auth.CredentialCache;
import stockroom.auth.LastUse;
import stockroom.auth.MerchantEndpoint;
import stockroom.auth.SecretCipher;
import stockroom.catalog.AccountLimitsEndpoint;
import stockroom.catalog.BatchStockEndpoint;
import stockroom.catalog.CatalogMessage;
import stockroom.catalog.ChangesEndpoint;
import stockroom.catalog.CreateStockEndpoint;
import stockroom.catalog.DeleteStockEndpoint;
import stockroom.catalog.HistoryEndpoint;
import stockroom.catalog.ProductDetailEndpoint;
import stockroom.catalog.ProductListEndpoint;
import stockroom.catalog.StockListEndpoint;
import stockroom.catalog.UndoEndpoint;
import stockroom.catalog.UploadResultEndpoint;
import stockroom.catalog.WriteTurns;
import stockroom.catalog.ledger.LedgerMaintenance;
import stockroom.catalog.ledger.PushTeller;
import stockroom.catalog.ledger.PushWatch;
import stockroom.catalog.ledger.RestoreStore;
import stockroom.config.Secret;
import stockroom.config.Settings;
import stockroom.config.SettingsException;
import stockroom.database.Database;
import stockroom.database.DatabaseAddress;
import stockroom.database.Distribution;
import stockroom.database.MerchantNodes;
import stockroom.database.Migrations;
import stockroom.database.Notifications;
import stockroom.database.PeriodicTask;
import stockroom.database.clock.ClockWatch;
import stockroom.demo.DemoReset;
import stockroom.demo.DemoStateStore;
import stockroom.generate.Generate;
import stockroom.generate.GenerateOptions;
import stockroom.http.Api;
import stockroom.http.Endpoint;
import stockroom.http.Listeners;
import stockroom.http.Route;
import stockroom.http.Version;
import stockroom.http.docs.DescriptionPages;
import stockroom.http.failure.EmptyData;
import stockroom.limits.Limits;
import stockroom.limits.RateLimitHeaders;
import stockroom.limits.ReadRate;
import stockroom.limits.RefusalCache;
import stockroom.limits.RefusalCounter;
import stockroom.retention.AuditArchive;
import stockroom.retention.MerchantDeletion;
import stockroom.retention.Retention;
import stockroom.support.FailedCalls;
import stockroom.support.UsageRecorder;
import stockroom.support.UsageRecorder.Kind;

/// Puts the parts together, starts and stops them.
public final class StockroomServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StockroomServer.class);
    private static final int MAX_ADMIN_REQUESTS = 8;
    /// What an open connection that has called keeps of the heap at most (docs/decisions/0010).
    private static final long CONNECTION_BYTES = 20_000;
    /// What the server keeps of the heap without any connection, rounded up; of a small heap it is much.
    private static final long OWN_BYTES = 16 << 20;
    /// For COPY of thousands of rows, ANALYZE of large tables, and what changes all merchants.
    private static final Duration GENERATE_STATEMENT_TIMEOUT = Duration.ofMinutes(10);

    private final PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final RefusalCache refusals = new RefusalCache();
    private final Tracing tracing;
    private final SecretCipher cipher;
    private final Database database;
    /// So that what is written in the background never takes a connection from a caller.
    private final Database background;

    private final ClockWatch clocks;
    private final MerchantNodes nodes;
    private final Notifications notifications;
    private final ReadinessStore readiness;
    private final FailedCalls failedCalls;
    private final PeriodicTask retention;
    private final PeriodicTask deletion;
    private final LastUse lastUse;
    private final UsageRecorder usage;
    private final PushTeller teller;
    private final PushWatch pushes;
    private final LedgerMaintenance ledger;
    private final DescriptionPages pages;
    private final Listeners listeners;

    public StockroomServer(Settings settings, InstantSource clock) {
        this(settings, clock, false);
    }

    /// @param resettable whether operators may bring the database back to where [DemoStateStore] has kept it
    StockroomServer(Settings settings, InstantSource clock, boolean resettable) {
        this.tracing = new Tracing(settings.traceEndpoint());
        this.cipher = new SecretCipher(settings.requireAll().auth().keysetFile().orElseThrow());
        LOG.atInfo()
                .addKeyValue("version", Version.number())
                .addKeyValue("java", Runtime.version().toString())
                .log("starting");
        var address = address(settings.database());
        if (settings.database().migrate()) {
            Migrations.run(
                    ownersAddress(settings.database()), settings.database().user());
        }
        OpenTelemetry telemetry = tracing.telemetry();
        this.database =
                database("stockroom", settings.database(), settings.database().poolSize(), metrics, telemetry);
        this.nodes = settings.database().merchantNodes()
                ? MerchantNodes.ofCluster(
                        database, address, (node, at) -> clusterNode(settings.database(), node, at, telemetry))
                : MerchantNodes.only(database, address);
        this.background = database("background", settings.database(), 1, metrics, telemetry);
        this.clocks = new ClockWatch(background, clock, ClockWatch.EVERY, metrics);
        this.lastUse = new LastUse(background, clock);
        this.usage = new UsageRecorder(background, clock, settings.limits().dayZone());
        var credentials = new CredentialCache(database, cipher, settings.auth().cacheTime());
        var guard = new BruteForceGuard(
                settings.auth().failuresPerMinute(), settings.auth().closedFor(), clock);
        Gauge.builder("stockroom.closings", guard, BruteForceGuard::count)
                .description("pairs of address and application that this node refuses after too many wrong credentials")
                .register(metrics);
        var authentication =
                new Authentication(credentials, guard, clock, settings.auth().clockWindow(), lastUse);
        this.teller = new PushTeller(database, metrics);
        this.pushes = new PushWatch(
                database,
                new PushWatch.Bounds(
                        settings.ledger().maxWaitingPerAccount(),
                        settings.ledger().maxWaitingPerApplication()),
                metrics);
        this.ledger = new LedgerMaintenance(database, settings.ledger().monthsKept(), metrics);
        this.notifications = new Notifications(
                        address,
                        Map.of(
                                CredentialCache.CHANNEL,
                                what -> {
                                    authentication.changed(what);
                                    if (what.startsWith("limits ")) {
                                        refusals.clear();
                                    }
                                    pushes.credentialChanged(what);
                                },
                                PushWatch.CHANNEL,
                                pushes::heard),
                        () -> {
                            credentials.onConnected();
                            pushes.onConnected();
                        },
                        () -> {
                            credentials.onDisconnected();
                            pushes.onDisconnected();
                            // the database was out of reach for this connection, so it may have been for others
                            nodes.reconnect();
                        })
                .awaitConnected(settings.database().waitTime());
        Gauge.builder("stockroom.notifications.heard", notifications, heard -> heard.isConnected() ? 1 : 0)
                .description(
                        "1 while this node hears what other nodes change; while it does not, it remembers no credentials")
                .register(metrics);
        this.readiness = new ReadinessStore(database, address, cipher);
        ProcessMetrics.register(metrics);
        this.failedCalls = new FailedCalls(background, settings.retention().failedCallDays(), clock, metrics);
        this.retention = new Retention(
                        background,
                        new Retention.Kept(
                                settings.retention().fetchedProductDays(),
                                settings.retention().tokenDays()))
                .start();
        this.deletion = new MerchantDeletion(background).start();
        var limits =
                new Limits(settings.limits().publishGrace(), settings.limits().dayZone());
        this.pages =
                new DescriptionPages(settings.http().docsPage(), settings.http().docsAddress());
        var admin = new AdminInterface(
                database,
                cipher,
                guard,
                lastUse,
                new AdminInterface.Rules(limits, settings.limits().platforms()));
        if (resettable) {
            admin.add("POST", "/demo/reset", new DemoReset(new DemoStateStore(database), () -> {
                authentication.forgetAll();
                refusals.clear();
            }));
        }
        this.listeners = new Listeners(
                binds(settings),
                bounds(settings),
                new Listeners.Served(
                        new Api(
                                joined(
                                        routes(
                                                authentication,
                                                limits,
                                                new ReadRate(settings.limits().readsPerSecond()),
                                                settings.limits().platforms(),
                                                settings.database().waitTime()),
                                        pages.routes()),
                                CatalogMessage.PATH_UNKNOWN,
                                CatalogMessage.PATH_MISSPELT,
                                settings.http().docsAddress(),
                                new RefusalCounter(metrics, failedCalls)),
                        admin.api(),
                        readiness::whyNotReady,
                        metrics::scrape),
                metrics,
                telemetry);
    }

    static void migrate(Settings settings) {
        Migrations.runNow(
                ownersAddress(settings.database()), settings.database().user());
    }

    /// Brings the schema up to this version, and over the nodes of a cluster.
    static void distribute(Settings settings) {
        migrate(settings);
        Distribution.run(ownersAddress(settings.database()), settings.database().user());
    }

    /// After the database was restored from a backup: cursors that were given before are refused, and no push gets a
    /// number that one had which is lost.
    static void afterRestore(Settings settings) {
        // of every merchant
        var pool = new Database.Pool("command", 1, settings.database().waitTime(), GENERATE_STATEMENT_TIMEOUT);
        try (var database = new Database(
                ownersAddress(settings.database()), pool, new SimpleMeterRegistry(), OpenTelemetry.noop())) {
            new RestoreStore(database).startAnew();
        }
    }

    /// After the same: the commands that end again what was ended after the backup.
    static List<String> revived(Settings settings, EndedReader ended) {
        try (var database =
                database("command", settings.database(), 1, new SimpleMeterRegistry(), OpenTelemetry.noop())) {
            return new RevivedStore(database).commands(ended);
        }
    }

    /// Without a server, since all other keys are created with the first.
    static NewOperatorKey createOperatorKey(Settings settings, String name, Scope scope, Duration lifetime) {
        if (settings.database().migrate()) {
            migrate(settings);
        }
        try (var database =
                database("command", settings.database(), 1, new SimpleMeterRegistry(), OpenTelemetry.noop())) {
            return new OperatorKeyStore(database).create(Operator.onTheServer(), name, scope, lifetime);
        }
    }

    /// While servers go on: moves old entries of the audit log to a file.
    static Optional<AuditArchive.Moved> archiveAudit(Settings settings, Path folder)
            throws IOException, InterruptedException {
        var pool = new Database.Pool("command", 1, settings.database().waitTime(), GENERATE_STATEMENT_TIMEOUT);
        try (var database = new Database(
                ownersAddress(settings.database()), pool, new SimpleMeterRegistry(), OpenTelemetry.noop())) {
            return new AuditArchive(database, settings.retention().auditDays()).run(folder);
        }
    }

    /// While servers go on: replaces the key that secrets are encrypted with.
    ///
    /// @param step `add`, `encrypt` or `remove`, or `all` of them
    /// @param progress is told what was done
    static void rotateKeyset(Settings settings, String step, Consumer<String> progress) {
        try (var database =
                database("command", settings.database(), 1, new SimpleMeterRegistry(), OpenTelemetry.noop())) {
            var rotation = new KeysetRotation(
                    settings.requireAll().auth().keysetFile().orElseThrow(),
                    database,
                    settings.http().requestTimeout(),
                    progress);
            switch (step) {
                case "all" -> rotation.rotate();
                case "add" -> rotation.add();
                case "encrypt" -> rotation.encrypt();
                case "remove" -> rotation.remove();
                default ->
                    throw new SettingsException(
                            "rotate-keyset: %s (expected: add, encrypt, remove or nothing)".formatted(step));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Without a server: adds load-test data to the database.
    public static Generate.Report generate(Settings settings, GenerateOptions options) throws IOException {
        if (settings.database().migrate()) {
            migrate(settings);
        }
        try (var database = new Database(
                // who may analyze tables
                ownersAddress(settings.database()),
                new Database.Pool(
                        "generate",
                        // of which workers, all with the same work, get three quarters
                        Math.ceilDiv(4 * options.connections(), 3),
                        settings.database().waitTime(),
                        GENERATE_STATEMENT_TIMEOUT),
                new SimpleMeterRegistry(),
                OpenTelemetry.noop())) {
            return new Generate(database, options).run();
        }
    }

    private static Database database(
            String name, Settings.Database settings, int poolSize, MeterRegistry metrics, OpenTelemetry telemetry) {
        var pool = new Database.Pool(name, poolSize, settings.waitTime(), settings.statementTimeout());
        return new Database(address(settings), pool, metrics, telemetry);
    }

    private Database clusterNode(
            Settings.Database settings, String name, DatabaseAddress address, OpenTelemetry telemetry) {
        var pool = new Database.Pool(
                "stockroom " + name, settings.poolSize(), settings.waitTime(), settings.statementTimeout(), true);
        return new Database(address, pool, metrics, telemetry);
    }

    /// The paths of the interface, as the specification spells them.
    private List<Route> routes(
            Authentication authentication, Limits limits, ReadRate reads, List<String> platforms, Duration waitTime) {
        var turns = new WriteTurns(waitTime, teller::pushed, refusals);
        return List.of(
                Route.post(
                        "/Stock/Product",
                        EmptyData.EMPTY_PAGE,
                        guarded(authentication, Kind.READ, reads.counted(new ProductListEndpoint(nodes))),
                        reads.policy()),
                Route.post(
                        "/Stock/List",
                        EmptyData.EMPTY_TEXT,
                        guarded(authentication, Kind.READ, reads.counted(new StockListEndpoint(nodes, clocks))),
                        reads.policy()),
                Route.post(
                        "/Stock/Creat",
                        EmptyData.ABSENT,
                        guarded(authentication, Kind.WRITE, new CreateStockEndpoint(nodes, turns)),
                        RateLimitHeaders.CREATE_STOCK_POLICY),
                Route.post(
                        "/Stock/Batch",
                        EmptyData.EMPTY_LIST,
                        guarded(authentication, Kind.READ, reads.counted(new BatchStockEndpoint(nodes))),
                        reads.policy()),
                Route.post(
                        "/Stock/Delete",
                        EmptyData.ABSENT,
                        guarded(authentication, Kind.WRITE, new DeleteStockEndpoint(nodes, turns)),
                        RateLimitHeaders.CREATE_STOCK_POLICY),
                Route.post(
                        "/Stock/Changes",
                        EmptyData.EMPTY_LIST,
                        guarded(authentication, Kind.READ, reads.counted(new ChangesEndpoint(nodes, pushes))),
                        reads.policy()),
                Route.post(
                        "/Stock/History",
                        EmptyData.EMPTY_LIST,
                        guarded(authentication, Kind.READ, reads.counted(new HistoryEndpoint(nodes))),
                        reads.policy()),
                Route.post(
                        "/Stock/Undo",
                        EmptyData.NULL,
                        guarded(authentication, Kind.WRITE, new UndoEndpoint(nodes, turns)),
                        RateLimitHeaders.CREATE_STOCK_POLICY),
                Route.post(
                        "/Product/Detail",
                        EmptyData.NULL,
                        guarded(
                                authentication,
                                Kind.DETAIL,
                                new ProductDetailEndpoint(nodes, limits, waitTime, refusals)),
                        RateLimitHeaders.PRODUCT_DETAIL_POLICY),
                Route.post(
                        "/Product/UploadResult",
                        EmptyData.ABSENT,
                        guarded(authentication, Kind.REPORT, new UploadResultEndpoint(nodes, platforms)),
                        Map.of()),
                Route.post(
                        "/Account/Limits",
                        EmptyData.NULL,
                        guarded(
                                authentication,
                                Kind.READ,
                                reads.counted(new AccountLimitsEndpoint(nodes, limits, reads))),
                        reads.policy()));
    }

    private static List<Route> joined(List<Route> some, List<Route> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    private Endpoint guarded(Authentication authentication, Kind kind, MerchantEndpoint endpoint) {
        return new Authenticated(authentication, usage.counted(kind, endpoint));
    }

    private static DatabaseAddress address(Settings.Database settings) {
        return new DatabaseAddress(
                settings.requireUrl(),
                settings.user(),
                settings.password().map(Secret::reveal).orElse(""));
    }

    private static DatabaseAddress ownersAddress(Settings.Database settings) {
        var address = address(settings);
        return settings.owner()
                .map(owner -> new DatabaseAddress(
                        address.url(),
                        owner,
                        settings.ownerPassword().map(Secret::reveal).orElse("")))
                .orElse(address);
    }

    private static Listeners.Binds binds(Settings settings) {
        return new Listeners.Binds(
                new Listeners.Bind(settings.http().address(), settings.http().port()),
                new Listeners.Bind(settings.admin().address(), settings.admin().port()),
                new Listeners.Bind(
                        settings.health().address(), settings.health().port()));
    }

    private static Listeners.Bounds bounds(Settings settings) {
        var http = settings.http();
        return new Listeners.Bounds(
                http.maxRequests(),
                Math.clamp(settings.database().poolSize() / 2, 1, MAX_ADMIN_REQUESTS),
                affordable(http.maxConnections()),
                http.maxConnectionsPerAddress(),
                http.readTimeout(),
                http.requestTimeout(),
                http.idleTimeout(),
                http.stopDelay(),
                http.drainTime(),
                http.trustedProxies(),
                settings.admin().hosts());
    }

    /// More connections than the heap has room for would end in an OutOfMemoryError for all of them.
    private static int affordable(int maxConnections) {
        long heap = Runtime.getRuntime().maxMemory();
        long room = Math.max(1, (heap / 2 - OWN_BYTES) / CONNECTION_BYTES);
        if (room < maxConnections) {
            LOG.info(
                    "max-connections: {}, but a heap of {} MB has room for {} (more: -Xmx in JDK_JAVA_OPTIONS)",
                    maxConnections,
                    heap >> 20,
                    room);
        }
        return (int) Math.min(room, maxConnections);
    }

    public StockroomServer start() {
        listeners.start();
        return this;
    }

    public int port() {
        return listeners.port();
    }

    public int adminPort() {
        return listeners.adminPort();
    }

    public int healthPort() {
        return listeners.healthPort();
    }

    public Database database() {
        return database;
    }

    public SecretCipher cipher() {
        return cipher;
    }

    public LastUse lastUse() {
        return lastUse;
    }

    DescriptionPages pages() {
        return pages;
    }

    @Override
    public void close() {
        listeners.stop(pushes::endWaits);
        pushes.close();
        teller.close();
        ledger.close();
        failedCalls.close();
        retention.close();
        deletion.close();
        lastUse.close();
        usage.close();
        clocks.close();
        background.close();
        notifications.close();
        readiness.close();
        nodes.close();
        database.close();
        tracing.close();
        metrics.close();
    }
}
