package stockroom.catalog;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import stockroom.auth.Caller;
import stockroom.auth.MerchantEndpoint;
import stockroom.database.Database;
import stockroom.http.Answer;
import stockroom.http.Request;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.http.failure.Message;
import stockroom.http.failure.Violations;
import stockroom.http.input.InputMessage;
import stockroom.http.input.Json;
import stockroom.http.input.Numbers;
import stockroom.http.input.Texts;

/// POST /Product/UploadResult
public final class UploadResultEndpoint implements MerchantEndpoint {
    private static final Set<String> FIELDS =
            Set.of("pid", "platform", "shopid", "shopname", "userid", "usernick", "itemid", "status", "message");
    private static final int MAX_TEXT = 128;
    private static final int MAX_MESSAGE = 1_000;

    private final PublishResultStore results;
    private final Set<String> platforms;

    public UploadResultEndpoint(Database database, List<String> platforms) {
        this.results = new PublishResultStore(database);
        this.platforms = Set.copyOf(platforms);
    }

    record ResultUploaded(boolean success, String msg) {}

    @Override
    public Answer answer(Caller caller, Request request) {
        request.requireContentType("application/json");
        var result = new Reader(Json.fields(request.body(), FIELDS)).read();
        return switch (results.report(caller.merchant(), caller.account(), result)) {
            case REPLACED -> Answer.success(new ResultUploaded(true, ""));
            case OTHER_SHOP -> Answer.refused(CatalogMessage.SHOP_MISMATCH, Excerpt.of(result.shopId()));
            case NOT_FETCHED -> Answer.refused(CatalogMessage.PRODUCT_NOT_FETCHED, result.product());
        };
    }

    private final class Reader {
        private final Map<String, String> fields;
        private final Violations violations = new Violations();

        Reader(Map<String, String> fields) {
            this.fields = fields;
        }

        PublishResult read() {
            int product = number("pId", 1, Integer.MAX_VALUE, InputMessage.ID_INVALID);
            var platform = required("platform");
            if (!platform.isEmpty() && !platforms.contains(platform)) {
                violations.add(
                        "platform",
                        CatalogMessage.PLATFORM_UNKNOWN,
                        Excerpt.of(platform),
                        String.join(" ", platforms.stream().sorted().toList()));
            }
            var shopId = required("shopId");
            required("shopName");
            var userId = required("userId");
            var userNick = required("userNick");
            int status = number("status", 0, 1, CatalogMessage.STATUS_INVALID);
            // a product that failed to publish has no item
            var itemId = status == 0 ? text("itemId", MAX_TEXT) : required("itemId");
            var message = text("message", MAX_MESSAGE);
            violations.throwIfAny();
            return new PublishResult(product, platform, shopId, userId, userNick, itemId, status, message);
        }

        private String required(String name) {
            var value = text(name, MAX_TEXT);
            if (value.isEmpty() && fields.getOrDefault(key(name), "").isBlank()) {
                violations.add(name, InputMessage.FIELD_MISSING, name);
            }
            return value;
        }

        private String text(String name, int longest) {
            try {
                return Texts.upTo(longest, fields.getOrDefault(key(name), ""));
            } catch (Failure.BadRequest e) {
                violations.add(e, name);
                return "";
            }
        }

        private int number(String name, int least, int most, Message message) {
            var text = fields.getOrDefault(key(name), "").strip();
            if (text.isEmpty()) {
                violations.add(name, InputMessage.FIELD_MISSING, name);
                return least;
            }
            return Numbers.whole(text, least, most).orElseGet(() -> {
                violations.add(name, message, Excerpt.of(text));
                return least;
            });
        }

        private static String key(String name) {
            return name.toLowerCase(Locale.ROOT);
        }
    }
}
