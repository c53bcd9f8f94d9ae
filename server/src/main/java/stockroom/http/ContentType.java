package stockroom.http;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Objects;
import org.eclipse.jetty.http.HttpField;

record ContentType(String type, String charset) {
    static ContentType parse(String header) {
        var parameters = new HashMap<String, String>();
        try {
            // Jetty returns null for an empty type or parameter
            var type = Objects.requireNonNullElse(HttpField.getValueParameters(header, parameters), "");
            var charset = Objects.requireNonNullElse(parameters.getOrDefault("charset", "utf-8"), "");
            return new ContentType(type.strip(), charset);
        } catch (IllegalArgumentException e) {
            // the header has an unterminated quotation
            return new ContentType("", "");
        }
    }

    boolean is(String expected) {
        return type.equalsIgnoreCase(expected);
    }

    /// Accepts every name of UTF-8, such as `utf8`.
    boolean isUtf8() {
        try {
            return Charset.forName(charset).equals(StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
