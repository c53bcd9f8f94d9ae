package stockroom.bench.trials;

import static java.util.Locale.ROOT;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import stockroom.bench.load.HttpConnection;
import stockroom.bench.load.RequestKey;
import stockroom.bench.load.Requests;
import stockroom.bench.load.StockPayload;
import stockroom.bench.postgres.Postgres;
import stockroom.bench.process.Failure;
import stockroom.bench.process.Sleep;
import stockroom.bench.server.Distribution;
import stockroom.bench.server.Installation;
import stockroom.bench.server.Installer;
import stockroom.bench.server.OperatedServer;
import stockroom.bench.server.ServerProcess;
import tools.jackson.databind.json.JsonMapper;

/// Backs a filled database up, loses it and restores it to a point in time, by the commands of docs/backup.md, and sees
/// that
///
/// - stock and ledger are what they were at the point,
/// - what was ended after the point is alive and listed, by the server's log alone and by the audit log alone, and the
///   listed commands end it again,
/// - cursors from before are refused, and other calls are answered as before,
/// - the restored database is archived as the first one was.
final class RestoreTrial {
    private static final String DATABASE = "stockroom";
    private static final int MERCHANTS = 100;
    private static final int ENTRIES_OF_A_PRODUCT = 20;
    private static final int MAX_SECONDS = 300;
    private static final StockPayload PAYLOAD = new StockPayload(20, 9, StockPayload.Changes.ALL);

    private static final String CHECKSUMS = """
            SELECT concat(
                (SELECT concat(count(*), ' entries ',
                               md5(string_agg(e::text, '|' ORDER BY merchant_id, product_id, colour_no, size)))
                 FROM stock_entry e),
                (SELECT concat(', ', count(*), ' pushes ', md5(string_agg(p::text, '|' ORDER BY merchant_id, push)))
                 FROM stock_push p),
                (SELECT concat(', ', count(*), ' changes ',
                               md5(string_agg(c::text, '|' ORDER BY merchant_id, product_id, push)))
                 FROM stock_change c))
            """;

    private final Path folder;
    private final Distribution distribution;
    private final ArchivedPostgres archived;
    private final Installation installed;
    private final TrialFigures figures = new TrialFigures();

    private RestoreTrial(Path folder, Distribution distribution, ArchivedPostgres archived, Installation installed) {
        this.folder = folder;
        this.distribution = distribution;
        this.archived = archived;
        this.installed = installed;
    }

    static void run(Path folder, int entries) throws IOException {
        var distribution = Distribution.of(Path.of(""));
        var archived = new ArchivedPostgres(distribution.folder());
        archived.install();
        var installer = new Installer(new Postgres(), distribution, folder);
        try (var installed = installer.install(DATABASE, MERCHANTS, entries / ENTRIES_OF_A_PRODUCT, entries)) {
            new RestoreTrial(folder, distribution, archived, installed).run();
        }
    }

