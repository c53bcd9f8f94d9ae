package stockroom.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.client.model.StockEntry;
import stockroom.testing.machine.Figures;
import stockroom.testing.servers.HaCluster;
import stockroom.testing.servers.ServerProcess;

/// Two servers behind HAProxy are stopped, killed and started in turn, and programs with this client notice nothing.
@Tag("ha")
class RollingServersTrialTest {
    private static final Duration TIME = Duration.ofSeconds(Integer.getInteger("ha.seconds", 300));
    private static final int PROGRAMS = 8;

    private final HaCluster cluster = new HaCluster();
    private final AtomicInteger reads = new AtomicInteger();
    private final AtomicInteger writes = new AtomicInteger();
    private final Queue<Exception> failures = new ConcurrentLinkedQueue<>();

    @Test
    void programsSeeNoneOfIt() throws Exception {
        try (var platform = cluster.platform()) {
            var servers = new ArrayList<>(List.of(cluster.server(1, platform), cluster.server(2, platform)));
            servers.forEach(ServerProcess::baseUrl);
            long end = System.nanoTime() + TIME.toNanos();
            int rounds = 0;
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int program = 0; program < PROGRAMS; program++) {
                    var merchant = new ClientMerchant(platform.merchant());
                    threads.execute(() -> call(merchant, end));
                }
                for (; System.nanoTime() < end; rounds++) {
                    int which = rounds / 2 % 2;
                    if (rounds % 2 == 0) {
                        assertThat(servers.get(which).stop())
                                .as("that of SIGTERM")
                                .isEqualTo(143);
                    } else {
                        servers.get(which).kill();
                    }
                    Thread.sleep(Duration.ofSeconds(1));
                    servers.set(which, cluster.server(which + 1, platform));
                    servers.get(which).baseUrl();
                    // gives HAProxy time to notice
                    Thread.sleep(Duration.ofSeconds(2));
                }
            } finally {
                servers.forEach(ServerProcess::close);
            }
            System.out.printf(
                    "%d times one of two servers was stopped or killed: %d reads and %d writes, %d failures %s%n",
                    rounds, reads.get(), writes.get(), failures.size(), failures);
            Figures.write("ha-rolling-servers-calls", reads.get() + writes.get(), "calls", "> 0", true);
            Figures.write("ha-rolling-servers-failures", failures.size(), "failures", "0", failures.isEmpty());
            assertThat(failures).isEmpty();
            assertThat(writes.get()).isPositive();
        }
    }

    private void call(ClientMerchant merchant, long end) {
        int pid = merchant.products(1).getFirst();
        merchant.merchant().withStock(pid, "red", 38, 0);
        int acknowledged = 0;
        try (var client = merchant.client(cluster.url()).build()) {
            while (System.nanoTime() < end) {
                try {
                    if (client.createStock(List.of(StockEntry.change(pid, "red", 38, 1)))
                                    .written()
                            == 1) {
                        acknowledged++;
                        writes.incrementAndGet();
                    }
                    for (int i = 0; i < 10; i++) {
                        assertThat(client.stock(pid).getFirst().stock()).isEqualTo(acknowledged);
                        reads.incrementAndGet();
                        Thread.sleep(Duration.ofMillis(100));
                    }
                } catch (Exception | AssertionError e) {
                    failures.add(e instanceof Exception failure ? failure : new IllegalStateException(e));
                }
            }
        }
    }
}
