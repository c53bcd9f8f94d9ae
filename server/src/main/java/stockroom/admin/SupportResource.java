package stockroom.admin;

import java.time.Instant;
import stockroom.auth.FailedCallStore;
import stockroom.http.Answer;
import stockroom.http.Failure;
import stockroom.http.Fault;
import stockroom.http.Message;
import stockroom.http.Request;
import stockroom.http.Shown;

/// What an operator looks at when someone asks for help: usage, publish results, failed calls, changes.
final class SupportResource {
    /// The cursor of failed calls is a time in microseconds, PostgreSQL's own precision.
    private static final long MICROS = 1_000_000;

    private final MerchantStore merchants;
    private final AccountStore accounts;
    private final ApplicationStore applications;
    private final UsageStore usage;
    private final PublishResultPageStore publishResults;
    private final FailedCallStore failedCalls;
    private final AuditStore audit;

    SupportResource(
            MerchantStore merchants,
            AccountStore accounts,
            ApplicationStore applications,
            UsageStore usage,
            PublishResultPageStore publishResults,
            FailedCallStore failedCalls,
            AuditStore audit) {
        this.merchants = merchants;
        this.accounts = accounts;
        this.applications = applications;
        this.usage = usage;
        this.publishResults = publishResults;
        this.failedCalls = failedCalls;
        this.audit = audit;
    }

    Answer usage(Operator by, Request request) {
        var merchant = PathIds.merchant(request);
        long account = PathIds.number(request, "account");
        return Answer.success(usage.usage(
                merchant, accounts.find(merchant, account).orElseThrow(() -> PathIds.notFound("account", account))));
    }

    Answer publishResults(Operator by, Request request) {
        var merchant = PathIds.existingMerchant(merchants, request);
        var status = request.query().text("status");
        if (status.isPresent() && !PublishResultPageStore.STATUSES.contains(status.get())) {
            throw new Failure.BadRequest(Fault.at(
                    "status",
                    Message.VALUE_NOT_CHOICE,
                    "status",
                    Shown.of(status.get()),
                    String.join(", ", PublishResultPageStore.STATUSES)));
        }
        return Answer.success(publishResults.list(merchant, status, Page.wanted(request)));
    }

    Answer failedCalls(Operator by, Request request) {
        long application = PathIds.number(request, "application");
        PathIds.require(applications.find(application), "application", application);
        var wanted = Page.wanted(request);
        var before = wanted.after().isEmpty() ? Instant.parse("9999-12-31T00:00:00Z") : time(wanted.afterNumber(0));
        return Answer.success(Page.of(
                failedCalls.list(application, before, wanted.rows()), wanted, call -> Page.cursor(micros(call.at()))));
    }

    Answer failedCall(Operator by, Request request) {
        var requestId = PathIds.hex(request, "requestId");
        return Answer.success(
                failedCalls.find(requestId).orElseThrow(() -> PathIds.notFound("a failed call", requestId)));
    }

    Answer audit(Operator by, Request request) {
        return Answer.success(audit.list(
                Page.wanted(request),
                PathIds.filter(request, "merchant"),
                request.query().text("subject")));
    }

    private static long micros(Instant time) {
        return time.getEpochSecond() * MICROS + time.getNano() / 1_000;
    }

    private static Instant time(long micros) {
        return Instant.ofEpochSecond(Math.floorDiv(micros, MICROS), Math.floorMod(micros, MICROS) * 1_000);
    }
}
