package stockroom.catalog.detail;

import java.util.List;
import java.util.Set;
import stockroom.auth.Caller;
import stockroom.auth.MerchantEndpoint;
import stockroom.catalog.CatalogMessage;
import stockroom.database.Database;
import stockroom.http.Answer;
import stockroom.http.Request;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.http.input.FieldNames;
import stockroom.http.input.FieldTexts;
import stockroom.http.input.Numbers;
import stockroom.http.input.Texts;

/// POST /Product/UploadResult
public final class UploadResultEndpoint implements MerchantEndpoint {
    private static final FieldNames FIELDS = FieldNames.inAnyCaseAsSent(
            "pId", "platform", "shopId", "shopName", "userId", "userNick", "itemId", "status", "message");
    private static final int FAILED = 0;
    private static final int PUBLISHED = 1;
    private static final int MAX_NAME = 128;
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
        request.warnOfQuery();
        var result = request.read(body -> read(FieldTexts.of(body, FIELDS, request.warnings())));
        return switch (results.report(caller.merchant(), caller.account(), result)) {
            case REPLACED -> Answer.success(new ResultUploaded(true, ""));
            case OTHER_SHOP -> Answer.refused(CatalogMessage.SHOP_MISMATCH, Excerpt.of(result.shopId()));
            case NOT_FETCHED -> Answer.refused(CatalogMessage.PRODUCT_NOT_FETCHED, result.product());
        };
    }

    private PublishResult read(FieldTexts fields) {
        var product = fields.required("pId", pid -> Numbers.productId(pid.strip()));
        var platform = fields.required("platform", this::platform);
        var shopId = fields.required("shopId", UploadResultEndpoint::name);
        fields.required("shopName", UploadResultEndpoint::name);
        var userId = fields.required("userId", UploadResultEndpoint::name);
        var userNick = fields.required("userNick", UploadResultEndpoint::name);
        int status = fields.required("status", UploadResultEndpoint::status).orElse(FAILED);
        // A product that failed to publish has no item.
        var itemId = status == FAILED
                ? fields.optional("itemId", UploadResultEndpoint::name)
                : fields.required("itemId", UploadResultEndpoint::name);
        var message = fields.optional("message", text -> Texts.upTo(MAX_MESSAGE, text));
        fields.finish();
        return new PublishResult(
                product.orElseThrow(),
                platform.orElseThrow(),
                shopId.orElseThrow(),
                userId.orElseThrow(),
                userNick.orElseThrow(),
                itemId.orElse(""),
                status,
                message.orElse(""));
    }

    private static String name(String text) {
        return Texts.upTo(MAX_NAME, text);
    }

    private String platform(String text) {
        var platform = name(text);
        if (!platforms.contains(platform)) {
            throw Failure.badRequest(
                    CatalogMessage.PLATFORM_UNKNOWN,
                    Excerpt.of(platform),
                    String.join(" ", platforms.stream().sorted().toList()));
        }
        return platform;
    }

    private static int status(String text) {
        return Numbers.whole(text.strip(), FAILED, PUBLISHED)
                .orElseThrow(() -> Failure.badRequest(CatalogMessage.STATUS_INVALID, Excerpt.of(text.strip())));
    }
}
