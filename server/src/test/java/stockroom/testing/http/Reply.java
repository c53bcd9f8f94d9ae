package stockroom.testing.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@SuppressWarnings("ArrayRecordComponent") // nobody compares replies
public record Reply(int status, HttpHeaders headers, byte[] body, Duration took) {
    private static final JsonMapper JSON = JsonMapper.shared();

    public String text() {
        return new String(body, UTF_8);
    }

    public JsonNode json() {
        return JSON.readTree(body);
    }

    public boolean success() {
        return json().path("success").asBoolean();
    }

    public String code() {
        return json().path("code").asString("");
    }

    public String msg() {
        return json().path("msg").asString("");
    }

    public Optional<String> header(String name) {
        return headers.firstValue(name);
    }

    public String textWithoutRequestId() {
        return text().replaceAll("\"requestId\":\"[0-9a-f]+\"", "\"requestId\":\"…\"");
    }
}