    private void run() throws IOException {
        var keys = installed.keys(40);
        var follower = keys.getLast();
        var operator = OperatedServer.of(distribution, installed.server(), installed.settings());
        var credentials = DrillCredentials.create(operator, keys);
        long begun = System.nanoTime();
        archived.follow("first-backup", Map.of(), Map.of());
        System.out.printf(ROOT, "first backup in %.1f s%n", secondsSince(begun));
        push(keys.subList(10, 20));
        archived.runUnit("stockroom-backup@.service", "diff");
        push(keys.subList(20, 30));
        var cursor = cursorOf(follower);
        var expected = checksums();
        var point = installed.postgres().one(DATABASE, "SELECT clock_timestamp()");

        push(keys.subList(30, 40));
        var commands = credentials.end(operator);
        installed.postgres().execute(DATABASE, "DELETE FROM stock");
        System.out.println("lost: " + checksums());
        installed.server().close();
        archived.follow("changes", Map.of(), Map.of());
        archived.stop();

        begun = System.nanoTime();
        restore(point);
        archived.follow("after-restore", Map.of(), installed.settings());
        var listed = listed(installed.server().log().toString(), "changes.log");
        try (var server = ServerProcess.start(distribution, installed.settings(), folder)) {
            server.awaitReady();
            server.awaitAnswer(requests().productList(follower, "page=1"));
            double seconds = secondsSince(begun);
            var restored = checksums();
            System.out.printf(ROOT, "restored to %s in %.1f s: %s%n", point, seconds, restored);
            figures.addAtMost(MAX_SECONDS, MAX_SECONDS, "restore-seconds", seconds, "s");
            figures.add("restore-checksums-are-the-same", restored.equals(expected));
            figures.add("restore-lists-what-is-alive-again", listed.equals(commands));
            figures.add("restore-lists-it-by-the-server-log", listedByLog().equals(commands));
            figures.add("restore-lists-it-by-the-audit-log", listedByAuditLog().equals(commands));
            var refused = ask(server, requests().changes(follower, "cursor=" + cursor));
            figures.add("restore-refuses-old-cursors", refused.body().contains("\"CURSOR_BEFORE_RESTORE\""));
            endAgain(
                    new OperatedServer(distribution, server, installed.settings(), operator.operatorKey()),
                    credentials);
        }
        archived.follow("check", Map.of(), Map.of());
        figures.write();
    }

    private void restore(String point) {
        archived.follow("restore", Map.of("2026-11-16 14:32:00+00", point), Map.of());
        archived.start();
        while (installed.postgres().one(DATABASE, "SELECT pg_is_in_recovery()").equals("t")) {
            Sleep.millis(50);
        }
    }

    private String checksums() {
        return installed.postgres().one(DATABASE, CHECKSUMS);
    }

    private List<String> listedByLog() {
        return listed(installed.server().log().toString(), "/dev/null");
    }

    private List<String> listedByAuditLog() {
        return listed("/dev/null", "changes.log");
    }

    private List<String> listed(String serverLog, String changes) {
        return archived.follow(
                        "revived", Map.of("servers.log", serverLog, "changes.log", changes), installed.settings())
                .lines()
                .toList();
    }

    /// What the restore has brought to life works, until the listed commands have run.
    private void endAgain(OperatedServer operator, DrillCredentials credentials) throws IOException {
        figures.add("restore-brings-credentials-back", alive(operator, credentials) == 4);
        archived.follow("end-again", Map.of(), operator.environment());
        // every node has heard of it within a second
        Sleep.millis(1_000);
        figures.add(
                "restore-ends-them-again",
                alive(operator, credentials) == 0 && listedByLog().isEmpty());
    }

    /// Of the four that can be tried by a call.
    private int alive(OperatedServer operator, DrillCredentials credentials) throws IOException {
        var rotated = Requests.signedBy(credentials.rotated()).stockList(credentials.ofRotated());
        int alive = credentials.leaverMayRead(operator) ? 1 : 0;
        for (var call : List.of(
                requests().stockList(credentials.revoked()), requests().stockList(credentials.closed()), rotated)) {
            alive += ask(operator.server(), call).succeeded() ? 1 : 0;
        }
        return alive;
    }

    private Requests requests() {
        return installed.requests();
    }

    /// A request each, since an account may create once in two seconds.
    private void push(List<RequestKey> keys) throws IOException {
        for (var key : keys) {
            var answer = ask(installed.server(), requests().createStock(key, PAYLOAD, 1));
            if (!answer.succeeded()) {
                throw new Failure("create stock answered %s (expected: success)".formatted(answer));
            }
        }
    }

    private String cursorOf(RequestKey key) throws IOException {
        var answer = ask(installed.server(), requests().changes(key, ""));
        return JsonMapper.shared().readTree(answer.body()).get("cursor").asString();
    }

    private static HttpConnection.Answer ask(ServerProcess server, byte[] request) throws IOException {
        try (var connection = new HttpConnection(server.port())) {
            return connection.ask(request);
        }
    }

    private static double secondsSince(long begun) {
        return (System.nanoTime() - begun) / 1e9;
    }
}
