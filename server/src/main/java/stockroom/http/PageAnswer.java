package stockroom.http;

import java.util.List;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;

/// A page for a browser, which shows nothing of other hosts, runs no script, stands in no frame, and is not kept.
///
/// @param location is where a browser goes on after a form, or an empty text
/// @param cookies are values of `Set-Cookie`
@SuppressWarnings("ArrayRecordComponent") // nobody compares or changes pages
public record PageAnswer(int status, byte[] html, String location, List<String> cookies) implements Answer {
    static final List<HttpField> HEADERS = List.of(
            new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "text/html; charset=utf-8"),
            new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "no-store"),
            new PreEncodedHttpField(
                    "Content-Security-Policy",
                    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"),
            new PreEncodedHttpField("Referrer-Policy", "same-origin"),
            new PreEncodedHttpField("Cross-Origin-Opener-Policy", "same-origin"),
            new PreEncodedHttpField("X-Content-Type-Options", "nosniff"));

    public static PageAnswer of(int status, byte[] html, List<String> cookies) {
        return new PageAnswer(status, html, "", cookies);
    }

    /// Leads a browser on after a form, or to where it must go first.
    public static PageAnswer seeOther(String path, List<String> cookies) {
        return new PageAnswer(303, new byte[0], path, cookies);
    }

    void addTo(HttpFields.Mutable headers) {
        HEADERS.forEach(headers::put);
        cookies.forEach(cookie -> headers.add(HttpHeader.SET_COOKIE, cookie));
        if (!location.isEmpty()) {
            headers.put(HttpHeader.LOCATION, location);
        }
    }
}
