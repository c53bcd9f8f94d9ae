package stockroom.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stockroom.testing.machine.Distribution;
import stockroom.testing.machine.Figures;
import stockroom.testing.machine.Repository;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Pushes stock with the distribution's `stockroom stock push` to a server with its real limits:
///
/// - 100,000 entries (11,100 colours, 37 requests) are written at the platform's pace without a refusal or loss,
/// - a push that is killed halfway and resumed has the same result,
/// - four simultaneous processes of one account all finish with a fair share, within the limit,
/// - the client library from a Maven repository runs on Java 17 and leaves no thread running.
///
/// The first trial runs alone, since its time is measured. scripts/test-push runs them.
class PushTrial {
    private static final int PRODUCTS = Integer.getInteger("push.products", 2_220);
    private static final int PACE_SECONDS = 2;

    private static final int PROCESSES = 4;
    /// The rate is slightly higher than the real one.
    private static final int PRODUCTS_PER_SECOND = 89;

    private static final Pattern NO_THREAD_LEFT = Pattern.compile("no thread left after ([0-9]+) ms");

    @TempDir
    Path folder;

    private record Push(Process process, Path file, long begun, CompletableFuture<Long> ended) {
        JsonNode result() throws IOException {
            ended.join();
            assertThat(process.exitValue())
                    .as(Files.readString(Path.of(file + ".err")))
                    .isZero();
            return JsonMapper.shared().readTree(Files.readString(Path.of(file + ".out")));
        }

        double seconds() {
            return (ended.join() - begun) / 1e9;
        }
    }

    @Test
    void stockIsPushedAtThePlatformsPace() throws Exception {
        try (var platform = Platform.start(Map.of());
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            noteTurns(platform);
            var once = platform.merchant();
            long requests = pushAlone(once);
            var resumed = threads.submit(() -> killAndResume(platform.merchant(), requests));
            var integrated = threads.submit(() -> integrate(once));
            pushFromFourProcesses(platform.merchant());
            resumed.get();
            integrated.get();
            // checked at the end, since failed calls are written with a delay
            long refused = timesToldToWait(once);
            Figures.check("push-refused-for-its-pace", refused, "requests", "0", refused == 0);
        }
    }

    private static void noteTurns(Platform platform) {
        platform.execute("""
                CREATE TABLE turn_taken (merchant_id bigint, at timestamptz);
                CREATE FUNCTION note_turn() RETURNS trigger SECURITY DEFINER LANGUAGE plpgsql AS $$ BEGIN
                    INSERT INTO public.turn_taken VALUES (NEW.merchant_id, NEW.admitted_at); RETURN NEW; END $$;
                CREATE TRIGGER note_turn AFTER UPDATE ON create_turn FOR EACH ROW EXECUTE FUNCTION note_turn()
                """);
    }

    private static long timesToldToWait(TestMerchant merchant) {
        return Long.parseLong(merchant.platform()
                .query("SELECT count(*) FROM failed_call WHERE application_id = %d AND status = 429"
                        .formatted(merchant.appid())));
    }

    private long pushAlone(TestMerchant merchant) throws IOException {
        var file = write("once.csv", stock(merchant.products(PRODUCTS), 0));
        var push = push(merchant, file);
        var result = push.result();
        long requests = result.path("requests").asLong();
        // a request that was refused or failed was sent again
        long again = result.path("requestsSent").asLong() - requests;
        double over = push.seconds() / (requests * PACE_SECONDS) * 100 - 100;
        System.out.printf("once: %s in %.3f s, %.3f %% over the pace%n", result, push.seconds(), over);
        Figures.write("push-time-over-the-pace", over, "%", "<= 5", over <= 5);
        // a busy machine can explain more than 5 %, but not this much
        assertThat(over).isLessThanOrEqualTo(50);
        Figures.check("push-sent-again", again, "requests", "0", again == 0);
        var lost = new ArrayList<>(entries(file));
        lost.removeAll(List.copyOf(written(merchant)));
        Figures.check(
                "push-entries-lost",
                lost.size(),
                "entries",
                "0",
                written(merchant).equals(entries(file)));
        return requests;
    }

    private boolean killAndResume(TestMerchant merchant, long requests) throws Exception {
        var file = write("killed.csv", stock(merchant.products(PRODUCTS), 0));
        var progress = Path.of(file + ".progress");
        var push = push(merchant, file);
        Thread.sleep(PRODUCTS / PRODUCTS_PER_SECOND * 1_000L);
        // on a busy machine the first request may take long
        await().atMost(Duration.ofMinutes(1)).until(() -> Files.exists(progress));
        assertThat(push.process.isAlive()).isTrue();
        push.process.destroyForcibly().waitFor();
        System.out.printf("killed with %d entries in, %s", written(merchant).size(), Files.readString(progress));
        long sent = push(merchant, file).result().path("requestsSent").asLong();
        Figures.check("push-killed-and-resumed-is-the-same", written(merchant).equals(entries(file)));
        // a push that starts over would send all requests
        Figures.check("push-resumed-requests", sent, "requests", "< " + requests, sent < requests);
        return true;
    }

