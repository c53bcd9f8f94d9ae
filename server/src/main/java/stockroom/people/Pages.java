package stockroom.people;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.Utf8ByteOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import stockroom.http.PageAnswer;

/// Renders the templates of `src/main/jte`, which the build compiles. Each escapes what it shows.
final class Pages {
    private static final TemplateEngine ENGINE = TemplateEngine.createPrecompiled(ContentType.Html);

    private Pages() {}

    static PageAnswer of(String template, Page page, Map<String, Object> values) {
        return of(page.error().isPresent() ? 422 : 200, template, page, values, List.of());
    }

    static PageAnswer of(int status, String template, Page page, Map<String, Object> values, List<String> cookies) {
        return PageAnswer.of(status, html(template, page, values), cookies);
    }

    static byte[] html(String template, Page page, Map<String, Object> values) {
        var all = new HashMap<>(values);
        all.put("page", page);
        var output = new Utf8ByteOutput();
        ENGINE.render(template + ".jte", all, output);
        try (var bytes = new ByteArrayOutputStream(output.getContentLength())) {
            output.writeTo(bytes::write);
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static PageAnswer to(String path) {
        return PageAnswer.seeOther(path, List.of());
    }
}
