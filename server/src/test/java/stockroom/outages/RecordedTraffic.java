package stockroom.outages;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import stockroom.testing.http.Reply;
import stockroom.testing.http.SimpleHttp;
import stockroom.testing.machine.Figures;
import stockroom.testing.platform.LedgerReplay;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;

/// Runs eight writers and eight readers through a load balancer until ended. A writer adds one to its own quantity
/// and repeats the request with its key until it is acknowledged.
final class RecordedTraffic implements AutoCloseable {
    private static final int WRITERS = 8;
    private static final int READERS = 8;
    /// Enough accounts that a writer need not wait for its turn.
    private static final int ACCOUNTS = 20;

    private static final Duration WRITE_PAUSE = Duration.ofMillis(200);
    private static final Duration READ_PAUSE = Duration.ofMillis(100);
    private static final Duration RETRY_PAUSE = Duration.ofMillis(100);
    private static final Duration MAX_ANSWER = Duration.ofSeconds(20);
    /// All faults are over by then, so every request succeeds.
    private static final Duration MAX_RETRY = Duration.ofMinutes(2);

    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();

    private final String url;
    private final TestMerchant merchant;
    private final String cursor;
    private final List<Writer> writers;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Future<?>> running = new ArrayList<>();
    private final Set<Long> pushes = ConcurrentHashMap.newKeySet();
    /// The begin of each success, in nanoseconds.
    private final Queue<Success> writes = new ConcurrentLinkedQueue<>();

    private final Queue<Success> reads = new ConcurrentLinkedQueue<>();
    private final Map<String, AtomicInteger> failures = new ConcurrentSkipListMap<>();

    private final Queue<String> unexpected = new ConcurrentLinkedQueue<>();
    private volatile boolean ended;

    private record Success(long begun, long ended) {}

    private record Writer(List<TestMerchant> accounts, int product, AtomicInteger acknowledged) {}

    RecordedTraffic(Platform platform, String url) {
        this.url = url;
        this.merchant = platform.merchant();
        this.cursor = merchant.changes().json().path("cursor").asString();
        this.writers = merchant.products(WRITERS).stream()
                .map(product -> {
                    merchant.withStock(product, "red", 38, 0);
                    return new Writer(
                            Stream.generate(() -> platform.anotherAccount(merchant))
                                    .limit(ACCOUNTS)
                                    .toList(),
                            product,
                            new AtomicInteger());
                })
                .toList();
        writers.forEach(writer -> running.add(threads.submit(() -> write(writer))));
        IntStream.range(0, READERS).forEach(number -> running.add(threads.submit(() -> read(new Random(number)))));
    }

    private Void write(Writer writer) throws InterruptedException {
        for (int number = 1; !ended; number++) {
            addOne(writer, writer.accounts.get(number % ACCOUNTS), "%d-%d".formatted(writer.product, number));
            Thread.sleep(WRITE_PAUSE);
        }
        return null;
    }

    private void addOne(Writer writer, TestMerchant account, String key) throws InterruptedException {
        var body = "[{\"pid\":%d,\"color\":\"red\",\"param\":[{\"size\":38,\"delta\":1}]}]".formatted(writer.product);
        long until = System.nanoTime() + MAX_RETRY.toNanos();
        while (true) {
            long begun = System.nanoTime();
            var answer = send(account, "/Stock/Creat", TestMerchant.JSON, body, Map.of("Idempotency-Key", key));
            if (answer.isPresent() && answer.get().status() == 200) {
                var json = answer.get().json();
                if (!json.path("success").asBoolean()) {
                    unexpected.add(answer.get().text());
                    return;
                }
                writer.acknowledged.incrementAndGet();
                pushes.add(json.path("push").asLong());
                writes.add(new Success(begun, System.nanoTime()));
                return;
            }
            if (begun > until) {
                unexpected.add("never acknowledged: " + key);
                return;
            }
            Thread.sleep(RETRY_PAUSE);
        }
    }

    private Void read(Random random) throws InterruptedException {
        while (!ended) {
            var writer = writers.get(random.nextInt(WRITERS));
            int acknowledged = writer.acknowledged.get();
            long begun = System.nanoTime();
            send(merchant, "/Stock/List", TestMerchant.FORM, "productid=" + writer.product, Map.of())
                    .filter(answer -> answer.status() == 200)
                    .ifPresent(answer -> {
                        reads.add(new Success(begun, System.nanoTime()));
                        int found =
                                answer.json().path("data").path(0).path("stock").asInt(-1);
                        if (found < acknowledged) {
                            unexpected.add("read %d after %d was acknowledged".formatted(found, acknowledged));
                        }
                    });
            Thread.sleep(READ_PAUSE);
        }
        return null;
    }

