package stockroom.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stockroom.database.DatabaseAddress;
import stockroom.testing.Figures;
import stockroom.testing.Platform;
import stockroom.testing.Reply;
import stockroom.testing.ServerProcess;
import stockroom.testing.TestMerchant;

/// Steps the clocks of the database and of a node by an hour, forth and back over midnight.
@Tag("faults")
class ClockStepTest {
    /// Where Debian's package puts it.
    private static final Path LIBRARY = Path.of(
            "/usr/lib",
            System.getProperty("os.arch").replace("amd64", "x86_64") + "-linux-gnu/faketime/libfaketime.so.1");

    private static final ZoneId SHANGHAI = ZoneId.of("Asia/Shanghai");
    private static final Duration HOUR = Duration.ofHours(1);

    /// From now to half past eleven in the evening.
    private final Duration toEvening = Duration.between(
            ZonedDateTime.now(SHANGHAI), ZonedDateTime.now(SHANGHAI).with(LocalTime.of(23, 30)));

    @Test
    void noAccountGetsA301stDetailOfADay(@TempDir Path directory) throws Exception {
        assumeThat(LIBRARY).as("the library of Debian's package faketime").exists();
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        var clock = new SteppedClock(directory.resolve("database"));
        var nodeClock = new SteppedClock(directory.resolve("node"));
        clock.set(toEvening);
        try (var postgres = new Postgres(clock);
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

    /// A clock that is as far from the real one as a file says.
    private record SteppedClock(Path file) {
        void set(Duration ahead) throws IOException {
            Files.writeString(file, "%+d".formatted(ahead.toSeconds()));
        }

        /// Time that passes, which waits are measured by, is left alone.
        Map<String, String> environment() {
            return Map.of(
                    "LD_PRELOAD",
                    LIBRARY.toString(),
                    "FAKETIME_TIMESTAMP_FILE",
                    file.toString(),
                    "FAKETIME_NO_CACHE",
                    "1",
                    "FAKETIME_DONT_FAKE_MONOTONIC",
                    "1",
                    "FAKETIME_FORCE_MONOTONIC_FIX",
                    "0");
        }
    }

    /// A PostgreSQL 15 whose clock is stepped; it ends with its standard input.
    private static final class Postgres implements AutoCloseable {
        private final Process process;
        private final int port;

        Postgres(SteppedClock clock) throws IOException {
            var builder = new ProcessBuilder("../scripts/with-postgres", "sh", "-c", "echo port $PGPORT; cat");
            var environment = clock.environment().entrySet().stream()
                    .map(Object::toString)
                    .collect(Collectors.joining(" "));
            builder.environment().put("POSTGRES_ENVIRONMENT", environment);
            this.process =
                    builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
            var lines = process.inputReader(StandardCharsets.UTF_8);
            var line = lines.readLine();
            while (line != null && !line.startsWith("port ")) {
                line = lines.readLine();
            }
            if (line == null) {
                throw new IllegalStateException("PostgreSQL does not start");
            }
            this.port = Integer.parseInt(line.substring("port ".length()));
        }

        DatabaseAddress address() {
            return new DatabaseAddress("jdbc:postgresql://127.0.0.1:%d/postgres".formatted(port), "postgres", "");
        }

        @Override
        public void close() throws IOException {
            process.getOutputStream().close();
            process.onExit().join();
        }
    }

    private record Trial(Platform platform, TestMerchant caller, int product, SteppedClock clock) {
        /// How many details a node with this clock delivers until it refuses. A new node each time: one that has
        /// refused would do so by itself for a minute.
        int delivered(Duration ahead) throws IOException {
            clock.set(ahead);
            var environment = new HashMap<>(platform.environment());
            environment.putAll(clock.environment());
            try (var node = new ServerProcess(environment)) {
                int delivered = 0;
                while (detail(node, ahead).success()) {
                    delivered++;
                }
                // while it runs, too
                clock.set(ahead.minus(HOUR));
                assertThat(detail(node, ahead.minus(HOUR)).code()).isEqualTo("DAILY_FETCHES_USED_UP");
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
