package stockroom.http.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.testing.http.Reply;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import stockroom.testing.servers.ServerProcess;
import tools.jackson.databind.json.JsonMapper;

@Tag("slow")
class LogBoundsTest {
    @Test
    void internalErrorsOfOneCauseLeaveOneStackTraceASecondAndEachLineLeftOutIsCounted() throws Exception {
        try (var platform = Platform.start(Platform.LONG_TIMES);
                var server = new ServerProcess(platform.environment())) {
            var merchant = platform.merchant();
            platform.execute("ALTER TABLE product_block RENAME TO gone");
            long begun = System.nanoTime();
            int calls = 0;
            int leftOut = 0;
            // repeats until one second has more failures than are logged
            try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
                while (leftOut == 0 && calls < 10_000) {
                    var replies = callers.invokeAll(
                            Collections.<Callable<Reply>>nCopies(200, () -> productList(merchant, server)));
                    for (var reply : replies) {
                        assertThat(reply.get().code()).isEqualTo("INTERNAL_ERROR");
                    }
                    calls += replies.size();
                    leftOut = (int) server.metric("stockroom_log_dropped_total{reason=\"repeated\"}");
                }
            }
            int seconds = 2 + (int) Duration.ofNanos(System.nanoTime() - begun).toSeconds();
            server.stop();

            var errors = server.log()
                    .lines()
                    .map(JsonMapper.shared()::readTree)
                    .filter(line -> line.path("message").asString().startsWith("internal error"))
                    .toList();
            assertThat(errors).filteredOn(line -> line.has("stack_trace")).hasSizeBetween(1, seconds);
            assertThat(errors).hasSize(calls - leftOut).hasSizeLessThanOrEqualTo(seconds * (LogThrottle.A_SECOND + 1));
            assertThat(leftOut).isPositive();
        }
    }

    @Test
    void aLogThatNobodyTakesHoldsUpNoCallerAndWhatIsDroppedIsCounted() {
        try (var platform = Platform.start(Platform.LONG_TIMES);
                var server = new ServerProcess(platform.environment())) {
            var merchant = platform.merchant();
            assertThat(productList(merchant, server).success()).isTrue();
            server.leaveLogUnread();

            var replies = IntStream.range(0, 3_000)
                    .mapToObj(_ -> productList(merchant, server))
                    .toList();

            assertThat(replies)
                    .allMatch(Reply::success)
                    .allMatch(reply -> reply.took().compareTo(Duration.ofSeconds(30)) < 0);
            assertThat(server.metric("stockroom_log_dropped_total{reason=\"stalled\"}"))
                    .isPositive();
            assertThat(server.stop()).as("exit code").isEqualTo(143);
        }
    }

    private static Reply productList(TestMerchant merchant, ServerProcess server) {
        return merchant.postTo(server.baseUrl(), "/Stock/Product", TestMerchant.FORM, "page=1");
    }
}
