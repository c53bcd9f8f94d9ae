package stockroom.contract;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import stockroom.testing.http.FlattenedSchema;
import stockroom.testing.http.FlattenedSchema.Facts;
import stockroom.testing.http.OpenApi;
import tools.jackson.databind.JsonNode;

/// Finds what a newer description takes from callers of an older one, see docs/compatibility.md.
final class Compatibility {
    private static final Set<String> STATUSES_IN_USE =
            Set.of("200", "304", "400", "404", "405", "413", "429", "500", "503");

    private final OpenApi released;
    private final OpenApi current;
    private final List<String> breaks = new ArrayList<>();

    private Compatibility(OpenApi released, OpenApi current) {
        this.released = released;
        this.current = current;
    }

    static List<String> breaks(OpenApi released, OpenApi current) {
        var comparison = new Compatibility(released, current);
        comparison.compareSigning();
        comparison.comparePaths();
        return comparison.breaks;
    }

    private void compareSigning() {
        var before = released.document().at("/components/securitySchemes");
        var after = current.document().at("/components/securitySchemes");
        before.forEachEntry((name, scheme) -> {
            for (var part : List.of("type", "in", "name")) {
                if (!scheme.path(part).equals(after.path(name).path(part))) {
                    breaks.add("the header %s is gone or sent otherwise".formatted(name));
                }
            }
        });
    }

    private void comparePaths() {
        operations(released).forEach((name, before) -> {
            var after = operations(current).get(name);
            if (after == null) {
                breaks.add(name + " is gone");
                return;
            }
            compareDemands(name, before, after);
            compareParameters(name, before, after);
            compareBodies(name, before, after);
            compareAnswers(name, before, after);
        });
    }

    private static Map<String, JsonNode> operations(OpenApi openApi) {
        var operations = new TreeMap<String, JsonNode>();
        openApi.document()
                .path("paths")
                .forEachEntry((path, item) -> item.forEachEntry((method, operation) ->
                        operations.put(method.toUpperCase(Locale.ROOT) + " " + path, operation)));
        operations.put("other paths", openApi.document().path("x-other-paths"));
        return operations;
    }

    private void compareDemands(String name, JsonNode before, JsonNode after) {
        var headers = new TreeSet<>(securityOf(current, after));
        headers.removeAll(securityOf(released, before));
        headers.forEach(header -> breaks.add("%s now wants the header %s".formatted(name, header)));
        if (after.at("/requestBody/required").asBoolean(false)
                && !before.at("/requestBody/required").asBoolean(false)) {
            breaks.add(name + " now wants a body");
        }
    }

    private static Set<String> securityOf(OpenApi openApi, JsonNode operation) {
        var security = operation.has("security")
                ? operation.path("security")
                : openApi.document().path("security");
        return security.isEmpty() ? Set.of() : Set.copyOf(security.path(0).propertyNames());
    }

    private void compareParameters(String name, JsonNode before, JsonNode after) {
        var old = parameters(released, before);
        var now = parameters(current, after);
        old.forEach((parameter, content) -> {
            if (!now.containsKey(parameter)) {
                breaks.add("%s no longer takes %s".formatted(name, parameter));
            } else {
                compareTaken(
                        "%s %s".formatted(name, parameter),
                        FlattenedSchema.of(released, content.path("schema")),
                        FlattenedSchema.of(
                                current, now.getOrDefault(parameter, content).path("schema")));
            }
        });
        now.forEach((parameter, content) -> {
            var known = old.get(parameter);
            if (content.path("required").asBoolean(false)
                    && (known == null || !known.path("required").asBoolean(false))) {
                breaks.add("%s now wants %s".formatted(name, parameter));
            }
        });
    }

    private static Map<String, JsonNode> parameters(OpenApi openApi, JsonNode operation) {
        var parameters = new TreeMap<String, JsonNode>();
        operation.path("parameters").forEach(given -> {
            var parameter = openApi.resolved(given);
            parameters.put(
                    "the %s parameter %s"
                            .formatted(
                                    parameter.path("in").asString(),
                                    parameter.path("name").asString()),
                    parameter);
        });
        return parameters;
    }

    private void compareBodies(String name, JsonNode before, JsonNode after) {
        before.at("/requestBody/content").forEachEntry((type, media) -> {
            var now = after.at("/requestBody/content").path(type);
            if (now.isMissingNode()) {
                breaks.add("%s no longer takes %s".formatted(name, type));
            } else {
                compareTaken(
                        "%s %s".formatted(name, type),
                        FlattenedSchema.of(released, media.path("schema")),
                        FlattenedSchema.of(current, now.path("schema")));
            }
        });
    }

