package stockroom.config;

import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Everything an operator can set, with its name and default, and what follows from it. docs/settings.md says what
/// each means; a test holds the two together.
public record Settings(
        Http http,
        Admin admin,
        Health health,
        Database database,
        Auth auth,
        Limits limits,
        Retention retention,
        Log log,
        Map<String, String> telemetry,
        Capacity capacity) {

    /// The listener merchants' programs call.
    public record Http(
            String address,
            int port,
            Duration readTimeout,
            Duration requestTimeout,
            Duration idleTimeout,
            Duration stopDelay,
            Duration drainTime,
            List<String> trustedProxies,
            boolean docsPage,
            Optional<String> docsAddress) {}

    /// The listener for operators and metrics; never open it to the internet.
    ///
    /// @param hosts names that it is called by, beside addresses, `localhost` and the machine's own
    public record Admin(String address, int port, List<String> hosts) {}

    /// The listener that says how the node is, and nothing else.
    public record Health(String address, int port) {}

    /// The database; without an address there is nothing to serve.
    ///
    /// @param owner who migrates the schema and owns it; without one, `user` does
    /// @param waitTime how long a request waits for a free connection before it is answered 503. With
    /// `statementTimeout` it is less than a request may take: a statement that its request does not wait for loses
    /// its connection
    /// @param connectTimeout of each host, at the start and in commands; a node that serves tries for a second
    /// @param merchantNodes whether the server connects to all nodes of a cluster, or only to where `url` points
    public record Database(
            Optional<String> url,
            String user,
            Optional<Secret> password,
            Optional<String> owner,
            Optional<Secret> ownerPassword,
            int poolSize,
            Duration waitTime,
            Duration statementTimeout,
            Duration connectTimeout,
            boolean migrate,
            boolean merchantNodes) {
        private static final String NO_URL =
                "database.url: not set (such as jdbc:postgresql://localhost/stockroom; to try the service out: make run)";

        public String requireUrl() {
            return url.orElseThrow(() -> new SettingsException(NO_URL));
        }
    }

    /// How callers prove who they are.
    public record Auth(Optional<Path> keysetFile, Duration clockWindow, Duration cacheTime, int failuresPerMinute) {}

    /// What CONTRACT leaves to the operator; the numbers of the specification itself stand in `limits`.
    ///
    /// @param readsPerSecond of one application and account on this node; 0 for no bound
    public record Limits(ZoneId dayZone, Duration publishGrace, List<String> platforms, int readsPerSecond) {}

    /// How long data that grows is kept.
    ///
    /// @param ledgerMonths whole months of changes of stock, beside the present one
    /// @param fetchedProductDays since a store last fetched it; more than the window of the limits
    /// @param auditDays before `archive-audit` moves an entry to a file
    public record Retention(int ledgerMonths, int fetchedProductDays, int failedCallDays, int auditDays) {}

    /// What is written to standard error. Changes by operators always are.
    ///
    /// @param level of lines that are neither requests nor changes by operators
    public record Log(Level level, Requests requests) {
        public enum Level {
            ERROR,
            WARN,
            INFO,
            DEBUG
        }

        /// Which answers get a line.
        public enum Requests {
            ALL,
            /// Those that carried something out do not.
            FAILED,
            NONE
        }
    }

    private static final String PLATFORMS = "tb tm jd pdd dd ks tt wd wxxsd shopee 1688 xhs wxsph aliexpress";

    public static Settings read(Map<String, String> environment) {
        var from = new SettingsReader(environment);
        var address = from.text("address", "0.0.0.0");
        int port = from.number("port", 8080, 0, 65_535);
        var requestTimeout = from.duration("request-timeout", "10s", "2s", "1h");
        var settings = new Settings(
                new Http(
                        address,
                        port,
                        from.duration("read-timeout", "20s", "100ms", "1h"),
                        requestTimeout,
                        from.duration("idle-timeout", "2m", "1s", "24h"),
                        from.duration("stop-delay", "0s", "0s", "1h"),
                        from.duration("drain-time", "20s", "0s", "1h"),
                        from.networks("trusted-proxies"),
                        from.flag("docs-page", true),
                        from.address("docs-address")),
                new Admin(
                        from.text("admin.address", "127.0.0.1"),
                        from.number("admin.port", port == 0 ? 0 : besides(port, 1_000), 0, 65_535),
                        from.list("admin.hosts", "")),
                new Health(
                        from.text("health.address", address),
                        from.number("health.port", port == 0 ? 0 : besides(port, 1), 0, 65_535)),
                new Database(
                        from.databaseAddress("database.url"),
                        from.text("database.user", "stockroom"),
                        from.secret("database.password"),
                        from.text("database.owner"),
                        from.secret("database.owner-password"),
                        from.number("database.pool-size", 16, 1, 1_000),
                        requestTimeout.multipliedBy(3).dividedBy(10),
                        requestTimeout.dividedBy(2),
                        from.duration("database.connect-timeout", "5s", "1s", "1m"),
                        from.flag("database.migrate", true),
                        from.flag("database.merchant-nodes", true)),
                new Auth(
                        from.text("auth.keyset-file").map(Path::of),
                        from.duration("auth.clock-window", "600s", "1s", "24h"),
                        from.duration("auth.cache-time", "5s", "0s", "24h"),
                        from.number("auth.failures-per-minute", 10, 1, 1_000_000)),
                new Limits(
                        from.zone("limits.day-zone", "Asia/Shanghai"),
                        from.duration("limits.publish-grace", "24h", "0s", "2160h"),
                        from.list("limits.platforms", PLATFORMS),
                        from.number("limits.reads-per-second", 0, 0, 1_000_000)),
                new Retention(
                        from.number("ledger.months-kept", 13, 1, 1_200),
                        from.number("retention.fetched-product-days", 400, 100, 36_500),
                        from.number("retention.failed-call-days", 7, 1, 36_500),
                        from.number("retention.audit-days", 1_100, 30, 36_500)),
                new Log(from.choice("log.level", Log.Level.INFO), from.choice("log.requests", Log.Requests.ALL)),
                standard(environment),
                Capacity.ofThisProcess());
        from.finish();
        return settings;
    }

    /// The variables by which every program with OpenTelemetry is told where traces go; an empty one counts as not set.
    private static Map<String, String> standard(Map<String, String> environment) {
        return environment.entrySet().stream()
                .filter(variable -> variable.getKey().startsWith("OTEL_"))
                .filter(variable -> !variable.getValue().isBlank())
                .collect(Collectors.toMap(
                        Map.Entry::getKey, variable -> variable.getValue().strip()));
    }

    /// Refuses to serve without what has no default.
    public Settings requireAll() {
        var missing = new ArrayList<String>();
        if (database.url.isEmpty()) {
            missing.add(Database.NO_URL);
        }
        if (auth.keysetFile.isEmpty()) {
            missing.add("auth.keyset-file: not set (make one with: stockroom-server create-keyset FILE)");
        }
        if (!missing.isEmpty()) {
            throw new SettingsException(String.join("\n", missing));
        }
        return this;
    }

    private static int besides(int port, int distance) {
        return port + distance <= 65_535 ? port + distance : port - distance;
    }
}
