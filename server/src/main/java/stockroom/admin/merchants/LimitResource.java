package stockroom.admin.merchants;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import stockroom.admin.input.Fields;
import stockroom.admin.input.PathIds;
import stockroom.admin.merchants.LimitStore.SetLimits;
import stockroom.admin.merchants.LimitStore.Whose;
import stockroom.audit.Operator;
import stockroom.http.Answer;
import stockroom.http.Request;

/// `/merchants/{merchant}/limits` and `/merchants/{merchant}/accounts/{account}/limits`
public final class LimitResource {
    private static final int MAX_DETAILS = 1_000_000;
    /// Each fetch counts the products of its store.
    private static final int MAX_PRODUCTS = 100_000;

    private static final int MAX_READS = 1_000_000;

    private final MerchantStore merchants;
    private final AccountStore accounts;
    private final LimitStore limits;

    public LimitResource(MerchantStore merchants, AccountStore accounts, LimitStore limits) {
        this.merchants = merchants;
        this.accounts = accounts;
        this.limits = limits;
    }

    public Answer ofMerchant(Operator by, Request request) {
        return Answer.success(limits.find(merchant(request)));
    }

    public Answer ofAccount(Operator by, Request request) {
        return Answer.success(limits.find(account(request)));
    }

    public Answer changeMerchant(Operator by, Request request) {
        return Answer.success(limits.change(by, merchant(request), change(request)));
    }

    public Answer changeAccount(Operator by, Request request) {
        return Answer.success(limits.change(by, account(request), change(request)));
    }

    public Answer clearMerchant(Operator by, Request request) {
        return Answer.success(limits.clear(by, merchant(request)));
    }

    public Answer clearAccount(Operator by, Request request) {
        return Answer.success(limits.clear(by, account(request)));
    }

    private Whose merchant(Request request) {
        return new Whose(MerchantPath.existing(request, merchants), Optional.empty());
    }

    private Whose account(Request request) {
        var merchant = MerchantPath.of(request);
        long account = PathIds.number(request, "account");
        PathIds.require(accounts.find(merchant, account), "account", account);
        return new Whose(merchant, Optional.of(account));
    }

    private static SetLimits change(Request request) {
        var fields = Fields.ofChange(request, "detailsPerDay", "productsPerStore", "readsPerSecond");
        var change = new SetLimits(
                number(fields, "detailsPerDay", MAX_DETAILS),
                number(fields, "productsPerStore", MAX_PRODUCTS),
                number(fields, "readsPerSecond", MAX_READS));
        fields.finish();
        return change;
    }

    private static @Nullable Integer number(Fields fields, String name, int max) {
        return fields.number(name, 1, max).map(Long::intValue).orElse(null);
    }
}
