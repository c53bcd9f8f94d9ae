package stockroom.admin.merchants;

import stockroom.admin.input.PathIds;
import stockroom.auth.MerchantId;
import stockroom.http.Request;

public final class MerchantPath {
    private MerchantPath() {}

    public static MerchantId of(Request request) {
        return new MerchantId(PathIds.number(request, "merchant"));
    }

    /// Use this where the work itself would not notice that there is no such merchant.
    public static MerchantId existing(Request request, MerchantStore merchants) {
        var merchant = of(request);
        PathIds.found(merchants.find(merchant), "merchant", merchant.value());
        return merchant;
    }
}
