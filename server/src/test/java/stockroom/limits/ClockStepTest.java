package stockroom.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stockroom.testing.database.SteppedClock;
import stockroom.testing.database.SteppedPostgres;
import stockroom.testing.http.Reply;
import stockroom.testing.machine.Figures;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import stockroom.testing.servers.ServerProcess;

/// Moves the clocks of the database and of a node by an hour, back and forth over midnight.
@Tag("faults")
class ClockStepTest {
    private static final ZoneId SHANGHAI = ZoneId.of("Asia/Shanghai");
    private static final Duration HOUR = Duration.ofHours(1);

    private final Duration toEvening = Duration.between(
            ZonedDateTime.now(SHANGHAI), ZonedDateTime.now(SHANGHAI).with(LocalTime.of(23, 30)));

    @Test
    void noAccountGetsA301stDetailOfADay(@TempDir Path directory) throws Exception {
        assumeThat(SteppedClock.LIBRARY)
                .as("the library of Debian's package faketime")
                .exists();
        var clock = new SteppedClock(directory, "database");
        var nodeClock = new SteppedClock(directory, "node");
        clock.set(toEvening);
        try (var postgres = new SteppedPostgres(clock);
                var platform = Platform.on(postgres.address(), Map.of())) {
            var merchant = platform.merchant();
            var caller = merchant.withToken(platform.issueToken(merchant, Duration.ofDays(3)));
            int product = merchant.product();
            var trial = new Trial(platform, caller, product, nodeClock);

            assertThat(trial.delivered(toEvening)).as("the evening").isEqualTo(300);
            assertThat(trial.delivered(toEvening.plus(HOUR)))
                    .as("the node alone an hour ahead")
                    .isZero();
            clock.set(toEvening.plus(HOUR));
            assertThat(trial.delivered(toEvening)).as("the next day").isEqualTo(300);
            clock.set(toEvening);
            assertThat(trial.delivered(toEvening))
                    .as("back in the evening before")
                    .isZero();
            assertThat(trial.delivered(toEvening.plus(HOUR)))
                    .as("the node ahead again")
                    .isZero();
            clock.set(toEvening.plus(HOUR));
            assertThat(trial.delivered(toEvening)).as("the next day once more").isZero();
            var fetches = Integer.parseInt(platform.query("SELECT fetches FROM daily_fetches"));
            Figures.write("clock-steps-details-a-day", fetches, "details", "<= 300", fetches <= 300);
            assertThat(fetches).isEqualTo(300);
        }
    }

    private record Trial(Platform platform, TestMerchant caller, int product, SteppedClock clock) {
        /// Counts the details until the refusal. Each call starts a new node, since a node remembers a refusal
        /// for a minute.
        int delivered(Duration ahead) throws IOException {
            clock.set(ahead);
            var environment = new HashMap<>(platform.environment());
            environment.putAll(clock.environment());
            try (var node = new ServerProcess(environment)) {
                int delivered = 0;
                var reply = detail(node, ahead);
                while (reply.success()) {
                    delivered++;
                    reply = detail(node, ahead);
                }
                assertThat(reply.code()).as(reply.text()).isEqualTo("DAILY_FETCHES_USED_UP");
                // the step also happens while the node runs
                clock.set(ahead.minus(HOUR));
                reply = detail(node, ahead.minus(HOUR));
                assertThat(reply.code()).as(reply.text()).isEqualTo("DAILY_FETCHES_USED_UP");
                return delivered;
            }
        }

        private Reply detail(ServerProcess node, Duration ahead) {
            var signed = platform.clock().instant().plus(ahead).getEpochSecond();
            var headers = caller.headers(signed);
            headers.put("Content-Type", TestMerchant.FORM);
            var form = TestMerchant.form("pid", product).getBytes(StandardCharsets.UTF_8);
            return caller.send(node.baseUrl(), "POST", "/Product/Detail", headers.entrySet(), form);
        }
    }
}
