package stockroom.admin.operators;

import java.util.Optional;
import java.util.regex.Pattern;
import stockroom.database.paging.Page;
import stockroom.http.Answer;
import stockroom.http.Request;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Looks for the merchant in the request's path, the filter of a list, or the response.
final class AboutMerchant {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Pattern IN_PATH = Pattern.compile(".*/merchants/([0-9]{1,18})(/.*)?");
    private static final Pattern ID = Pattern.compile("[0-9]{1,18}");

    private AboutMerchant() {}

    static Optional<Long> of(Request request) {
        return Optional.of(IN_PATH.matcher(request.path()))
                .filter(path -> path.matches())
                .map(path -> Long.valueOf(path.group(1)));
    }

    static Optional<Long> of(Request request, Answer answer) {
        return of(request).or(() -> switch (answer) {
            case Answer.Success(var _, Page<?> _, var _) ->
                request.query().text("merchant").filter(ID.asMatchPredicate()).map(Long::valueOf);
            case Answer.Success(var _, byte[] json, var _) -> in(JSON.readTree(json));
            case Answer.Success(var _, var body, var _) -> in(JSON.valueToTree(body));
            default -> Optional.empty();
        });
    }

    private static Optional<Long> in(JsonNode answer) {
        return Optional.of(answer.path("merchantId")).filter(JsonNode::isNumber).map(JsonNode::asLong);
    }
}