    private Optional<Reply> send(
            TestMerchant account, String path, String contentType, String body, Map<String, String> more) {
        var request = HttpRequest.newBuilder(URI.create(url + path))
                .POST(BodyPublishers.ofString(body))
                .header("Content-Type", contentType);
        account.headers().forEach(request::header);
        more.forEach(request::header);
        try {
            var answer = SimpleHttp.send(HTTP, request, MAX_ANSWER);
            switch (answer.status()) {
                case 200 -> {}
                case 429, 502, 503, 504 -> count(answer.status() + " " + code(answer));
                default -> unexpected.add(answer.status() + " " + answer.text());
            }
            return Optional.of(answer);
        } catch (UncheckedIOException e) {
            count("no answer");
            return Optional.empty();
        }
    }

    private static String code(Reply answer) {
        // HAProxy's own responses are HTML
        return answer.text().startsWith("{") ? answer.code() : "";
    }

    private void count(String failure) {
        failures.computeIfAbsent(failure, _ -> new AtomicInteger()).incrementAndGet();
    }

    /// Waits until a write and a read succeed that begin after this moment.
    void awaitServedSince(long moment) {
        await().atMost(90, SECONDS)
                .pollInterval(Duration.ofMillis(100))
                .failFast(() -> assertThat(unexpected).isEmpty())
                .untilAsserted(() -> assertThat(Stream.of(writes, reads)
                                .filter(calls -> calls.stream().noneMatch(call -> call.begun >= moment)))
                        .as("not served; so far %s", failures)
                        .isEmpty());
    }

    void awaitFailure(String status) {
        await().atMost(60, SECONDS)
                .failFast(() -> assertThat(unexpected).isEmpty())
                .until(() -> failures.keySet().stream().anyMatch(failure -> failure.startsWith(status)));
    }

    /// Returns the longest time since that moment without a successful write or without a successful read.
    Duration longestGapSince(long moment) {
        long now = System.nanoTime();
        return Stream.of(writes, reads)
                .map(calls -> Duration.ofNanos(longestGap(calls, moment, now)))
                .max(Duration::compareTo)
                .orElseThrow();
    }

    private static long longestGap(Queue<Success> calls, long from, long to) {
        var ends = LongStream.concat(
                        LongStream.of(from, to),
                        calls.stream().mapToLong(Success::ended).filter(end -> end >= from && end <= to))
                .sorted()
                .toArray();
        return IntStream.range(1, ends.length)
                .mapToLong(i -> ends[i] - ends[i - 1])
                .max()
                .orElseThrow();
    }

    private void end() throws Exception {
        ended = true;
        for (var each : running) {
            each.get();
        }
    }

    void endAndReport(String name, Duration gap, Duration maxGap) throws Exception {
        end();
        int lost = assertKept();
        System.out.printf(
                "%s: %d writes acknowledged, %d lost, not served for %d ms; meanwhile %s%n",
                name, pushes.size(), lost, gap.toMillis(), failures);
        Figures.write(name + "-acknowledged", pushes.size(), "writes", "> 0", !pushes.isEmpty());
        Figures.write(name + "-lost", lost, "writes", "0", lost == 0);
        boolean inTime = gap.compareTo(maxGap) <= 0;
        Figures.write(name + "-gap", gap.toMillis(), "ms", "<= " + maxGap.toMillis(), inTime);
        assertThat(gap).isLessThanOrEqualTo(maxGap);
    }

    /// Counts acknowledged writes that are missing in stock and ledger; fails if these two differ.
    private int assertKept() {
        var replayed = LedgerReplay.of(merchant, cursor);
        replayed.assertIsWhole(merchant);
        assertThat(unexpected).isEmpty();
        var lost = pushes.stream()
                .filter(push -> !replayed.pushes().contains(push))
                .count();
        var expected = new TreeMap<String, Integer>();
        writers.forEach(writer -> expected.put(writer.product + " red 38", writer.acknowledged.get()));
        assertThat(lost).as("acknowledged pushes that are not in the ledger").isZero();
        // each was counted once
        assertThat(replayed.stock()).isEqualTo(expected);
        assertThat(replayed.pushes()).as("those of the preparation, too").hasSize(pushes.size() + WRITERS);
        return (int) lost;
    }

    @Override
    public void close() {
        ended = true;
        threads.shutdownNow();
    }
}
