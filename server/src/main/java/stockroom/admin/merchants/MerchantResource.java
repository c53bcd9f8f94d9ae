package stockroom.admin.merchants;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import stockroom.admin.input.Fields;
import stockroom.admin.input.Paging;
import stockroom.admin.input.PathIds;
import stockroom.admin.merchants.MerchantStore.Change;
import stockroom.admin.merchants.MerchantStore.Merchant;
import stockroom.admin.merchants.MerchantStore.StoreUrlTaken;
import stockroom.audit.Operator;
import stockroom.http.Answer;
import stockroom.http.Request;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.http.failure.Violation;

public record MerchantResource(MerchantStore merchants) {
    private static final List<String> STATES = List.of("active", "suspended");

    /// Excludes the spaces of every script, as the pattern in the API description does.
    private static final Pattern STORE_URL = Pattern.compile("[^\\s/]+", Pattern.UNICODE_CHARACTER_CLASS);

    public Answer list(Operator by, Request request) {
        return Answer.success(PathIds.textFilter(request, "storeUrl", Fields.MAX_NAME)
                .map(merchants::find)
                .orElseGet(() -> merchants.list(
                        Paging.wanted(request),
                        PathIds.search(request),
                        PathIds.choiceFilter(request, "state", STATES).orElse(""))));
    }

    public Answer create(Operator by, Request request) {
        var fields = Fields.of(request, "storeUrl", "storeName", "openCatalogue");
        fields.require("storeUrl");
        var storeUrl = storeUrl(fields).orElse("");
        var storeName = fields.name("storeName");
        var openCatalogue = fields.flag("openCatalogue").orElse(false);
        fields.finish();
        return Answer.created(unlessTaken(() -> merchants.create(by, storeUrl, storeName, openCatalogue)));
    }

    public Answer show(Operator by, Request request) {
        var merchant = MerchantPath.of(request);
        return Answer.success(PathIds.found(merchants.findWithCounts(merchant), "merchant", merchant.value()));
    }

    public Answer change(Operator by, Request request) {
        var merchant = MerchantPath.of(request);
        var fields = Fields.ofChange(request, "storeUrl", "storeName", "openCatalogue", "suspended");
        var change = new Change(
                storeUrl(fields),
                fields.optionalName("storeName"),
                fields.flag("openCatalogue"),
                fields.flag("suspended"));
        fields.finish();
        return Answer.success(unlessTaken(() -> merchants.change(by, merchant, change)));
    }

    private static Merchant unlessTaken(Supplier<Merchant> written) {
        try {
            return written.get();
        } catch (StoreUrlTaken e) {
            var message = MerchantMessage.STORE_URL_TAKEN;
            throw new Failure.Refused(409, Violation.at("storeUrl", message, Excerpt.of(e.storeUrl)));
        }
    }

    /// The name becomes part of URLs.
    private static Optional<String> storeUrl(Fields fields) {
        return fields.optionalName("storeUrl", STORE_URL, MerchantMessage.STORE_URL_INVALID);
    }
}
