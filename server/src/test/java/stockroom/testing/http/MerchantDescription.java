package stockroom.testing.http;

import com.networknt.schema.Schema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import stockroom.http.Route;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/// Validates every response in tests against the description of the merchants' interface.
public final class MerchantDescription {
    private static final MerchantDescription READ = new MerchantDescription(OpenApi.beside(Route.class));
    /// These headers belong to HTTP and not to this interface.
    private static final Set<String> HTTPS_OWN = Set.of(
            "content-type",
            "content-length",
            "content-encoding",
            "date",
            "connection",
            "transfer-encoding",
            // proxies add these
            "server",
            "cache-control",
            "vary",
            "x-content-type-options");

    private final OpenApi openApi;
    private final Map<String, Path> paths = new HashMap<>();
    private final Path otherPaths;

    private record Path(Set<String> methods, Map<Integer, Response> responses) {}

    private record Header(boolean required, Schema schema) {}

    private record Response(Map<String, Header> headers, Set<String> contentTypes, Optional<Schema> schema) {}

    public MerchantDescription(OpenApi openApi) {
        this.openApi = openApi;
        openApi.document()
                .path("paths")
                .forEachEntry((path, item) -> item.forEachEntry((method, operation) -> {
                    var answers = responses(operation);
                    paths.put(path, new Path(Set.of(method.toUpperCase(java.util.Locale.ROOT)), answers));
                }));
        this.otherPaths = new Path(Set.of(), responses(openApi.document().path("x-other-paths")));
    }

    public static MerchantDescription read() {
        return READ;
    }

    public OpenApi openApi() {
        return openApi;
    }

    private Map<Integer, Response> responses(JsonNode operation) {
        var responses = new TreeMap<Integer, Response>();
        operation.path("responses").forEachEntry((status, response) -> {
            var headers = new TreeMap<String, Header>(String.CASE_INSENSITIVE_ORDER);
            response.path("headers").forEachEntry((name, given) -> {
                var header = openApi.resolved(given);
                headers.put(
                        name,
                        new Header(header.path("required").asBoolean(false), openApi.compiled(header.path("schema"))));
            });
            var json = response.path("content").path("application/json").path("schema");
            responses.put(
                    Integer.valueOf(status),
                    new Response(
                            headers,
                            Set.copyOf(response.path("content").propertyNames()),
                            json.isMissingNode() ? Optional.empty() : Optional.of(openApi.compiled(json))));
        });
        return responses;
    }

    public Reply checked(String method, String pathAndQuery, Reply reply) {
        var name = pathAndQuery.split("\\?", 2)[0];
        var path = paths.getOrDefault(name, otherPaths);
        var violations = new ArrayList<>(violations(path.responses.get(reply.status()), reply, method.equals("HEAD")));
        if (reply.status() == 405 && path.methods.contains(method)) {
            violations.add("the method is described");
        }
        return judged("%s %s".formatted(method, paths.containsKey(name) ? name : "other"), reply, violations);
    }

    /// Accepts a response that is described for any path, for requests whose path cannot be known.
    public Reply checked(Reply reply) {
        if (reply.status() == 100) {
            return reply;
        }
        var responses = new ArrayList<Response>();
        paths.values().stream().map(Path::responses).forEach(each -> addIfThere(responses, each.get(reply.status())));
        addIfThere(responses, otherPaths.responses.get(reply.status()));
        var violations = responses.stream()
                .map(response -> violations(response, reply, true))
                .min(Comparator.comparingInt(List::size))
                .orElse(List.of("the status is not described"));
        return judged("raw", reply, violations);
    }

    private static void addIfThere(Collection<Response> responses, @Nullable Response response) {
        if (response != null) {
            responses.add(response);
        }
    }

    private static Reply judged(String request, Reply reply, List<String> violations) {
        if (violations.isEmpty()) {
            return reply;
        }
        throw new AssertionError("%s was answered %d %s, which openapi.yaml does not describe: %s%n%s"
                .formatted(request, reply.status(), reply.headers().map(), violations, reply.text()));
    }

    /// @param bodiless whether it may respond to HEAD, without a body
    private static List<String> violations(@Nullable Response response, Reply reply, boolean bodiless) {
        if (response == null) {
            return List.of("the status is not described");
        }
        var violations = new ArrayList<String>();
        response.headers.forEach((name, header) -> reply.header(name)
                .ifPresentOrElse(
                        value -> header.schema
                                .validate(JsonNodeFactory.instance.stringNode(value))
                                .forEach(violation -> violations.add(name + ": " + violation)),
                        () -> {
                            if (header.required) {
                                violations.add(name + " is missing");
                            }
                        }));
        reply.headers().map().keySet().stream()
                .filter(name -> !HTTPS_OWN.contains(name) && !response.headers.containsKey(name))
                .forEach(name -> violations.add("header " + name));
        var type = reply.header("Content-Type").orElse("");
        if (!response.contentTypes.contains(type) && !(type.isEmpty() && response.contentTypes.isEmpty())) {
            violations.add("Content-Type " + type);
        }
        if (response.schema.isPresent() && reply.text().isEmpty()) {
            if (!bodiless) {
                violations.add("there is no body");
            }
        } else if (response.schema.isPresent()) {
            violations.addAll(violations(response.schema.get(), reply));
        }
        return violations;
    }

    private static List<String> violations(Schema schema, Reply reply) {
        var violations = new ArrayList<String>();
        var body = JsonMapper.shared().readTree(reply.text());
        schema.validate(body).forEach(violation -> violations.add(violation.toString()));
        // no schema describes this rule, because client generators cannot express a constant value
        if (body.has("success") && body.path("success").asBoolean() == body.has("code")) {
            violations.add("success is not false where there is a code, and true elsewhere");
        }
        if (body.has("requestId")
                && !reply.header("X-Request-Id")
                        .equals(Optional.of(body.path("requestId").asString()))) {
            violations.add("requestId is not that of the header");
        }
        return violations;
    }
}
