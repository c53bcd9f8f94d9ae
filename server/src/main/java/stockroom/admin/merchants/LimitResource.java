package stockroom.admin.merchants;

import java.util.Optional;
import java.util.OptionalInt;
import stockroom.admin.input.Fields;
import stockroom.admin.input.PathIds;
import stockroom.admin.merchants.LimitStore.Whose;
import stockroom.audit.Operator;
import stockroom.auth.OwnLimits;
import stockroom.http.Answer;
import stockroom.http.Request;

public record LimitResource(MerchantStore merchants, AccountStore accounts, LimitStore limits) {
    private static final int MAX_DETAILS = 1_000_000;
    /// Each fetch counts the products of its store.
    private static final int MAX_PRODUCTS = 100_000;

    private static final int MAX_READS = 1_000_000;

    public Answer show(Operator by, Request request) {
        return Answer.success(limits.find(whose(request)));
    }

    public Answer change(Operator by, Request request) {
        return Answer.success(limits.change(by, whose(request), change(request)));
    }

    public Answer clear(Operator by, Request request) {
        return Answer.success(limits.clear(by, whose(request)));
    }

    private Whose whose(Request request) {
        if (!request.path().contains("/accounts/")) {
            return new Whose(MerchantPath.existing(request, merchants), Optional.empty());
        }
        var merchant = MerchantPath.of(request);
        long account = PathIds.number(request, "account");
        PathIds.found(accounts.find(merchant, account), "account", account);
        return new Whose(merchant, Optional.of(account));
    }

    private static OwnLimits change(Request request) {
        var fields = Fields.ofChange(request, "detailsPerDay", "productsPerStore", "readsPerSecond");
        var change = new OwnLimits(
                number(fields, "detailsPerDay", MAX_DETAILS),
                number(fields, "productsPerStore", MAX_PRODUCTS),
                number(fields, "readsPerSecond", MAX_READS));
        fields.finish();
        return change;
    }

    private static OptionalInt number(Fields fields, String name, int max) {
        return fields.number(name, 1, max).stream().mapToInt(Long::intValue).findFirst();
    }
}
