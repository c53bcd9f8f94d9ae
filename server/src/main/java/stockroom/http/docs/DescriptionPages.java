package stockroom.http.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import stockroom.http.Answer;
import stockroom.http.Endpoint;
import stockroom.http.Route;
import stockroom.http.failure.EmptyData;

/// Serves the description of the interface and the page that shows it. Only these paths exist: a requested name is
/// never looked up in a file system or in the class path.
public final class DescriptionPages {
    /// Allows nothing from other hosts, no frame, and no form that could send a secret in its address.
    private static final Map<String, String> STRICT = Map.of(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "Referrer-Policy",
            "no-referrer",
            "Cross-Origin-Opener-Policy",
            "same-origin",
            "X-Content-Type-Options",
            "nosniff",
            "Vary",
            "Accept-Encoding");

    private final List<Route> routes = new ArrayList<>();
    private final Optional<String> guide;
    private volatile Optional<Credentials> demonstration = Optional.empty();

    public record Credentials(String appid, String secret, String accesstoken) {}

    private record PageContent(Optional<String> guide, Optional<Credentials> demonstration) {}

    /// @param guide address of the documentation, if it is published
    public DescriptionPages(boolean page, Optional<String> guide) {
        this.guide = guide;
        for (var description : List.of("openapi.yaml", "openapi.json")) {
            add(
                    "/" + description,
                    new Answer.File(
                            description, Map.of("X-Content-Type-Options", "nosniff", "Vary", "Accept-Encoding")));
        }
        if (page) {
            add("/docs/server.json", _ -> Answer.success(new PageContent(this.guide, demonstration)));
            addPage("page.html", "chinese.json", "md5.js");
        }
    }

    private DescriptionPages() {
        this.guide = Optional.empty();
        addPage("operators.html", "operators.yaml", "operators.json", "operators-chinese.json");
    }

    public static DescriptionPages ofOperators() {
        return new DescriptionPages();
    }

    private void addPage(String page, String... files) {
        add("/", new Endpoint.Redirect("/docs"));
        add("/docs/", new Endpoint.Redirect("/docs"));
        add("/docs", new Answer.File("docs/" + page, STRICT));
        var ofEveryPage = Stream.of(
                "logo.svg", "page.css", "page.js", "calls.js", "viewer.js", "viewer.css", "viewer-chinese.json");
        Stream.concat(ofEveryPage, Stream.of(files))
                .forEach(file -> add("/docs/" + file, new Answer.File("docs/" + file, STRICT)));
    }

    /// Shows these credentials to everyone who opens the page, so only the demonstration may call this.
    public void showCredentials(Credentials credentials) {
        this.demonstration = Optional.of(credentials);
    }

    private void add(String path, Answer.File file) {
        add(path, _ -> file);
    }

    private void add(String path, Endpoint endpoint) {
        routes.add(new Route("GET", path, EmptyData.ABSENT, endpoint, Map.of()));
        routes.add(new Route("HEAD", path, EmptyData.ABSENT, endpoint, Map.of()));
    }

    public List<Route> routes() {
        return List.copyOf(routes);
    }
}
