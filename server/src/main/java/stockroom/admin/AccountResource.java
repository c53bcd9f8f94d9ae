package stockroom.admin;

import java.util.List;
import java.util.Optional;
import stockroom.admin.AccountStore.BoundStore;
import stockroom.http.Answer;
import stockroom.http.Request;

/// `/merchants/{merchant}/accounts`
final class AccountResource {
    private final MerchantStore merchants;
    private final AccountStore accounts;
    private final List<String> platforms;

    AccountResource(MerchantStore merchants, AccountStore accounts, List<String> platforms) {
        this.merchants = merchants;
        this.accounts = accounts;
        this.platforms = platforms;
    }

    Answer list(Operator by, Request request) {
        return Answer.success(accounts.list(PathIds.existingMerchant(merchants, request), Page.wanted(request)));
    }

    Answer create(Operator by, Request request) {
        var merchant = PathIds.existingMerchant(merchants, request);
        var fields = Fields.of(request, "name", "store");
        var name = fields.name("name");
        var store = store(fields);
        if (store.isEmpty()) {
            fields.missing("store");
        }
        fields.finish();
        return Answer.created(accounts.create(by, merchant, name, store.orElseThrow()));
    }

    Answer change(Operator by, Request request) {
        var merchant = PathIds.merchant(request);
        long account = PathIds.number(request, "account");
        var fields = Fields.ofChange(request, "name", "store");
        var name = fields.optionalName("name");
        var store = store(fields);
        fields.finish();
        return Answer.success(accounts.change(by, merchant, account, name, store)
                .orElseThrow(() -> PathIds.notFound("account", account)));
    }

    private Optional<BoundStore> store(Fields fields) {
        return fields.object("store", "platform", "shopId", "shopName")
                .map(store -> new BoundStore(
                        store.choice("platform", platforms), store.text("shopId", 64), store.name("shopName")));
    }
}
