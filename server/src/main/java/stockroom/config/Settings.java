package stockroom.config;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Lists all settings with their names and defaults. A test compares them with docs/settings.md.
public record Settings(
        Http http,
        Admin admin,
        Console console,
        Health health,
        Database database,
        Auth auth,
        Limits limits,
        Retention retention,
        Log log,
        Map<String, String> telemetry,
        Capacity capacity) {

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

    /// Serves operators and metrics. Never open it to the internet. `hosts` are names it may be called by,
    /// besides addresses, `localhost` and the machine's own name.
    public record Admin(String address, int port, List<String> hosts) {}

    /// Serves people who sign in with a browser, if `url` is set. People of the platform may act as such only from
    /// the networks `operatorsFrom`, or from all if it is empty.
    public record Console(Optional<URI> url, String address, int port, List<String> operatorsFrom) {}

    public record Health(String address, int port) {}

    /// Settings of the database and its connections.
    ///
    /// @param owner migrates and owns the schema; by default `user` does
    /// @param waitTime limits the wait for a free connection. With `statementTimeout` it must be below the
    /// request's time-out, since a statement that outlives its request loses its connection
    /// @param connectTimeout applies to each host at the start and in commands; a serving node tries for a
    /// second
    /// @param merchantNodes connects to all nodes of a cluster instead of only to `url`
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
                "database.url: not set (such as jdbc:postgresql://localhost/stockroom; to try the service out: stockroom-server demo DIRECTORY)";

        public String requireUrl() {
            return url.orElseThrow(() -> new SettingsException(NO_URL));
        }
    }

    public record Auth(Optional<Path> keysetFile, Duration clockWindow, Duration cacheTime, int failuresPerMinute) {}

    /// Package `limits` has the fixed limits. `readsPerSecond` applies to one application and account on this node;
    /// 0 means no limit.
    public record Limits(ZoneId dayZone, Duration publishGrace, List<String> platforms, int readsPerSecond) {}

    /// Ages at which the server deletes growing data.
    ///
    /// @param ledgerMonths counts whole months besides the present one
    /// @param fetchedProductDays counts from the last fetch and must exceed the window of the limits
    /// @param auditDays is the age at which `archive-audit` moves an entry to a file
    public record Retention(int ledgerMonths, int fetchedProductDays, int failedCallDays, int auditDays) {}

    /// `level` applies neither to requests nor to operators' changes.
    public record Log(Level level, Requests requests) {
        public enum Level {
            ERROR,
            WARN,
            INFO,
            DEBUG
        }

        public enum Requests {
            ALL,
            /// Logs only requests that carried nothing out.
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
                new Console(
                        from.origin("console.url"),
                        from.text("console.address", address),
                        from.number("console.port", port == 0 ? 0 : besides(port, 2), 0, 65_535),
                        from.networks("console.operators-from")),
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

    /// Returns OpenTelemetry's standard variables. An empty one counts as not set.
    private static Map<String, String> standard(Map<String, String> environment) {
        return environment.entrySet().stream()
                .filter(variable -> variable.getKey().startsWith("OTEL_"))
                .filter(variable -> !variable.getValue().isBlank())
                .collect(Collectors.toMap(
                        Map.Entry::getKey, variable -> variable.getValue().strip()));
    }

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
