package stockroom.outages;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.testing.machine.Figures;
import stockroom.testing.platform.Platform;
import stockroom.testing.servers.HaCluster;
import stockroom.testing.servers.ServerProcess;

/// The platform of deploy/ha loses its parts in turn: no acknowledged write is lost, and outages are short. `make
/// trial NAME=ha` runs it.
@Tag("ha")
class FailoverTrialTest {
    private static final Duration MAX_GAP = Duration.ofSeconds(30);
    private static final int KILLS = Integer.getInteger("ha.kills", 5);
    private static final Duration CUT = Duration.ofSeconds(Integer.getInteger("ha.cut", 60));

    private static HaCluster cluster;
    private static Platform platform;
    private static List<ServerProcess> servers;

    @BeforeAll
    static void start() {
        cluster = new HaCluster();
        platform = cluster.platform();
        servers = IntStream.of(1, 2)
                .mapToObj(number -> cluster.server(number, platform))
                .toList();
        servers.forEach(ServerProcess::baseUrl);
    }

    @AfterAll
    static void stop() {
        servers.forEach(ServerProcess::close);
        platform.close();
    }

    @Test
    void whenThePrimaryIsKilledAStandbyTakesOver() throws Exception {
        try (var traffic = new RecordedTraffic(platform, cluster.url())) {
            var longest = Duration.ZERO;
            for (int kill = 1; kill <= KILLS; kill++) {
                int former = cluster.primary();
                var gap = gapAfterKill(traffic, "postgres" + former);
                longest = gap.compareTo(longest) > 0 ? gap : longest;
                assertThat(cluster.primary()).isNotEqualTo(former);
            }
            traffic.endAndReport("ha-primary", longest, MAX_GAP);
        }
    }

    @Test
    void whenAnythingElseIsKilledNoOneNoticesForLong() throws Exception {
        try (var traffic = new RecordedTraffic(platform, cluster.url())) {
            var longest = List.of("postgres" + cluster.synchronousStandby(), "etcd1", "haproxy").stream()
                    .map(member -> gapAfterKill(traffic, member))
                    .max(Duration::compareTo)
                    .orElseThrow();
            traffic.endAndReport("ha-others", longest, MAX_GAP);
        }
    }

    private static Duration gapAfterKill(RecordedTraffic traffic, String member) {
        cluster.awaitWhole();
        traffic.awaitServedSince(System.nanoTime());
        long killed = System.nanoTime();
        cluster.tell("kill", member);
        if (!member.equals("haproxy")) {
            traffic.awaitServedSince(System.nanoTime());
            sleep(Duration.ofSeconds(5));
        }
        cluster.tell("start", member);
        traffic.awaitServedSince(System.nanoTime());
        cluster.awaitWhole();
        var gap = traffic.longestGapSince(killed);
        System.out.printf("%s killed: %d ms without a write or a read%n", member, gap.toMillis());
        return gap;
    }

    @Test
    void aPrimaryThatIsCutOffFromEtcdStopsBeforeAnotherBegins() throws Exception {
        cluster.awaitWhole();
        int former = cluster.primary();
        try (var traffic = new RecordedTraffic(platform, cluster.url());
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            traffic.awaitServedSince(System.nanoTime());
            long end = System.nanoTime() + CUT.plusSeconds(10).toNanos();
            var watches = IntStream.of(1, 2, 3)
                    .mapToObj(machine -> watch(machine, end, threads))
                    .toList();
            long cut = System.nanoTime();
            cluster.tell("cut", "postgres" + former);
            try {
                sleep(CUT);
            } finally {
                cluster.tell("join", "postgres" + former);
            }
            var gap = traffic.longestGapSince(cut);
            var writable = new ArrayList<Period>();
            for (var watch : watches) {
                watch.get().ifPresent(writable::add);
            }
            cluster.awaitWhole();
            assertThat(writable).as("primaries").hasSize(2).noneMatch(period -> period.overlapsOneOf(writable));
            assertThat(cluster.primary()).isNotEqualTo(former);
            Figures.write("ha-two-writable", 0, "times", "0", true);
            traffic.endAndReport("ha-cut", gap, MAX_GAP);
        }
    }

    /// @param first when the first positive response arrived
    /// @param last when the last request with a positive response was sent
    private record Period(int machine, long first, long last) {
        boolean overlapsOneOf(List<Period> all) {
            return all.stream()
                    .anyMatch(other -> other.machine != machine && other.first <= last && first <= other.last);
        }
    }

    private static Future<Optional<Period>> watch(int machine, long end, ExecutorService threads) {
        return threads.submit(() -> {
            Optional<Period> writable = Optional.empty();
            while (System.nanoTime() < end) {
                long asked = System.nanoTime();
                if (isWritable(machine)) {
                    long answered = System.nanoTime();
                    writable = Optional.of(
                            new Period(machine, writable.map(Period::first).orElse(answered), asked));
                }
                Thread.sleep(20);
            }
            return writable;
        });
    }

    private static boolean isWritable(int machine) {
        try {
            return cluster.isWritable(machine);
        } catch (IllegalStateException e) {
            // the machine does not respond
            return false;
        }
    }

    private static void sleep(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