    private void pushFromFourProcesses(TestMerchant merchant) throws IOException {
        int share = PRODUCTS / 6;
        var products = merchant.products(PROCESSES * share);
        var pushes = new ArrayList<Push>();
        for (int part = 0; part < PROCESSES; part++) {
            var lines = stock(products.subList(part * share, (part + 1) * share), part * share);
            pushes.add(push(merchant, write("shared%d.csv".formatted(part), lines)));
        }
        for (var push : pushes) {
            push.result();
        }
        Figures.check("push-four-processes-finished", PROCESSES, "processes", "4", true);
        var times = pushes.stream().map(Push::seconds).sorted().toList();
        double firstToLast = times.getFirst() / times.getLast();
        double shortest = Double.parseDouble(
                merchant.platform().query("""
                SELECT extract(epoch FROM min(at - before))
                FROM (SELECT at, lag(at) OVER (ORDER BY at) AS before FROM turn_taken WHERE merchant_id = %d) t
                """.formatted(merchant.id().value())));
        System.out.printf(
                "four processes: finished after %s s, shortest between two turns %.3f s, %d times told to wait%n",
                times, shortest, timesToldToWait(merchant));
        Figures.write("push-four-processes-first-to-last", firstToLast, "ratio", ">= 0.5", firstToLast >= 0.5);
        // a busy machine can explain less than 0.5, but not this little
        assertThat(firstToLast).isGreaterThanOrEqualTo(0.2);
        Figures.check("push-four-processes-shortest-turn", shortest, "s", ">= 2", shortest >= PACE_SECONDS);
        Figures.check(
                "push-four-processes-rows-are-the-same",
                written(merchant).equals(entries(pushes.stream().map(Push::file).toArray(Path[]::new))));
    }

    private boolean integrate(TestMerchant merchant) {
        var printed = Distribution.run(
                environment(merchant),
                Repository.path("scripts/test-client-library").toString(),
                merchant.platform().baseUrl(),
                String.valueOf(merchant.appid()));
        System.out.print(printed);
        var left = NO_THREAD_LEFT.matcher(printed);
        assertThat(left.find()).as(printed).isTrue();
        long millis = Long.parseLong(left.group(1));
        Figures.check("client-threads-gone-after", millis, "ms", "<= 15000", millis <= 15_000);
        return true;
    }

    /// Makes five colours per product in nine or ten sizes, with runs of equal stock and some bar codes.
    private static List<String> stock(List<Integer> products, int before) {
        return IntStream.range(0, products.size())
                .boxed()
                .flatMap(i -> IntStream.rangeClosed(1, 5)
                        .boxed()
                        .flatMap(colour -> IntStream.rangeClosed(35, before + i < 20 ? 44 : 43)
                                .mapToObj(size -> "%d,colour %d,%d,%d,%s"
                                        .formatted(
                                                products.get(i),
                                                colour,
                                                size,
                                                ((before + i) * 7 + colour + size / 3) % 50,
                                                (i + colour + size) % 5 == 0 ? "690" + i + colour + size : ""))))
                .toList();
    }

    private Path write(String name, List<String> stock) throws IOException {
        var lines = Stream.concat(Stream.of("productId,color,size,stock,barCode"), stock.stream());
        return Files.write(folder.resolve(name), lines.toList());
    }

    private static List<String> entries(Path... files) throws IOException {
        var all = new ArrayList<String>();
        for (var file : files) {
            all.addAll(Files.readAllLines(file).stream().skip(1).toList());
        }
        return all.stream().sorted().toList();
    }

    private static List<String> written(TestMerchant merchant) {
        return merchant.platform().queryAll("""
                SELECT concat_ws(',', product_id, colour, size, quantity, coalesce(bar_code, ''))
                FROM stock_entry WHERE merchant_id = %d
                """.formatted(merchant.id().value())).stream()
                .sorted()
                .toList();
    }

    private static Map<String, String> environment(TestMerchant merchant) {
        return Map.of(
                "STOCKROOM_CLI_SECRET", merchant.secret().reveal(),
                "STOCKROOM_CLI_TOKEN", merchant.token().reveal());
    }

    private static Push push(TestMerchant merchant, Path file) throws IOException {
        long begun = System.nanoTime();
        var process = Distribution.start(
                file,
                environment(merchant),
                "stock",
                "push",
                file.toString(),
                "--appid",
                String.valueOf(merchant.appid()),
                "--url",
                merchant.platform().baseUrl(),
                "--json");
        return new Push(process, file, begun, process.onExit().thenApply(_ -> System.nanoTime()));
    }
}
