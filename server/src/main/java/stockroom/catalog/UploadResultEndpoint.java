package stockroom.catalog;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import stockroom.auth.Caller;
import stockroom.auth.MerchantEndpoint;
import stockroom.database.Database;
import stockroom.http.Answer;
import stockroom.http.Faults;
import stockroom.http.Json;
import stockroom.http.Message;
import stockroom.http.Numbers;
import stockroom.http.Request;
import stockroom.http.Shown;

/// POST /Product/UploadResult
public final class UploadResultEndpoint implements MerchantEndpoint {
    private static final Set<String> FIELDS =
            Set.of("pid", "platform", "shopid", "shopname", "userid", "usernick", "itemid", "status", "message");
    private static final int LONGEST_TEXT = 128;
    private static final int LONGEST_MESSAGE = 1_000;

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
            case OTHER_SHOP -> Answer.refused(Message.SHOP_MISMATCH, Shown.of(result.shopId()));
            case NOT_FETCHED -> Answer.refused(Message.PRODUCT_NOT_FETCHED, result.product());
        };
    }

    private final class Reader {
        private final Map<String, String> fields;
        private final Faults faults = new Faults();

        Reader(Map<String, String> fields) {
            this.fields = fields;
        }

        PublishResult read() {
            int product = number("pId", 1, Integer.MAX_VALUE, Message.ID_INVALID);
            var platform = required("platform");
            if (!platform.isEmpty() && !platforms.contains(platform)) {
                faults.add(
                        "platform",
                        Message.PLATFORM_UNKNOWN,
                        Shown.of(platform),
                        String.join(" ", platforms.stream().sorted().toList()));
            }
            var shopId = required("shopId");
            required("shopName");
            var userId = required("userId");
            var userNick = required("userNick");
            int status = number("status", 0, 1, Message.STATUS_INVALID);
            // a product that failed to publish has no item
            var itemId = status == 0 ? text("itemId", LONGEST_TEXT) : required("itemId");
            var message = text("message", LONGEST_MESSAGE);
            faults.throwIfAny();
            return new PublishResult(product, platform, shopId, userId, userNick, itemId, status, message);
        }

        private String required(String name) {
            var value = text(name, LONGEST_TEXT);
            if (value.isEmpty() && fields.getOrDefault(key(name), "").isBlank()) {
                faults.add(name, Message.FIELD_MISSING, name);
            }
            return value;
        }

        private String text(String name, int longest) {
            try {
                return Texts.upTo(longest, fields.getOrDefault(key(name), ""));
            } catch (BadValue e) {
                faults.add(e.at(name));
                return "";
            }
        }

        private int number(String name, int least, int most, Message message) {
            var text = fields.getOrDefault(key(name), "").strip();
            if (text.isEmpty()) {
                faults.add(name, Message.FIELD_MISSING, name);
                return least;
            }
            return Numbers.whole(text, least, most).orElseGet(() -> {
                faults.add(name, message, Shown.of(text));
                return least;
            });
        }

        private static String key(String name) {
            return name.toLowerCase(Locale.ROOT);
        }
    }
}
