package stockroom.admin;

import stockroom.admin.MerchantStore.Change;
import stockroom.http.Answer;
import stockroom.http.Request;

/// `/merchants`
final class MerchantResource {
    private final MerchantStore merchants;

    MerchantResource(MerchantStore merchants) {
        this.merchants = merchants;
    }

    Answer list(Operator by, Request request) {
        return Answer.success(merchants.list(Page.wanted(request)));
    }

    Answer create(Operator by, Request request) {
        var fields = Fields.of(request, "storeUrl", "storeName", "openCatalogue");
        fields.require("storeUrl");
        var storeUrl = fields.storeUrl().orElse("");
        var storeName = fields.name("storeName");
        var openCatalogue = fields.flag("openCatalogue").orElse(false);
        fields.finish();
        return Answer.created(merchants.create(by, storeUrl, storeName, openCatalogue));
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
                fields.storeUrl(),
                fields.optionalName("storeName"),
                fields.flag("openCatalogue"),
                fields.flag("suspended"));
        fields.finish();
        return Answer.success(merchants
                .change(by, merchant, change)
                .orElseThrow(() -> PathIds.notFound("merchant", merchant.value())));
    }
}
