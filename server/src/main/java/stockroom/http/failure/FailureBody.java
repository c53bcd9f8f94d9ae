package stockroom.http.failure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Builds the body of every failure: `{"success":false,"msg":…,"code":…,"requestId":…}`, the endpoint's empty `data`,
/// `errors` with the place of each violation, the `products` of a refusal, and a link that explains the code.
public record FailureBody(Optional<String> docsAddress) {
    public Map<String, @Nullable Object> of(
            List<Violation> violations,
            int count,
            List<Integer> products,
            EmptyData emptyData,
            String requestId,
            Locale language) {
        var first = violations.getFirst();
        var body = new LinkedHashMap<String, @Nullable Object>();
        body.put("success", false);
        body.put(
                "msg",
                count == 1
                        ? first.text(language)
                        : first.text(language)
                                + MessageTexts.find(FailureBody.class, language, "and-more")
                                        .formatted(count - 1));
        body.put("code", first.message().code());
        body.put("requestId", requestId);
        switch (emptyData) {
            case ABSENT -> {}
            case NULL -> body.put("data", null);
            case EMPTY_TEXT -> body.put("data", "");
            case EMPTY_LIST -> body.put("data", List.of());
            case EMPTY_PAGE -> {
                body.put("totalPages", 0);
                body.put("data", List.of());
            }
        }
        if (violations.size() > 1 || first.at().isPresent()) {
            body.put(
                    "errors",
                    violations.stream()
                            .map(violation -> error(violation, language))
                            .toList());
        } else {
            body.putAll(first.facts());
        }
        if (!products.isEmpty()) {
            body.put("products", products);
        }
        docsAddress.ifPresent(address -> body.put(
                "doc",
                address + MessageTexts.find(FailureBody.class, language, "errors-page") + "#"
                        + first.message().code()));
        return body;
    }

    private static Map<String, @Nullable Object> error(Violation violation, Locale language) {
        var error = new LinkedHashMap<String, @Nullable Object>();
        violation.at().ifPresent(place -> error.put("at", place));
        error.put("code", violation.message().code());
        error.put("msg", violation.text(language));
        error.putAll(violation.facts());
        return error;
    }
}
