package stockroom.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.client.model.ProductSummary;

@Tag("slow")
class ThreadsTest {
    private static final Duration LONG = Duration.ofMillis(100);

    /// Includes the threads of the server, which runs in this process too.
    private static Set<Thread> threads() {
        return new HashSet<>(Thread.getAllStackTraces().keySet());
    }

    private static Set<Thread> threadsSince(Set<Thread> before) {
        var left = threads();
        left.removeAll(before);
        return left;
    }

    @Test
    void aClosedClientLeavesNoThreadBehind() {
        var merchant = ClientMerchant.create();
        merchant.products(1);
        var before = threads();
        for (int i = 0; i < 20; i++) {
            try (var client = merchant.client().build()) {
                assertThat(client.products()).hasSize(1);
            }
        }
        // this thread of the JDK closes idle connections and ends with the last of them
        Predicate<Thread> ofConnections = thread -> thread.getName().startsWith("Keep-Alive-Timer")
                || thread.getName().contains("HttpClient");
        // a poll thread of its own would outlive the check for a moment
        await().pollInSameThread()
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(threadsSince(before)).noneMatch(ofConnections));

        var left = threadsSince(before);
        assertThat(left).noneMatch(ThreadsTest::isInTheClient);
        // a non-daemon thread would keep a program from ending
        assertThat(left).allMatch(Thread::isDaemon);
    }

    private static boolean isInTheClient(Thread thread) {
        return Stream.of(thread.getStackTrace())
                .anyMatch(frame -> frame.getClassName().startsWith("stockroom.client."));
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
