package stockroom.bench.trials;

import static java.util.Locale.ROOT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import stockroom.bench.postgres.Postgres;
import stockroom.bench.process.Failure;
import stockroom.bench.process.Sleep;
import stockroom.bench.result.Spread;
import stockroom.bench.server.Distribution;
import stockroom.bench.server.OperatedServer;

/// Pushes stock with `stockroom stock push` through a server with its real limits, and sees that
///
/// - 100,000 entries (11,100 colours, 37 requests) are written at the platform's pace without a refusal or loss,
/// - the same killed in the middle and started again comes to the same result,
/// - four processes of one account at once all finish, none starves, and the limit is never broken,
/// - the client library, taken from a Maven repository, runs on Java 17 and leaves no thread behind.
///
/// The first runs alone, since its time is measured; the others side by side, since each account has its own pace.
final class PushTrial {
    /// An account may create once in this time.
    private static final int PACE_SECONDS = 2;

    private static final int PROCESSES = 4;
    /// How many products of a trial are pushed in a second, a little more than in truth.
    private static final int PRODUCTS_PER_SECOND = 89;

    private static final Pattern CREATE_MILLIS =
            Pattern.compile("\"endpoint\":\"/Stock/Creat\",\"status\":200.*\"millis\":([0-9]+)");

    private final Path folder;
    private final int products;
    private final OperatedServer server;
    private final PushDatabase database;
    private final TrialFigures figures = new TrialFigures();

    private PushTrial(Path folder, int products, OperatedServer server, PushDatabase database) {
        this.folder = folder;
        this.products = products;
        this.server = server;
        this.database = database;
    }

    static void run(Path folder, int products) throws IOException {
        var postgres = new Postgres();
        try (var server = OperatedServer.start(Distribution.of(Path.of("")), postgres, "postgres", folder, Map.of())) {
            new PushTrial(folder, products, server, new PushDatabase(postgres, folder)).run();
        }
    }

    private void run() throws IOException {
        database.noteTurns();
        var once = merchant("once");
        var killed = merchant("killed");
        var shared = merchant("shared");
        var killedStock = database.stockOf(killed, 1, products, "killed.csv");
        long requests = pushAlone(once);
        var resumed = CompletableFuture.supplyAsync(() -> killAndResume(killed, killedStock));
        var integrated = CompletableFuture.supplyAsync(() -> integrate(once));
        pushFromFourProcesses(shared);
        checkResumed(killed, killedStock, resumed, requests);
        // here, since failed calls are written down a moment later
        long refused = database.timesToldToWait(once);
        System.out.printf("once: %d refused%n", refused);
        figures.add("push-refused-for-its-pace", refused, "requests", "0", refused == 0);
        long left = joined(integrated);
        figures.add("client-threads-gone-after", left, "ms", "<= 15000", left <= 15_000);
        figures.write();
    }

    private PushMerchant merchant(String name) throws IOException {
        var file = folder.resolve("products.ndjson");
        Files.write(
                file,
                IntStream.rangeClosed(1, products)
                        .mapToObj(i -> """
                                {"artNo":"P-%d","title":"Shoe %d","price":"59.00",\
                                "images":["https://pictures.example/%d.jpg"]}""".formatted(i, i, i))
                        .toList());
        var merchant = PushMerchant.create(server, name);
        server.run("import", "products", file.toString(), "--merchant", merchant.id());
        return merchant;
    }

    /// @return how many requests it took
    private long pushAlone(PushMerchant merchant) throws IOException {
        var file = database.stockOf(merchant, 1, products, "once.csv");
        var pushed = PushDatabase.sorted(Files.readAllLines(file));
        System.out.printf("%d entries%n", pushed.size() - 1);
        var push = Push.start(server, merchant, file);
        var result = push.result();
        System.out.println(result);
        long requests = result.get("requests").asLong();
        // one that was refused, or failed otherwise, was sent again
        long again = result.get("requestsSent").asLong() - requests;
        double over = push.seconds() / (requests * PACE_SECONDS) * 100 - 100;
        var written = database.written(merchant);
        var missing = new HashSet<>(pushed);
        written.forEach(missing::remove);
        boolean same = written.equals(pushed);
        System.out.printf(
                ROOT,
                "once: %d requests in %.3f s, %.3f %% over %d s, %d sent again; %d entries lost, the rows are the same: %b;"
                        + " the server took %.0f ms in the median%n",
                requests,
                push.seconds(),
                over,
                requests * PACE_SECONDS,
                again,
                missing.size(),
                same,
                medianMillis());
        figures.addAtMost(5, 50, "push-time-over-the-pace", over, "%");
        figures.add("push-sent-again", again, "requests", "0", again == 0);
        figures.add("push-entries-lost", missing.size(), "entries", "0", same && missing.isEmpty());
        return requests;
    }

