package stockroom.admin.support;

import stockroom.admin.merchants.AccountStore;
import stockroom.admin.merchants.MerchantPath;
import stockroom.admin.merchants.MerchantStore;
import stockroom.audit.Operator;
import stockroom.http.Answer;
import stockroom.http.Page;
import stockroom.http.PathIds;
import stockroom.http.Request;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.http.failure.Violation;
import stockroom.http.input.ValueMessage;

/// What accounts have used of their limits, and what they reported.
public final class UsageResource {
    private final MerchantStore merchants;
    private final AccountStore accounts;
    private final UsageStore usage;
    private final PublishResultPageStore publishResults;

    public UsageResource(
            MerchantStore merchants, AccountStore accounts, UsageStore usage, PublishResultPageStore publishResults) {
        this.merchants = merchants;
        this.accounts = accounts;
        this.usage = usage;
        this.publishResults = publishResults;
    }

    public Answer usage(Operator by, Request request) {
        var merchant = MerchantPath.of(request);
        long account = PathIds.number(request, "account");
        return Answer.success(usage.usage(
                merchant, accounts.find(merchant, account).orElseThrow(() -> PathIds.notFound("account", account))));
    }

    public Answer publishResults(Operator by, Request request) {
        var merchant = MerchantPath.existing(request, merchants);
        var status = request.query().text("status");
        if (status.isPresent() && !PublishResultPageStore.STATUSES.contains(status.get())) {
            throw new Failure.BadRequest(Violation.at(
                    "status",
                    ValueMessage.VALUE_NOT_CHOICE,
                    "status",
                    Excerpt.of(status.get()),
                    String.join(", ", PublishResultPageStore.STATUSES)));
        }
        return Answer.success(publishResults.list(merchant, status, Page.wanted(request)));
    }
}
