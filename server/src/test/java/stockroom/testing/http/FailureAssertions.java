package stockroom.testing.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.Supplier;

/// What every failure looks like, whoever answers it.
public final class FailureAssertions {
    public static final Duration AT_ONCE = Duration.ofMillis(250);

    private FailureAssertions() {}

    /// Sees that a refusal comes within 100 ms. One that comes late is asked for up to nine more times, since the
    /// machine may be busy with something else; a refusal that is slow by itself is slow every time.
    public static Reply answeredAtOnce(Supplier<Reply> request) {
        var reply = request.get();
        for (int again = 0; again < 9 && reply.took().compareTo(AT_ONCE) >= 0; again++) {
            reply = request.get();
        }
        assertThat(reply.took()).isLessThan(AT_ONCE);
        return reply;
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
