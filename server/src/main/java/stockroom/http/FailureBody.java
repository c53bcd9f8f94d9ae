package stockroom.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The one shape of every failure: `{"success":false,"msg":…,"code":…,"requestId":…}`, the endpoint's own empty
/// `data`, and `errors` with the place of each fault.
final class FailureBody {
    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Place(@Nullable String at, String code, String msg) {}

    private FailureBody() {}

    static Map<String, @Nullable Object> of(
            List<Fault> faults, Route.EmptyData emptyData, String requestId, Locale language) {
        var first = faults.getFirst();
        var body = new LinkedHashMap<String, @Nullable Object>();
        body.put("success", false);
        body.put(
                "msg",
                faults.size() == 1
                        ? first.text(language)
                        : first.text(language) + Message.andMore(language, faults.size() - 1));
        body.put("code", first.message().code());
        body.put("requestId", requestId);
        switch (emptyData) {
            case ABSENT -> {}
            case NULL -> body.put("data", null);
            case EMPTY_TEXT -> body.put("data", "");
            case EMPTY_PAGE -> {
                body.put("totalPages", 0);
                body.put("data", List.of());
            }
        }
        if (faults.size() > 1 || first.at().isPresent()) {
            body.put(
                    "errors",
                    faults.stream()
                            .map(fault -> new Place(
                                    fault.at().orElse(null), fault.message().code(), fault.text(language)))
                            .toList());
        }
        return body;
    }
}
