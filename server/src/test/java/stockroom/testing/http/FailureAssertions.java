package stockroom.testing.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.Supplier;

/// What every failure looks like, whoever answers it.
public final class FailureAssertions {
    /// Of processor time, which other programs hardly add to.
    private static final Duration CHEAP = Duration.ofMillis(250);
    /// On a machine that may be busy. A refusal that waits for anything waits for longer.
    private static final Duration AT_ONCE = Duration.ofSeconds(2);

    private FailureAssertions() {}

    /// Sees that a refusal waits for nothing and costs little. One that does not is asked for up to nine more times,
    /// since the compiler may be at work meanwhile; a refusal that is costly by itself is so every time.
    public static Reply answeredAtOnce(Supplier<Reply> request) {
        for (int again = 0; ; again++) {
            var before = processorTime();
            var reply = request.get();
            var cost = processorTime().minus(before);
            if (again == 9) {
                assertThat(cost).isLessThan(CHEAP);
                assertThat(reply.took()).isLessThan(AT_ONCE);
            }
            if (cost.compareTo(CHEAP) < 0 && reply.took().compareTo(AT_ONCE) < 0) {
                return reply;
            }
        }
    }

    private static Duration processorTime() {
        return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
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
