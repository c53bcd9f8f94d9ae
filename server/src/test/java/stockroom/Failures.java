package stockroom;

import static org.assertj.core.api.Assertions.assertThat;

/// What every failure looks like, whoever answers it.
final class Failures {
    private Failures() {}

    static void check(Reply reply) {
        assertThat(reply.status()).as(reply.text()).isLessThan(500);
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
