package stockroom;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// An answer as it came over the wire.
record Reply(int status, HttpHeaders headers, String text, Duration took) {
    private static final JsonMapper JSON = JsonMapper.shared();

    JsonNode json() {
        return JSON.readTree(text);
    }

    boolean success() {
        return json().path("success").asBoolean();
    }

    String code() {
        return json().path("code").asString("");
    }

    String msg() {
        return json().path("msg").asString("");
    }

    Optional<String> header(String name) {
        return headers.firstValue(name);
    }

    /// The body without what is new in every answer.
    String textWithoutRequestId() {
        return text.replaceAll("\"requestId\":\"[0-9a-f]+\"", "\"requestId\":\"…\"");
    }
}
