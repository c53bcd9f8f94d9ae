package stockroom.config;

import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Everything an operator can set, with its name and default. docs/settings.md says the same in prose; a test holds
/// the two together.
public record Settings(
        Http http,
        Admin admin,
        Health health,
        Database database,
        Auth auth,
        Limits limits,
        Ledger ledger,
        Retention retention,
        Log log,
        Optional<String> traceEndpoint) {

    /// The listener merchants' programs call.
    ///
    /// @param maxRequests requests in progress at once; one more is answered 503
    /// @param maxConnectionsPerAddress but for trusted proxies
    /// @param readTimeout how long a request may take to arrive
    /// @param requestTimeout how long an answer may take, once the request has arrived
    /// @param idleTimeout how long a connection may stay silent
    /// @param stopDelay how long a stopping server goes on serving while it already says that it is not ready
    /// @param drainTime how long a stopping server waits for the requests in progress
    /// @param trustedProxies addresses and networks whose `X-Forwarded-For` is believed
    /// @param docsPage whether it serves the page at `/docs`
    /// @param docsAddress where the documentation is that failures refer to
    public record Http(
            String address,
            int port,
            int maxRequests,
            int maxConnections,
            int maxConnectionsPerAddress,
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
    /// @param waitTime how long a request waits for a free connection before it is answered 503
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
            boolean migrate,
            boolean merchantNodes) {
        private static final String NO_URL =
                "database.url: not set (such as jdbc:postgresql://localhost/stockroom; to try the service out: make run)";

        public String requireUrl() {
            return url.orElseThrow(() -> new SettingsException(NO_URL));
        }
    }

    /// How callers prove who they are.
    ///
    /// @param keysetFile the Tink keyset that application secrets are encrypted with
    /// @param clockWindow how far a request's timestamp may be from our clock
    /// @param cacheTime how long a node trusts credentials it has read
    /// @param failuresPerMinute wrong signs and tokens after which an (address, appid) is closed
    public record Auth(
            Optional<Path> keysetFile,
            Duration clockWindow,
            Duration cacheTime,
            int failuresPerMinute,
            Duration closedFor) {}

    /// What CONTRACT leaves to the operator; the numbers of the specification itself stand in `limits`.
    ///
    /// @param readsPerSecond of one application and account on this node; 0 for no bound
    public record Limits(ZoneId dayZone, Duration publishGrace, List<String> platforms, int readsPerSecond) {}

    /// What is kept of changes, and who may wait for them.
    ///
    /// @param monthsKept whole months, beside the present one
    /// @param maxWaitingPerAccount calls that wait for changes on this node
    public record Ledger(int monthsKept, int maxWaitingPerAccount, int maxWaitingPerApplication) {}

    /// For how many days what nothing asks for any more is kept.
    ///
    /// @param fetchedProductDays since a store last fetched it; more than the window of the limits
    /// @param tokenDays since it expired or was revoked
    /// @param auditDays before `archive-audit` moves an entry to a file
    public record Retention(int fetchedProductDays, int tokenDays, int failedCallDays, int auditDays) {}
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
        var settings = new Settings(
                new Http(
                        address,
                        port,
                        from.number("max-requests", 2_048, 1, 1_000_000),
                        from.number("max-connections", 20_000, 1, 1_000_000),
                        from.number("max-connections-per-address", 2_000, 1, 1_000_000),
                        from.duration("read-timeout", Duration.ofSeconds(20), "100ms", "1h"),
                        from.duration("request-timeout", Duration.ofSeconds(10), "100ms", "1h"),
                        from.duration("idle-timeout", Duration.ofMinutes(2), "1s", "24h"),
                        from.duration("stop-delay", Duration.ZERO, "0s", "1h"),
                        from.duration("drain-time", Duration.ofSeconds(20), "0s", "1h"),
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
                        from.duration("database.wait-time", Duration.ofSeconds(3), "250ms", "10m"),
                        from.duration("database.statement-timeout", Duration.ofSeconds(5), "100ms", "1h"),
                        from.flag("database.migrate", true),
                        from.flag("database.merchant-nodes", true)),
                new Auth(
                        from.text("auth.keyset-file").map(Path::of),
                        from.duration("auth.clock-window", Duration.ofSeconds(600), "1s", "24h"),
                        from.duration("auth.cache-time", Duration.ofSeconds(5), "0s", "24h"),
                        from.number("auth.failures-per-minute", 10, 1, 1_000_000),
                        from.duration("auth.closed-for", Duration.ofSeconds(60), "1s", "24h")),
                new Limits(
                        from.zone("limits.day-zone", "Asia/Shanghai"),
                        from.duration("limits.publish-grace", Duration.ofHours(24), "0s", "2160h"),
                        from.list("limits.platforms", PLATFORMS),
                        from.number("limits.reads-per-second", 0, 0, 1_000_000)),
                new Ledger(
                        from.number("ledger.months-kept", 13, 1, 1_200),
                        from.number("ledger.max-waiting-per-account", 4, 0, 1_000_000),
                        from.number("ledger.max-waiting-per-application", 200, 0, 1_000_000)),
                new Retention(
                        from.number("retention.fetched-product-days", 400, 100, 36_500),
                        from.number("retention.token-days", 400, 1, 36_500),
                        from.number("retention.failed-call-days", 7, 1, 36_500),
                        from.number("retention.audit-days", 1_100, 30, 36_500)),
                new Log(from.choice("log.level", Log.Level.INFO), from.choice("log.requests", Log.Requests.ALL)),
                from.text("trace.endpoint"));
        from.finish();
        return settings;
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
