package stockroom.admin.merchants;

import java.util.List;
import java.util.Optional;
import stockroom.admin.input.Fields;
import stockroom.admin.input.Paging;
import stockroom.admin.input.PathIds;
import stockroom.admin.merchants.AccountStore.BoundStore;
import stockroom.audit.Operator;
import stockroom.http.Answer;
import stockroom.http.Request;

public record AccountResource(MerchantStore merchants, AccountStore accounts, List<String> platforms) {
    public Answer list(Operator by, Request request) {
        var merchant = MerchantPath.existing(request, merchants);
        return Answer.success(accounts.list(merchant, Paging.wanted(request), PathIds.search(request)));
    }

    public Answer create(Operator by, Request request) {
        var merchant = MerchantPath.existing(request, merchants);
        var fields = Fields.of(request, "name", "store");
        var name = fields.name("name");
        var store = store(fields);
        if (store.isEmpty()) {
            fields.missing("store");
        }
        fields.finish();
        return Answer.created(accounts.create(by, merchant, name, store.orElseThrow()));
    }

    public Answer change(Operator by, Request request) {
        var merchant = MerchantPath.of(request);
        long account = PathIds.number(request, "account");
        var fields = Fields.ofChange(request, "name", "store");
        var name = fields.optionalName("name");
        var store = store(fields);
        fields.finish();
        return Answer.success(PathIds.found(accounts.change(by, merchant, account, name, store), "account", account));
    }

    private Optional<BoundStore> store(Fields fields) {
        return fields.object("store", "platform", "shopId", "shopName")
                .map(store -> new BoundStore(
                        store.choice("platform", platforms), store.text("shopId", 64), store.name("shopName")));
    }
}
