package stockroom.admin.support;

import stockroom.admin.input.Paging;
import stockroom.admin.input.PathIds;
import stockroom.admin.merchants.AccountStore;
import stockroom.admin.merchants.MerchantPath;
import stockroom.admin.merchants.MerchantStore;
import stockroom.audit.Operator;
import stockroom.auth.MerchantId;
import stockroom.http.Answer;
import stockroom.http.Request;
import stockroom.support.DailyUsageStore;

public record UsageResource(
        MerchantStore merchants,
        AccountStore accounts,
        UsageStore usage,
        DailyUsageStore days,
        PublishResultPageStore publishResults) {
    public Answer usage(Operator by, Request request) {
        var merchant = MerchantPath.of(request);
        long account = PathIds.number(request, "account");
        var found = PathIds.found(accounts.find(merchant, account), "account", account);
        return Answer.success(usage.usage(merchant, found));
    }

    public Answer days(Operator by, Request request) {
        return Answer.success(days.list(
                PathIds.filter(request, "merchant").map(MerchantId::new),
                PathIds.filter(request, "account"),
                Paging.wanted(request)));
    }

    public Answer publishResults(Operator by, Request request) {
        var merchant = MerchantPath.existing(request, merchants);
        var status = PathIds.choiceFilter(request, "status", PublishResultPageStore.STATUSES);
        return Answer.success(publishResults.list(merchant, status, Paging.wanted(request)));
    }
}
