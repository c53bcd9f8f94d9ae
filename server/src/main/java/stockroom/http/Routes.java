package stockroom.http;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import stockroom.http.input.Resemblance;

/// Finds routes by path. Exact paths are looked up; templates are tried one after the other.
final class Routes {
    private static final int MAX_SEGMENTS = 8;
    private static final Pattern PLACE = Pattern.compile("\\{(\\w+)}");

    private final Map<String, Map<String, Route>> exact = new HashMap<>();

    private final Map<Pattern, Map<String, Route>> templates = new LinkedHashMap<>();
    private final Map<String, Map<String, Route>> redirects = new HashMap<>();

    Routes(List<Route> routes) {
        var byTemplate = new LinkedHashMap<String, Map<String, Route>>();
        for (var route : routes) {
            var paths = route.endpoint() instanceof Endpoint.Redirect
                    ? redirects
                    : route.path().contains("{") ? byTemplate : exact;
            paths.computeIfAbsent(route.path(), _ -> new TreeMap<>()).put(route.method(), route);
        }
        byTemplate.forEach((path, methods) ->
                templates.put(Pattern.compile(PLACE.matcher(path).replaceAll("(?<$1>[^/]*)")), methods));
    }

    /// `route` is null if no route has the path. It may have another method; `allowed` lists them all.
    record Match(@Nullable Route route, boolean methodFits, String allowed, Map<String, String> values) {}

    /// Returns a path that differs in case, in extra slashes, or a little in one segment.
    Optional<String> resembling(String path) {
        var sent = segments(path);
        for (int i = 0; i < Math.min(sent.size(), MAX_SEGMENTS); i++) {
            int place = i;
            var known = new TreeMap<String, String>();
            exact.keySet().stream()
                    .filter(other -> differAtMostAt(place, sent, segments(other)))
                    .forEach(other -> known.put(segments(other).get(place), other));
            var meant = Resemblance.of(sent.get(place), known.keySet()).map(known::get);
            if (meant.isPresent()) {
                return meant;
            }
        }
        return Optional.empty();
    }

    private static List<String> segments(String path) {
        return Stream.of(path.split("/+", -1))
                .filter(segment -> !segment.isEmpty())
                .toList();
    }

    private static boolean differAtMostAt(int place, List<String> sent, List<String> known) {
        return sent.size() == known.size()
                && IntStream.range(0, sent.size())
                        .allMatch(i -> i == place || sent.get(i).equalsIgnoreCase(known.get(i)));
    }

    Match find(String method, String path) {
        var methods = exact.get(path);
        if (methods != null) {
            return match(method, methods, Map.of());
        }
        var redirect = redirects.getOrDefault(path, Map.of()).get(method);
        if (redirect != null) {
            return new Match(redirect, true, method, Map.of());
        }
        for (var template : templates.entrySet()) {
            var found = template.getKey().matcher(path);
            if (found.matches()) {
                var values =
                        found.namedGroups().keySet().stream().collect(Collectors.toMap(name -> name, found::group));
                return match(method, template.getValue(), values);
            }
        }
        return new Match(null, false, "", Map.of());
    }

    private static Match match(String method, Map<String, Route> methods, Map<String, String> values) {
        var route = methods.get(method);
        return route == null
                ? new Match(methods.values().iterator().next(), false, String.join(", ", methods.keySet()), values)
                : new Match(route, true, method, values);
    }
}