    /// Of the creates that the server has answered.
    private double medianMillis() throws IOException {
        return Spread.of(Files.readAllLines(server.server().log()).stream()
                        .map(CREATE_MILLIS::matcher)
                        .filter(found -> found.find())
                        .map(found -> Double.valueOf(found.group(1)))
                        .toList())
                .median();
    }

    /// @return how many requests the second push sent
    private long killAndResume(PushMerchant merchant, Path file) {
        try {
            var push = Push.start(server, merchant, file);
            Sleep.millis(products / PRODUCTS_PER_SECOND * 1_000L);
            push.awaitProgress();
            push.kill();
            System.out.printf("killed with %d entries in, %s%n", database.entriesOf(merchant), push.progress());
            return Push.start(server, merchant, file)
                    .result()
                    .get("requestsSent")
                    .asLong();
        } catch (IOException e) {
            throw new Failure("%s: %s".formatted(file, e.getMessage()), e);
        }
    }

    private void checkResumed(PushMerchant merchant, Path file, CompletableFuture<Long> resumed, long requests)
            throws IOException {
        long sent = joined(resumed);
        boolean same = database.written(merchant).equals(PushDatabase.sorted(Files.readAllLines(file)));
        System.out.printf("killed and resumed: %d of %d requests, the rows are the same: %b%n", sent, requests, same);
        figures.add("push-killed-and-resumed-is-the-same", same);
        // begun anew, it would send all of them
        figures.add("push-resumed-requests", sent, "requests", "< " + requests, sent < requests);
    }

    /// @return the milliseconds after which the client's last thread was gone
    private long integrate(PushMerchant merchant) {
        try {
            return new ClientTrial(folder)
                    .run("http://127.0.0.1:" + server.server().port(), merchant);
        } catch (IOException e) {
            throw new Failure("the client library alone: " + e.getMessage(), e);
        }
    }

    private static long joined(CompletableFuture<Long> trial) {
        try {
            return trial.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof Failure failure ? failure : e;
        }
    }

    private void pushFromFourProcesses(PushMerchant merchant) throws IOException {
        int share = products / 6;
        long begun = System.nanoTime();
        var pushes = new ArrayList<Push>();
        var pushed = new ArrayList<String>();
        for (int part = 0; part < PROCESSES; part++) {
            var file = database.stockOf(merchant, part * share + 1, (part + 1) * share, "shared%d.csv".formatted(part));
            pushed.addAll(entries(Files.readAllLines(file)));
            pushes.add(Push.start(server, merchant, file));
        }
        long finished = 0;
        for (var push : pushes) {
            if (push.succeeds()) {
                finished++;
            } else {
                System.err.println(push.errors());
            }
        }
        double taken = (System.nanoTime() - begun) / 1e9;
        var times = pushes.stream().map(Push::seconds).sorted().toList();
        double firstToLast = times.getFirst() / times.getLast();
        double shortest = database.shortestTurn(merchant);
        boolean same = entries(database.written(merchant)).equals(PushDatabase.sorted(pushed));
        System.out.printf(
                ROOT,
                "four processes: %d finished after %s s, %d turns in %.3f s, shortest between two %.3f s, %d times told to"
                        + " wait; the rows are the same: %b%n",
                finished,
                times.stream().map(time -> String.format(ROOT, "%.3f", time)).collect(Collectors.joining(" ")),
                database.turnsOf(merchant),
                taken,
                shortest,
                database.timesToldToWait(merchant),
                same);
        figures.add("push-four-processes-finished", finished, "processes", "4", finished == PROCESSES);
        figures.addAtLeast(0.5, 0.2, "push-four-processes-first-to-last", firstToLast, "ratio");
        figures.add("push-four-processes-shortest-turn", shortest, "s", ">= 2", shortest >= PACE_SECONDS);
        figures.add("push-four-processes-rows-are-the-same", same);
    }

    private static List<String> entries(List<String> csv) {
        return csv.stream().filter(line -> !line.contains("productId")).toList();
    }
}
