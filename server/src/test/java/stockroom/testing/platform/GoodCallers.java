package stockroom.testing.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import stockroom.testing.http.SimpleHttp;
import stockroom.testing.machine.Figures;

/// Runs sixteen well-behaved programs, each with one connection and 20 calls per second from its own address: fifteen
/// applications, and another account of the offender's application.
public final class GoodCallers implements AutoCloseable {
    private static final int CALLERS = 16;
    private static final int CALLS_A_SECOND = 20;
    private static final int MIN_CALLS = 100;
    private static final double MIN_ANSWERED = 99;
    private static final long TARGET_P99_MILLIS = 250;

    /// After a longer pause of the machine, missed calls are dropped.
    private static final long MAX_LATE_NANOS = 100_000_000;

    private final Queue<Call> calls = new ConcurrentLinkedQueue<>();
    private final List<Thread> threads;
    private volatile boolean stopped;

    private record Call(int status, long millis) {}

    public GoodCallers(Platform platform, TestMerchant offender, String baseUrl) {
        this.threads = IntStream.range(0, CALLERS)
                .mapToObj(i -> {
                    var merchant = i == 0 ? neighbour(platform, offender) : platform.merchant();
                    int product = merchant.product();
                    merchant.withStock(product, "red", 38, 5);
                    return Thread.ofPlatform().start(() -> call(merchant, product, baseUrl));
                })
                .toList();
    }

    private static TestMerchant neighbour(Platform platform, TestMerchant offender) {
        var neighbour = platform.merchant().withAppid(offender.appid()).withSecret(offender.secret());
        return neighbour.withToken(platform.issueToken(neighbour, Duration.ofHours(1)));
    }

    private void call(TestMerchant merchant, int product, String baseUrl) {
        try (var http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .localAddress(InetAddress.ofLiteral("127.0.0.2"))
                .connectTimeout(Duration.ofSeconds(5))
                .build()) {
            long due = System.nanoTime();
            for (int number = 1; !stopped; number++) {
                var request = number % 2 == 0
                        ? request(merchant, baseUrl + "/Stock/List", "productid=" + product)
                        : request(merchant, baseUrl + "/Stock/Product", "page=1");
                calls.add(send(http, request));
                due = Math.max(due + 1_000_000_000L / CALLS_A_SECOND, System.nanoTime() - MAX_LATE_NANOS);
                LockSupport.parkNanos(due - System.nanoTime());
            }
        }
    }

    private static HttpRequest.Builder request(TestMerchant merchant, String url, String form) {
        var request = HttpRequest.newBuilder(URI.create(url))
                .header("Content-Type", TestMerchant.FORM)
                .POST(BodyPublishers.ofString(form));
        merchant.headers().forEach(request::header);
        return request;
    }

    private static Call send(HttpClient http, HttpRequest.Builder request) {
        long start = System.nanoTime();
        int status;
        try {
            status = SimpleHttp.send(http, request, Duration.ofSeconds(10)).status();
        } catch (UncheckedIOException e) {
            status = 0;
        }
        return new Call(status, (System.nanoTime() - start) / 1_000_000);
    }

    /// Forgets all calls so far, such as those of the warm-up.
    public void forget() {
        calls.clear();
    }

    /// Tells whether [#assertServed] would pass now.
    public boolean areServed(long maxP99Millis) {
        var seen = List.copyOf(calls);
        return seen.size() > MIN_CALLS && answered(seen) >= MIN_ANSWERED && percentile99(seen) <= maxP99Millis;
    }

    /// Fails unless 99 of 100 calls are answered in time, and writes both figures. The limit is above the target
    /// in a short trial, which is mostly the beginning of an attack.
    public void assertServed(String trial, long maxP99Millis) {
        var seen = List.copyOf(calls);
        double answered = answered(seen);
        long p99 = percentile99(seen);
        System.out.printf("%s: of %d good calls %.2f %% answered, p99 %d ms%n", trial, seen.size(), answered, p99);
        Figures.write(trial + "-good-callers-answered", answered, "%", ">= " + MIN_ANSWERED, answered >= MIN_ANSWERED);
        Figures.write(trial + "-good-callers-p99", p99, "ms", "<= " + TARGET_P99_MILLIS, p99 <= TARGET_P99_MILLIS);
        assertThat(seen).hasSizeGreaterThan(MIN_CALLS);
        assertThat(answered).as("%s: answered, in percent", trial).isGreaterThanOrEqualTo(MIN_ANSWERED);
        assertThat(p99).as("%s: p99, in milliseconds", trial).isLessThanOrEqualTo(maxP99Millis);
    }

    private static double answered(Collection<Call> seen) {
        return 100.0 * seen.stream().filter(call -> call.status == 200).count() / seen.size();
    }

    private static long percentile99(Collection<Call> seen) {
        return seen.stream()
                .mapToLong(Call::millis)
                .sorted()
                .skip((long) (seen.size() * 0.99))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void close() {
        stopped = true;
        for (var thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
