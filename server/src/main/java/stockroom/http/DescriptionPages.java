package stockroom.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import stockroom.http.Route.EmptyData;

/// What a reader of the interface is served beside it: its description, and the page that shows it and sends signed
/// calls. These paths and no others: what is asked for is never looked up in a file system or in the class path.
public final class DescriptionPages {
    /// Nothing of other hosts, nothing in a frame, and no form that could carry a secret away in its address.
    private static final Map<String, String> STRICT = Map.of(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "Referrer-Policy",
            "no-referrer",
            "Cross-Origin-Opener-Policy",
            "same-origin");

    private static final String SCRIPT = "text/javascript; charset=utf-8";
    private static final String STYLE = "text/css; charset=utf-8";

    private final List<Route> routes = new ArrayList<>();

    /// @param page whether there is the page, too
    public DescriptionPages(boolean page) {
        add("/openapi.yaml", StoredFile.ours("application/yaml", "openapi.yaml", Map.of()));
        if (page) {
            add("/docs", StoredFile.ours("text/html; charset=utf-8", "docs/page.html", STRICT));
            add("/docs/page.css", StoredFile.ours(STYLE, "docs/page.css", STRICT));
            add("/docs/page.js", StoredFile.ours(SCRIPT, "docs/page.js", STRICT));
            add("/docs/md5.js", StoredFile.ofWebJar(SCRIPT, "org.webjars.npm", "js-md5", "build/md5.min.js", STRICT));
            add(
                    "/docs/viewer.js",
                    StoredFile.ofWebJar(SCRIPT, "org.webjars", "swagger-ui", "swagger-ui-bundle.js", STRICT));
            add("/docs/viewer.css", StoredFile.ofWebJar(STYLE, "org.webjars", "swagger-ui", "swagger-ui.css", STRICT));
        }
    }

    private void add(String path, StoredFile file) {
        routes.add(new Route("GET", path, EmptyData.ABSENT, file, Map.of()));
        routes.add(new Route("HEAD", path, EmptyData.ABSENT, file, Map.of()));
    }

    public List<Route> routes() {
        return List.copyOf(routes);
    }
}
