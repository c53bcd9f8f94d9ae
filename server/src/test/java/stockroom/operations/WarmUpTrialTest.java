package stockroom.operations;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpHeaders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stockroom.testing.http.ConstantRateCalls;
import stockroom.testing.http.ConstantRateCalls.Call;
import stockroom.testing.http.RawConnection;
import stockroom.testing.http.Reply;
import stockroom.testing.machine.Figures;
import stockroom.testing.machine.FreePort;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import stockroom.testing.servers.ServerProcess;

/// A new server is slow until Java has compiled the busy code. Each server shares a processor with its callers,
/// HAProxy and PostgreSQL, so the load is only a quarter of what one server serves. Needs two processors, `taskset`
/// and `haproxy`.
@Tag("ha")
class WarmUpTrialTest {
    private static final int MERCHANTS = 200;
    private static final int CALLS_A_WRITE = 200;
    private static final int CALLERS = 16;
    private static final HttpHeaders NO_HEADERS = HttpHeaders.of(Map.of(), (_, _) -> true);
    private static final double MIN_IDLE_PERCENT = 20;
    private static final int LOWEST_RATE = 1000;
    private static final double MAX_P99_MS = 20;
    private static final Duration WARM = Duration.ofSeconds(45);
    private static final Duration BEFORE = Duration.ofSeconds(30);
    /// These options are added to the distribution's.
    private static final String OPTIONS = System.getProperty("warm-up.options", "");
    /// Both replace the values in deploy/haproxy, for comparisons.
    private static final String BALANCE = System.getProperty("warm-up.balance", "");
    private static final String SLOWSTART = System.getProperty("warm-up.slowstart", "");

    /// The rate per second if it is known what one server serves.
    private static final int RATE = Integer.getInteger("warm-up.rate", 0);

    private final Platform platform = Platform.start(Map.of());
    private final List<TestMerchant> merchants = new ArrayList<>();
    private final List<Integer> products = new ArrayList<>();
    private final List<Integer> ports = List.of(FreePort.pick(), FreePort.pick());
    private final List<Integer> healthPorts = List.of(FreePort.pick(), FreePort.pick());
    private final int proxy = FreePort.pick();
    private final Queue<RawConnection> connections = new ConcurrentLinkedQueue<>();
    private final AtomicInteger writes = new AtomicInteger();
    private final List<ServerProcess> servers = new ArrayList<>();
    private final List<Process> haproxy = new ArrayList<>();

    WarmUpTrialTest() {
        for (int i = 0; i < MERCHANTS; i++) {
            var merchant = platform.merchant();
            int product = merchant.product();
            merchants.add(merchant.withStock(product, "red", 38, 5));
            products.add(product);
        }
    }

    @AfterEach
    void stop() throws InterruptedException {
        servers.forEach(ServerProcess::close);
        for (var process : haproxy) {
            process.destroy();
            assertThat(process.waitFor(10, SECONDS)).isTrue();
        }
        platform.close();
    }

    @Test
    void callersDoNotNoticeThatAServerBehindHaproxyIsRestarted(@TempDir Path folder) throws Exception {
        startHaproxy(folder);
        server(0);
        awaitServing();
        int rate = RATE > 0 ? RATE : servedByOne() / 4;
        var restarted = server(1);
        awaitServing();
        callAsFastAsAnswered(WARM);
        try (var calls = new ConstantRateCalls(rate, this::call)) {
            Thread.sleep(Duration.ofSeconds(5));
            long begun = System.nanoTime();
            var processors = processorTimes();
            Thread.sleep(BEFORE);
            double idle = idlePercent(processors, processorTimes());
            System.out.printf("%d calls/s to two servers: processors %.0f %% idle%n", rate, idle);
            // without idle time the servers are not warm yet or the machine has other work, and the comparison is
            // invalid
            assertThat(idle).isGreaterThanOrEqualTo(MIN_IDLE_PERCENT);
            long stopped = System.nanoTime();
            restarted.stop();
            server(1).baseUrl();
            long serving = System.nanoTime();
            Thread.sleep(WARM);
            report(rate, calls, begun, stopped, serving);
        }
    }

    private void awaitServing() {
        servers.forEach(ServerProcess::baseUrl);
        await().atMost(60, SECONDS).until(() -> call(1).status() == 200);
    }

    private void report(int rate, ConstantRateCalls calls, long begun, long stopped, long serving) {
        long ended = System.nanoTime();
        var before = calls.begunBetween(begun, stopped);
        var after = calls.begunBetween(stopped, ended);
        System.out.printf("%d calls/s; p99 before %.1f ms%n", rate, p99(before));
        System.out.printf(
                "while it stops and starts (%.1f s): p99 %.1f ms%n",
                (serving - stopped) / 1e9, p99(calls.begunBetween(stopped, serving)));
        for (long from = serving; from < ended; from += 5_000_000_000L) {
            System.out.printf(
                    "%2d s after: p99 %.1f ms%n",
                    (from - serving) / 1_000_000_000, p99(calls.begunBetween(from, from + 5_000_000_000L)));
        }
        System.out.printf("p99 of all %d calls since: %.1f ms%n", after.size(), p99(after));
        double ratio = p99(after) / p99(before);
        Figures.write("warm-up-calls-a-second", rate, "calls/s", "a quarter of what one server serves", true);
        Figures.write("warm-up-p99-before", p99(before), "ms", "", true);
        Figures.write("warm-up-p99-after-restart", p99(after), "ms", "<= 2 x before", ratio <= 2);
        ConstantRateCalls.assertAllSucceeded(before);
        ConstantRateCalls.assertAllSucceeded(after);
        assertThat(ratio).as("p99 after the restart to that of before").isLessThanOrEqualTo(2);
    }

