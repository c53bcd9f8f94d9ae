package stockroom.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.client.model.ProductSummary;

@Tag("slow")
class ThreadsTest {
    private static final Duration LONG = Duration.ofMillis(100);

    /// A platform thread belongs to the group of the thread that creates it. The group therefore holds every thread
    /// that the client starts, and no thread of the server or of other HTTP clients in this process.
    @Test
    void aClosedClientLeavesNoThreadBehind() throws Exception {
        var merchant = ClientMerchant.create();
        merchant.products(1);
        var group = new ThreadGroup("clients");
        List<Integer> products = new ArrayList<>();
        var program = new Thread(group, () -> {
            for (int i = 0; i < 20; i++) {
                try (var client = merchant.client().build()) {
                    client.products().map(ProductSummary::id).forEach(products::add);
                }
            }
        });
        program.start();
        program.join();

        assertThat(products).hasSize(20);
        assertThat(group.activeCount()).isZero();
        // this thread of the JDK closes idle connections and ends with the last of them
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .noneMatch(thread -> thread.getName().startsWith("Keep-Alive-Timer")));
    }

    @Test
    void aThousandVirtualThreadsCallAtOnceAndNoneIsPinnedForLong() throws Exception {
        var merchant = ClientMerchant.create();
        var ids = merchant.products(3);
        Queue<RecordedEvent> pinned = new ConcurrentLinkedQueue<>();
        try (var events = new RecordingStream();
                var client = merchant.client().build()) {
            // loading a class also pins once, so it happens before recording
            assertThat(client.products()).hasSize(3);
            events.enable("jdk.VirtualThreadPinned").withThreshold(LONG).withStackTrace();
            events.onEvent("jdk.VirtualThreadPinned", event -> {
                if (String.valueOf(event.getStackTrace()).contains("stockroom.client")) {
                    pinned.add(event);
                }
            });
            events.startAsync();
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Future<List<Integer>>> answers = new ArrayList<>();
                for (int i = 0; i < 1_000; i++) {
                    answers.add(threads.submit(
                            () -> client.products().map(ProductSummary::id).toList()));
                }
                for (var answer : answers) {
                    assertThat(answer.get()).isEqualTo(ids);
                }
            }
            events.stop();
        }
        assertThat(pinned).isEmpty();
    }
}
