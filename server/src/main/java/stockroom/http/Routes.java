package stockroom.http;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The table of paths. Exact ones are looked up; those with places for values are tried one after the other.
final class Routes {
    private static final Pattern PLACE = Pattern.compile("\\{(\\w+)}");

    /// By path, then by method.
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

    /// What a request's path and method lead to.
    ///
    /// @param route of the path; null when there is no such path
    /// @param methodFits whether it is also of the method
    /// @param allowed the methods of the path
    record Match(@Nullable Route route, boolean methodFits, String allowed, Map<String, String> values) {}

    /// The path that this one is but for upper and lower case or slashes too many.
    Optional<String> resembling(String path) {
        var plain = plain(path);
        return exact.keySet().stream()
                .filter(right -> plain(right).equals(plain))
                .findFirst();
    }

    private static String plain(String path) {
        return path.toLowerCase(Locale.ROOT).replaceAll("/+", "/").replaceAll("(?<=.)/$", "");
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