    /// Raises the rate by a fifth at a time, and returns the highest at which 99 of 100 responses are in time.
    private int servedByOne() throws Exception {
        callAsFastAsAnswered(WARM);
        int rate = LOWEST_RATE;
        while (inTime(rate)) {
            rate += rate / 5;
        }
        return rate * 5 / 6;
    }

    private boolean inTime(int rate) throws InterruptedException {
        boolean inTime = p99At(rate) <= MAX_P99_MS;
        // tries again, because the machine may have paused
        return inTime || p99At(rate) <= MAX_P99_MS;
    }

    private double p99At(int rate) throws InterruptedException {
        try (var calls = new ConstantRateCalls(rate, this::call)) {
            long begun = System.nanoTime();
            Thread.sleep(Duration.ofSeconds(3));
            calls.stop();
            double p99 = p99(calls.begunBetween(begun, System.nanoTime()));
            System.out.printf("%d calls/s to one server: p99 %.1f ms%n", rate, p99);
            return p99;
        }
    }

    private void callAsFastAsAnswered(Duration time) throws Exception {
        long begun = System.nanoTime();
        var number = new AtomicInteger();
        var failed = new AtomicInteger();
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < CALLERS; i++) {
                callers.execute(() -> {
                    while (System.nanoTime() - begun < time.toNanos()) {
                        if (call(number.getAndIncrement()).status() != 200) {
                            failed.incrementAndGet();
                        }
                    }
                });
            }
        }
        assertThat(failed).hasValue(0);
        System.out.printf("%d calls, one after the other by %d callers, in %s%n", number.get(), CALLERS, time);
    }

    private Reply call(int number) {
        boolean write = number % CALLS_A_WRITE == 0;
        int i = write ? writes.getAndIncrement() % MERCHANTS : number % MERCHANTS;
        var request = write
                ? request(i, "/Stock/Creat", TestMerchant.JSON, """
                        [{"pid":%d,"color":"red","param":[{"size":38,"stock":7}]}]""".formatted(products.get(i)))
                : request(i, "/Stock/List", TestMerchant.FORM, "productid=" + products.get(i));
        // connections are reused soon, so that none is closed as idle
        var connection = Objects.requireNonNullElseGet(connections.poll(), () -> new RawConnection(proxy));
        int status = connection.send(request).status();
        if (status == 0) {
            connection.close();
        } else {
            connections.add(connection);
        }
        return new Reply(status, NO_HEADERS, new byte[0], Duration.ZERO);
    }

    private byte[] request(int i, String path, String contentType, String body) {
        var headers = merchants.get(i).headers();
        headers.put("Content-Type", contentType);
        return RawConnection.request("POST " + path + " HTTP/1.1", headers.entrySet(), body.getBytes(UTF_8));
    }

    private static long[] processorTimes() throws IOException {
        var all = Files.readAllLines(Path.of("/proc/stat")).getFirst();
        return Stream.of(all.split(" +")).skip(1).mapToLong(Long::parseLong).toArray();
    }

    private static double idlePercent(long[] from, long[] to) {
        return 100.0
                * (to[3] - from[3])
                / (LongStream.of(to).sum() - LongStream.of(from).sum());
    }

    private static double p99(List<Call> calls) {
        return calls.stream()
                        .mapToLong(call -> call.took().toNanos())
                        .sorted()
                        .skip((long) (calls.size() * 0.99))
                        .findFirst()
                        .orElseThrow()
                / 1e6;
    }

    private ServerProcess server(int number) {
        var settings = new HashMap<>(platform.environment());
        settings.put("STOCKROOM_PORT", ports.get(number).toString());
        settings.put("STOCKROOM_HEALTH_PORT", healthPorts.get(number).toString());
        settings.put("STOCKROOM_ADMIN_PORT", "0");
        settings.put("STOCKROOM_STOP_DELAY", "2s");
        var server = ServerProcess.onProcessor(number, settings, OPTIONS);
        servers.add(server);
        return server;
    }

    /// Changes only addresses, TLS and the user in the file of deploy/haproxy.
    private void startHaproxy(Path folder) throws IOException {
        var text = Files.readString(Path.of("../deploy/haproxy/haproxy.cfg"))
                .replaceAll("bind :443 .*", "bind 127.0.0.1:" + proxy)
                .replaceAll("(?m)^ +(user|group|chroot) .*$", "");
        for (int i = 0; i < 2; i++) {
            text = text.replace(
                            "10.0.0.1%d:8080 port 8081".formatted(i + 1),
                            "127.0.0.1:%d port %d".formatted(ports.get(i), healthPorts.get(i)))
                    .replace("10.0.0.1%d:8080".formatted(i + 1), "127.0.0.1:" + ports.get(i));
        }
        if (!BALANCE.isEmpty()) {
            text = text.replaceAll("balance .*", "balance " + BALANCE);
        }
        if (!SLOWSTART.isEmpty()) {
            text = text.replaceAll(" slowstart \\S+", "").replaceAll("default-server .*", "$0 " + SLOWSTART);
        }
        var file = Files.writeString(folder.resolve("haproxy.cfg"), text);
        haproxy.add(new ProcessBuilder("/usr/sbin/haproxy", "-db", "-f", file.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start());
    }
}
