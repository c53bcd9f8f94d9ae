package stockroom;

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
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import stockroom.http.Message;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/// The description of the merchants' interface, as a judge of every answer that a test gets there.
final class MerchantDescription {
    private static final MerchantDescription READ = new MerchantDescription(OpenApi.beside(Message.class));
    /// Of HTTP, not of this interface.
    private static final Set<String> HTTPS_OWN = Set.of(
            "content-type",
            "content-length",
            "content-encoding",
            "date",
            "connection",
            "transfer-encoding",
            // of a proxy
            "server",
            "cache-control",
            "vary",
            "x-content-type-options");

    private final OpenApi openApi;
    private final Map<String, Path> paths = new HashMap<>();
    private final Path otherPaths;
    private final Map<String, LongAdder> seen = new ConcurrentHashMap<>();
    private final List<String> wrong = new ArrayList<>();

    /// @param methods those that are described
    private record Path(Set<String> methods, Map<Integer, Response> responses) {}

    private record Header(boolean required, Schema schema) {}

    /// @param schema of a body that is JSON
    private record Response(Map<String, Header> headers, Set<String> contentTypes, Optional<Schema> schema) {}

    MerchantDescription(OpenApi openApi) {
        this.openApi = openApi;
        openApi.document()
                .path("paths")
                .forEachEntry((path, item) -> item.forEachEntry((method, operation) -> {
                    var answers = responses(operation);
                    paths.put(path, new Path(Set.of(method.toUpperCase(java.util.Locale.ROOT)), answers));
                }));
        this.otherPaths = new Path(Set.of(), responses(openApi.document().path("x-other-paths")));
    }

    static MerchantDescription read() {
        return READ;
    }

    OpenApi openApi() {
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

    /// Fails the test whose answer is not as described.
    Reply checked(String method, String pathAndQuery, Reply reply) {
        var name = pathAndQuery.split("\\?", 2)[0];
        var path = paths.getOrDefault(name, otherPaths);
        var faults = new ArrayList<>(faults(path.responses.get(reply.status()), reply, method.equals("HEAD")));
        if (reply.status() == 405 && path.methods.contains(method)) {
            faults.add("the method is described");
        }
        return judged("%s %s".formatted(method, paths.containsKey(name) ? name : "other"), reply, faults);
    }

    /// The same where nobody can tell what was asked: it is as described for some path.
    Reply checked(Reply reply) {
        if (reply.status() == 100) {
            return reply;
        }
        var responses = new ArrayList<Response>();
        paths.values().stream().map(Path::responses).forEach(each -> addIfThere(responses, each.get(reply.status())));
        addIfThere(responses, otherPaths.responses.get(reply.status()));
        var faults = responses.stream()
                .map(response -> faults(response, reply, true))
                .min(Comparator.comparingInt(List::size))
                .orElse(List.of("the status is not described"));
        return judged("raw", reply, faults);
    }

    private static void addIfThere(Collection<Response> responses, @Nullable Response response) {
        if (response != null) {
            responses.add(response);
        }
    }

    private Reply judged(String request, Reply reply, List<String> faults) {
        var code = reply.text().startsWith("{") ? reply.code() : "";
        seen.computeIfAbsent("%s %d %s".formatted(request, reply.status(), code), _ -> new LongAdder())
                .increment();
        if (faults.isEmpty()) {
            return reply;
        }
        var message = "%s was answered %d %s, which openapi.yaml does not describe: %s%n%s"
                .formatted(request, reply.status(), reply.headers().map(), faults, reply.text());
        synchronized (wrong) {
            wrong.add(message);
        }
        throw new AssertionError(message);
    }

    /// @param bodiless whether it may be the answer to HEAD, which has no body
    private static List<String> faults(@Nullable Response response, Reply reply, boolean bodiless) {
        if (response == null) {
            return List.of("the status is not described");
        }
        var faults = new ArrayList<String>();
        response.headers.forEach((name, header) -> reply.header(name)
                .ifPresentOrElse(
                        value -> header.schema
                                .validate(JsonNodeFactory.instance.stringNode(value))
                                .forEach(fault -> faults.add(name + ": " + fault)),
                        () -> {
                            if (header.required) {
                                faults.add(name + " is missing");
                            }
                        }));
        reply.headers().map().keySet().stream()
                .filter(name -> !HTTPS_OWN.contains(name) && !response.headers.containsKey(name))
                .forEach(name -> faults.add("header " + name));
        var type = reply.header("Content-Type").orElse("");
        if (!response.contentTypes.contains(type) && !(type.isEmpty() && response.contentTypes.isEmpty())) {
            faults.add("Content-Type " + type);
        }
        if (response.schema.isPresent() && reply.text().isEmpty()) {
            if (!bodiless) {
                faults.add("there is no body");
            }
        } else if (response.schema.isPresent()) {
            faults.addAll(faults(response.schema.get(), reply));
        }
        return faults;
    }

    private static List<String> faults(Schema schema, Reply reply) {
        var faults = new ArrayList<String>();
        var body = JsonMapper.shared().readTree(reply.text());
        schema.validate(body).forEach(fault -> faults.add(fault.toString()));
        if (body.has("requestId")
                && !reply.header("X-Request-Id")
                        .equals(Optional.of(body.path("requestId").asString()))) {
            faults.add("requestId is not that of the header");
        }
        return faults;
    }

    /// How many answers there were of each kind: `POST /Stock/List 200 STOCK_NOT_ADDED`.
    Map<String, Long> seen() {
        var counts = new TreeMap<String, Long>();
        seen.forEach((kind, count) -> counts.put(kind, count.sum()));
        return counts;
    }

    /// Of this whole run, also those that a test has swallowed.
    List<String> wrong() {
        synchronized (wrong) {
            return List.copyOf(wrong);
        }
    }
}
