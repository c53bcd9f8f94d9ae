package stockroom.admin;

import java.util.regex.Pattern;
import stockroom.admin.MerchantStore.Change;
import stockroom.http.Answer;
import stockroom.http.Failure;
import stockroom.http.Fault;
import stockroom.http.Message;
import stockroom.http.Request;
import stockroom.http.Shown;

/// `/merchants`
final class MerchantResource {
    private static final Pattern STORE_URL = Pattern.compile("[^\\s/]+");
    private static final int LONGEST_STORE_URL = 128;

    private final MerchantStore merchants;

    MerchantResource(MerchantStore merchants) {
        this.merchants = merchants;
    }

    Answer list(Operator by, Request request) {
        return Answer.success(merchants.list(Page.wanted(request)));
    }

    Answer create(Operator by, Request request) {
        var fields = Fields.of(request, "storeUrl", "storeName", "openCatalogue");
        var storeUrl = fields.text("storeUrl", LONGEST_STORE_URL);
        var storeName = fields.name("storeName");
        var openCatalogue = fields.flag("openCatalogue").orElse(false);
        fields.finish();
        requireStoreUrl(storeUrl);
        var merchant = merchants.create(by, storeUrl, storeName, openCatalogue);
        return Answer.created(merchants.find(merchant).orElseThrow());
    }

    Answer show(Operator by, Request request) {
        var merchant = PathIds.merchant(request);
        return Answer.success(
                merchants.findWithCounts(merchant).orElseThrow(() -> PathIds.notFound("merchant", merchant.value())));
    }

    Answer change(Operator by, Request request) {
        var merchant = PathIds.merchant(request);
        var fields = Fields.ofChange(request, "storeUrl", "storeName", "openCatalogue", "suspended");
        var change = new Change(
                fields.optionalText("storeUrl", LONGEST_STORE_URL),
                fields.optionalName("storeName"),
                fields.flag("openCatalogue"),
                fields.flag("suspended"));
        fields.finish();
        change.storeUrl().ifPresent(MerchantResource::requireStoreUrl);
        return Answer.success(merchants
                .change(by, merchant, change)
                .orElseThrow(() -> PathIds.notFound("merchant", merchant.value())));
    }

    /// It becomes a part of addresses: no spaces, no slashes.
    private static void requireStoreUrl(String storeUrl) {
        if (!STORE_URL.matcher(storeUrl).matches()) {
            throw new Failure.BadRequest(
                    Fault.at("storeUrl", Message.STORE_URL_INVALID, "storeUrl", Shown.of(storeUrl)));
        }
    }
}
