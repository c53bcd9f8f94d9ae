package stockroom.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The table of paths. Exact ones are looked up; those with places for values are tried one after the other.
final class Routes {
    private final Map<String, List<Route>> exact = new HashMap<>();
    private final List<Template> templates = new ArrayList<>();
    /// By method and path.
    private final Map<String, Route> redirects = new HashMap<>();

    Routes(List<Route> routes) {
        for (var route : routes) {
            if (route.endpoint() instanceof Endpoint.Redirect) {
                redirects.put(route.method() + " " + route.path(), route);
            } else if (route.path().contains("{")) {
                templates.add(new Template(route, List.of(route.path().split("/", -1))));
            } else {
                exact.computeIfAbsent(route.path(), _ -> new ArrayList<>()).add(route);
            }
        }
    }

    /// What a request's path and method lead to.
    ///
    /// @param route of the path; null when there is no such path
    /// @param methodFits whether it is also of the method
    /// @param allowed the methods of the path
    record Match(@Nullable Route route, boolean methodFits, String allowed, Map<String, String> values) {}

    private record Template(Route route, List<String> segments) {
        /// The values of a path that fits.
        Optional<Map<String, String>> values(List<String> path) {
            if (path.size() != segments.size()) {
                return Optional.empty();
            }
            var values = new HashMap<String, String>();
            for (int i = 0; i < path.size(); i++) {
                var segment = segments.get(i);
                if (segment.startsWith("{")) {
                    values.put(segment.substring(1, segment.length() - 1), path.get(i));
                } else if (!segment.equals(path.get(i))) {
                    return Optional.empty();
                }
            }
            return Optional.of(values);
        }
    }

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
        var routes = exact.get(path);
        if (routes != null) {
            return match(method, routes, Map.of());
        }
        var redirect = redirects.get(method + " " + path);
        return redirect == null ? findTemplate(method, path) : new Match(redirect, true, method, Map.of());
    }

    private Match findTemplate(String method, String path) {
        if (templates.isEmpty()) {
            return match(method, List.of(), Map.of());
        }
        var segments = List.of(path.split("/", -1));
        var fitting = new ArrayList<Route>();
        Map<String, String> values = Map.of();
        for (var template : templates) {
            var found = template.values(segments);
            if (found.isPresent()) {
                fitting.add(template.route());
                values = found.get();
            }
        }
        return match(method, fitting, values);
    }

    private static Match match(String method, List<Route> routes, Map<String, String> values) {
        for (var route : routes) {
            if (route.method().equals(method)) {
                return new Match(route, true, method, values);
            }
        }
        var allowed = routes.stream().map(Route::method).sorted().collect(Collectors.joining(", "));
        return new Match(routes.isEmpty() ? null : routes.getFirst(), false, allowed, values);
    }
}
