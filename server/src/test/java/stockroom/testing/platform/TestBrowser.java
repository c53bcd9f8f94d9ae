package stockroom.testing.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import stockroom.testing.http.Reply;
import stockroom.testing.http.SimpleHttp;

/// Keeps cookies and sends the origin with forms, as a browser does. It follows redirects only if asked to.
public final class TestBrowser {
    private static final Pattern COOKIE =
            Pattern.compile("(__Host-[a-z]+)=([A-Za-z0-9_-]*); Path=/; Max-Age=(\\d+); Secure; HttpOnly; SameSite=Lax");

    private final String url;
    private final String address;
    private final Map<String, String> cookies = new TreeMap<>();
    private String origin = Platform.CONSOLE;

    TestBrowser(String url, String address) {
        this.url = url;
        this.address = address;
    }

    /// Returns a browser with the same cookies that uses another server or address.
    public TestBrowser at(String otherUrl, String otherAddress) {
        var other = new TestBrowser(otherUrl, otherAddress);
        other.cookies.putAll(cookies);
        return other;
    }

    public TestBrowser withOrigin(String other) {
        origin = other;
        return this;
    }

    public Map<String, String> cookies() {
        return cookies;
    }

    public Reply get(String path) {
        return send("GET", path, "");
    }

    public Reply head(String path) {
        return send("HEAD", path, "");
    }

    /// `fields` are names and values in turn.
    public Reply post(String path, String... fields) {
        var pairs = new ArrayList<String>();
        for (int i = 0; i < fields.length; i += 2) {
            pairs.add(fields[i] + "=" + URLEncoder.encode(fields[i + 1], StandardCharsets.UTF_8));
        }
        return send("POST", path, String.join("&", pairs));
    }

    private Reply send(String method, String path, String form) {
        var request = HttpRequest.newBuilder(URI.create(url + path))
                .method(method, form.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(form))
                .header("X-Forwarded-For", address);
        if (!cookies.isEmpty()) {
            request.header(
                    "Cookie",
                    String.join(
                            "; ",
                            cookies.entrySet().stream().map(Object::toString).toList()));
        }
        if (method.equals("POST")) {
            request.header("Content-Type", TestMerchant.FORM);
            if (!origin.isEmpty()) {
                request.header("Origin", origin);
            }
        }
        var reply = SimpleHttp.send(request);
        reply.headers().allValues("Set-Cookie").forEach(this::keep);
        return reply;
    }

    private void keep(String setCookie) {
        var cookie = COOKIE.matcher(setCookie);
        assertThat(cookie.matches()).as(setCookie).isTrue();
        if (cookie.group(3).equals("0")) {
            cookies.remove(cookie.group(1));
        } else {
            cookies.put(cookie.group(1), cookie.group(2));
        }
    }

    /// Returns the last page, and fails if the redirects leave the site.
    public Reply followed(Reply reply) {
        var last = reply;
        for (int i = 0; i < 5 && last.status() == 303; i++) {
            var next = last.header("Location").orElseThrow();
            assertThat(next).startsWith("/").doesNotStartWith("//");
            last = get(next);
        }
        return last;
    }

    public Reply signIn(TestPerson person) {
        return followed(post("/sign-in", "name", person.name(), "password", TestPerson.PASSWORD));
    }

    /// Returns the first group of the only place in the page that fits.
    public static String found(Reply page, String pattern) {
        var places = Pattern.compile(pattern).matcher(page.text()).results().toList();
        assertThat(places).as(pattern + " in " + page.text()).isNotEmpty();
        return places.getFirst().group(1);
    }

    public static List<String> all(Reply page, String pattern) {
        return Pattern.compile(pattern)
                .matcher(page.text())
                .results()
                .map(place -> place.group(1))
                .toList();
    }
}