    /// Requests must accept all that was accepted, and nothing more may be required.
    private void compareTaken(String where, FlattenedSchema before, FlattenedSchema after) {
        before.places().forEach((place, old) -> {
            var now = after.places().get(place);
            if (now == null) {
                breaks.add("%s: the field %s is no longer taken".formatted(where, place));
                return;
            }
            if (!covers(now.types(), old.types()) || !covers(now.values(), old.values())) {
                breaks.add("%s: %s takes less than before".formatted(where, place));
            }
            compareBounds("%s: %s".formatted(where, place), old, now, true);
        });
        after.places().forEach((place, now) -> {
            var old = before.places().get(place);
            if (now.always() && isField(place, before) && (old == null || !old.always())) {
                breaks.add("%s: the field %s is now wanted".formatted(where, place));
            }
        });
    }

    /// Ignores fields of new objects, which existing callers do not send.
    private static boolean isField(String place, FlattenedSchema before) {
        return !place.isEmpty() && !place.endsWith("[]") && before.places().containsKey(FlattenedSchema.around(place));
    }

    private void compareAnswers(String name, JsonNode before, JsonNode after) {
        after.path("responses").propertyNames().stream()
                .filter(status -> !before.path("responses").has(status) && !STATUSES_IN_USE.contains(status))
                .forEach(status -> breaks.add("%s %s is a status nobody expects".formatted(name, status)));
        before.path("responses").forEachEntry((status, response) -> {
            var where = name + " " + status;
            var now = after.path("responses").path(status);
            if (now.isMissingNode()) {
                breaks.add(where + " is gone");
                return;
            }
            response.path("headers")
                    .forEachEntry((header, given) -> compareHeader(
                            "%s: the header %s".formatted(where, header),
                            given,
                            now.path("headers").path(header)));
            response.path("content").forEachEntry((type, media) -> {
                if (!now.path("content").has(type)) {
                    breaks.add("%s is no longer %s".formatted(where, type));
                } else {
                    compareGiven(
                            where,
                            FlattenedSchema.of(released, media.path("schema")),
                            FlattenedSchema.of(
                                    current, now.path("content").path(type).path("schema")));
                }
            });
        });
    }

    private void compareHeader(String where, JsonNode before, JsonNode after) {
        var old = released.resolved(before);
        var now = current.resolved(after);
        if (now.isMissingNode()) {
            breaks.add(where + " is gone");
        } else if (old.path("required").asBoolean(false)
                && !now.path("required").asBoolean(false)) {
            breaks.add(where + " may now be missing");
        } else {
            compareGiven(
                    where,
                    FlattenedSchema.of(released, old.path("schema")),
                    FlattenedSchema.of(current, now.path("schema")));
        }
    }

    /// Responses keep their fields, with the same types.
    private void compareGiven(String where, FlattenedSchema before, FlattenedSchema after) {
        before.places().forEach((place, old) -> {
            var now = after.places().get(place);
            if (now == null) {
                breaks.add("%s: the field %s is gone".formatted(where, place));
                return;
            }
            if (old.always() && !now.always()) {
                breaks.add("%s: the field %s may now be missing".formatted(where, place));
            }
            // a further type of value would break readers
            if (!covers(old.types(), now.types())) {
                breaks.add("%s: %s may now be %s, and was %s".formatted(where, place, now.types(), old.types()));
            }
            // codes may be added but not removed; other lists of values are fixed
            boolean code = place.endsWith("code");
            if (code ? !covers(now.values(), old.values()) : !covers(old.values(), now.values())) {
                breaks.add("%s: %s has other values: %s, not %s".formatted(where, place, now.values(), old.values()));
            }
            compareBounds("%s: %s".formatted(where, place), old, now, false);
        });
    }

    private static boolean covers(Set<String> all, Set<String> some) {
        return all.isEmpty() || (!some.isEmpty() && all.containsAll(some));
    }

    /// @param taken true for bounds of requests, which must not become tighter; false for bounds of responses
    private void compareBounds(String where, Facts old, Facts now, boolean taken) {
        var names = new TreeSet<>(taken ? now.bounds().keySet() : old.bounds().keySet());
        for (var name : names) {
            var before = old.bounds().get(name);
            var after = now.bounds().get(name);
            // responses may become longer
            boolean length = name.endsWith("Items") || name.endsWith("Length");
            if (!taken && length) {
                continue;
            }
            if (before == null || after == null || !holds(name, before, after, taken)) {
                breaks.add("%s: %s was %s and is %s".formatted(where, name, before, after));
            }
        }
    }

    private static boolean holds(String name, String before, String after, boolean taken) {
        if (Set.of("pattern", "format", "default").contains(name)) {
            return before.equals(after);
        }
        int grown = new BigDecimal(after).compareTo(new BigDecimal(before));
        // maxima of requests may grow and those of responses may shrink; for minima it is the other way round
        boolean mayGrow = name.startsWith("max") == taken;
        return grown == 0 || mayGrow == (grown > 0);
    }
}
