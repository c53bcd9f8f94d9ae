package stockroom.testing.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.Supplier;

public final class FailureAssertions {
    private static final Duration AT_ONCE = Duration.ofMillis(250);
    /// On a busy machine, a response may take this many times its processor time.
    private static final int BUSY = 10;

    private FailureAssertions() {}

    /// @param cost processor time, which other programs hardly affect
    private record Answered(Reply reply, Duration cost) {
        static Answered by(Supplier<Reply> request) {
            var before = processorTime();
            var reply = request.get();
            return new Answered(reply, processorTime().minus(before));
        }

        private static Duration processorTime() {
            return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
        }

        Duration maxTime() {
            return AT_ONCE.plus(cost.multipliedBy(BUSY));
        }

        boolean isAtOnce() {
            return cost.compareTo(AT_ONCE) < 0 && reply.took().compareTo(maxTime()) < 0;
        }
    }

    /// Checks that a refusal waits only for the processor and needs little of it. A slow one is repeated, since
    /// the JVM may be compiling.
    public static Reply answeredAtOnce(Supplier<Reply> request) {
        var answered = Answered.by(request);
        for (int again = 0; again < 9 && !answered.isAtOnce(); again++) {
            answered = Answered.by(request);
        }
        assertThat(answered.cost).isLessThan(AT_ONCE);
        assertThat(answered.reply.took()).isLessThan(answered.maxTime());
        return answered.reply;
    }

    public static void assertFailure(Reply reply) {
        assertThat(reply.status()).as(reply.text()).isLessThan(500);
        assertFailureBody(reply);
    }

    public static void assertFailureBody(Reply reply) {
        assertThat(reply.header("Content-Type")).contains("application/json");
        var body = reply.json();
        assertThat(body.path("success").isBoolean()).isTrue();
        assertThat(body.path("success").asBoolean()).isFalse();
        assertThat(body.path("msg").asString("")).isNotBlank();
        assertThat(body.path("code").asString("")).matches("[A-Z_]+");
        assertThat(body.path("requestId").asString("")).matches("[0-9a-f]{16}");
        assertThat(reply.header("X-Request-Id"))
                .contains(reply.json().path("requestId").asString());
    }
}
