package stockroom.testing.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import stockroom.config.Secret;
import stockroom.testing.http.AdminDescription;
import stockroom.testing.http.AdminDescription.Operation;
import stockroom.testing.http.Reply;
import stockroom.testing.http.SimpleHttp;
import tools.jackson.databind.JsonNode;

/// Calls as an operator's program, and validates every response against the description.
public final class Operators {
    public static final String LINES = "application/x-ndjson";
    private static final String PREFIX = "/admin/v1";

    private final String adminUrl;
    private final Optional<Secret> authorization;
    private final Map<String, String> headers;

    private Operators(String adminUrl, Optional<Secret> authorization, Map<String, String> headers) {
        this.adminUrl = adminUrl;
        this.authorization = authorization;
        this.headers = headers;
    }

    public Operators withIdempotencyKey(String key) {
        return new Operators(adminUrl, authorization, Map.of("Idempotency-Key", key));
    }

    public Operators withReference(String reference) {
        return new Operators(adminUrl, authorization, Map.of("Reference", reference));
    }

    public static Operators withKey(String adminUrl, Secret key) {
        return withHeader(adminUrl, "Bearer " + key.reveal());
    }

    public static Operators withHeader(String adminUrl, String authorization) {
        return new Operators(adminUrl, Optional.of(new Secret(authorization)), Map.of());
    }

    public static Operators withoutKey(String adminUrl) {
        return new Operators(adminUrl, Optional.empty(), Map.of());
    }

    public Operators at(String otherAdminUrl) {
        return new Operators(otherAdminUrl, authorization, headers);
    }

    public Reply get(String path) {
        return send("GET", path, "", "");
    }

    public Reply post(String path, String json) {
        return send("POST", path, TestMerchant.JSON, json);
    }

    public Reply postLines(String path, String... lines) {
        return send("POST", path, LINES, String.join("\n", lines));
    }

    public Reply patch(String path, String json) {
        return send("PATCH", path, TestMerchant.JSON, json);
    }

    public Reply delete(String path) {
        return send("DELETE", path, "", "");
    }

    public JsonNode read(String path) {
        var reply = get(path);
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        return reply.json();
    }

    public JsonNode create(String path, String json) {
        var reply = post(path, json);
        assertThat(reply.status()).as(reply.text()).isEqualTo(201);
        return reply.json();
    }

    public JsonNode change(String path, String json) {
        var reply = patch(path, json);
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        return reply.json();
    }

    /// Returns all items of a list; every page but the last must be full.
    public List<JsonNode> all(String path, int limit) {
        var items = new ArrayList<JsonNode>();
        var sign = path.contains("?") ? "&" : "?";
        var after = "";
        while (true) {
            var page = read("%s%slimit=%d%s".formatted(path, sign, limit, after));
            page.path("items").forEach(items::add);
            if (page.path("next").isNull()) {
                return items;
            }
            assertThat(page.path("items")).hasSize(limit);
            after = "&after=" + page.path("next").asString();
        }
    }

    /// Sends the description's example body, if there is one.
    public Reply call(Operation operation, Map<String, String> values) {
        var type = operation.bodyType();
        return send(
                operation.method(),
                operation.path(values),
                type.orElse(""),
                type.isPresent() ? operation.example() : "");
    }

    public Reply send(String method, String path, String contentType, String body) {
        var operation = AdminDescription.read().operation(method, path.split("\\?", 2)[0]);
        var reply = sendUnchecked(method, path, contentType, body);
        AdminDescription.read().check(operation, body, reply);
        return reply;
    }

    public Reply sendUnchecked(String method, String path, String contentType, String body) {
        var request = HttpRequest.newBuilder(URI.create(adminUrl + PREFIX + path))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!contentType.isEmpty()) {
            request.header("Content-Type", contentType);
        }
        headers.forEach(request::header);
        authorization.ifPresent(header -> request.header("Authorization", header.reveal()));
        return SimpleHttp.send(request);
    }
}
