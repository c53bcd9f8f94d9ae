package stockroom.testing.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import stockroom.admin.AdminInterface;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Validates responses against the description of the operators' interface.
public final class AdminDescription {
    private static final AdminDescription READ = new AdminDescription();
    private final OpenApi openApi = OpenApi.beside(AdminInterface.class);
    private final List<Operation> operations = new ArrayList<>();

    private AdminDescription() {
        openApi.document()
                .path("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .properties()
                        .forEach(method -> operations.add(new Operation(
                                method.getKey().toUpperCase(java.util.Locale.ROOT),
                                path.getKey(),
                                method.getValue()))));
    }

    public static AdminDescription read() {
        return READ;
    }

    public record Operation(String method, String template, JsonNode content) {
        public boolean isOpen() {
            return content.path("security").isArray();
        }

        public String scope() {
            return content.path("x-scope").asString(method.equals("GET") ? "read" : "write");
        }

        public Set<String> statuses() {
            return new TreeSet<>(content.path("responses").propertyNames());
        }

        public List<String> placeholders() {
            return Pattern.compile("\\{(\\w+)}")
                    .matcher(template)
                    .results()
                    .map(found -> found.group(1))
                    .toList();
        }

        public String path(Map<String, String> values) {
            return Pattern.compile("\\{(\\w+)}")
                    .matcher(template)
                    .replaceAll(found -> values.getOrDefault(found.group(1), found.group()));
        }

        public Optional<String> bodyType() {
            return content.path("requestBody").path("content").propertyNames().stream()
                    .findFirst();
        }

        public String example() {
            var example = bodyType()
                    .map(type -> content.path("requestBody")
                            .path("content")
                            .path(type)
                            .path("example"))
                    .orElseThrow();
            return example.isString() ? example.asString() : example.toString();
        }

        public Set<String> bodyFields() {
            return new TreeSet<>(content.path("requestBody")
                    .path("content")
                    .path(bodyType().orElseThrow())
                    .path("schema")
                    .path("properties")
                    .propertyNames());
        }

        public boolean fits(String otherMethod, String path) {
            return method.equals(otherMethod)
                    && path.matches(template.replaceAll("\\{\\w+}", "[^/]*").replace(".", "\\."));
        }

        @Override
        public String toString() {
            return method + " " + template;
        }
    }

    public List<Operation> operations() {
        return List.copyOf(operations);
    }

    public Operation operation(String method, String path) {
        return operations.stream()
                .filter(operation -> operation.fits(method, path))
                .findFirst()
                .orElseThrow(() -> new AssertionError("%s %s is not described".formatted(method, path)));
    }

    public Set<String> queryParametersOf(Operation operation) {
        var names = new TreeSet<String>();
        operation.content.path("parameters").forEach(given -> {
            var parameter = openApi.resolved(given);
            if (parameter.path("in").asString().equals("query")) {
                names.add(parameter.path("name").asString());
            }
        });
        return names;
    }

    /// Fails unless the response is as described, and an accepted body too.
    public void check(Operation operation, String body, Reply reply) {
        var status = Integer.toString(reply.status());
        assertThat(operation.statuses())
                .as("%s: %s".formatted(operation, reply.text()))
                .contains(status);
        var described = openApi.resolved(operation.content.path("responses").path(status));
        described.path("headers").properties().forEach(header -> {
            var value = reply.header(header.getKey());
            assertThat(value).as(header.getKey()).isPresent();
            assertFits(header.getValue().path("schema"), '"' + value.orElseThrow() + '"');
        });
        var type = reply.header("Content-Type").orElse("");
        assertThat(described.path("content").propertyNames()).containsExactly(type);
        if (type.equals("application/json")) {
            assertFits(described.path("content").path(type).path("schema"), reply.text());
        } else {
            assertThat(reply.text()).isEqualTo(openApi.text());
        }
        if (reply.status() >= 400) {
            FailureAssertions.assertFailureBody(reply);
        } else if (operation.bodyType().filter("application/json"::equals).isPresent()) {
            assertFits(
                    operation
                            .content
                            .path("requestBody")
                            .path("content")
                            .path("application/json")
                            .path("schema"),
                    body);
        }
    }

    private void assertFits(JsonNode schema, String json) {
        var violations = openApi.compiled(schema).validate(JsonMapper.shared().readTree(json));
        assertThat(violations).as(json).isEmpty();
    }
}
