package stockroom.admin.support;

import java.time.Instant;
import java.util.List;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import stockroom.admin.credentials.ApplicationStore;
import stockroom.admin.input.Paging;
import stockroom.admin.input.PathIds;
import stockroom.admin.merchants.MerchantPath;
import stockroom.admin.merchants.MerchantStore;
import stockroom.admin.operators.OperatorKeyStore;
import stockroom.audit.AuditStore;
import stockroom.audit.Operator;
import stockroom.database.paging.Page;
import stockroom.http.Answer;
import stockroom.http.Request;
import stockroom.support.FailedCallStore;
import stockroom.support.FailedCallStore.FailedCall;

public record SupportResource(
        MerchantStore merchants, ApplicationStore applications, FailedCallStore failedCalls, AuditStore audit) {
    private static final int MAX_SUBJECT = 64;

    public Answer failedCalls(Operator by, Request request) {
        long application = PathIds.number(request, "application");
        PathIds.found(applications.find(application), "application", application);
        return page(request, (before, rows) -> failedCalls.list(application, before.time, before.requestId, rows));
    }

    public Answer failedCallsOfMerchant(Operator by, Request request) {
        var merchant = MerchantPath.existing(request, merchants);
        return page(request, (before, rows) -> failedCalls.list(merchant, before.time, before.requestId, rows));
    }

    private static Answer page(Request request, BiFunction<CallCursor, Integer, List<FailedCall>> list) {
        var wanted = Paging.wanted(request);
        return Answer.success(Page.of(
                list.apply(CallCursor.of(wanted.after()), wanted.rows()),
                wanted,
                call -> new CallCursor(call.at(), call.requestId()).text()));
    }

    /// The request id distinguishes calls that failed in the same microsecond.
    private record CallCursor(Instant time, String requestId) {
        private static final Pattern TEXT = Pattern.compile("([0-9]{1,17})-([0-9a-f]{16})");
        private static final CallCursor NEWEST = new CallCursor(Instant.parse("9999-12-31T00:00:00Z"), "");
        private static final long MICROS = 1_000_000;

        static CallCursor of(String text) {
            if (text.isEmpty()) {
                return NEWEST;
            }
            var parts = TEXT.matcher(text);
            if (!parts.matches()) {
                throw new Page.InvalidCursor(text);
            }
            long micros = Long.parseLong(parts.group(1));
            return new CallCursor(Instant.ofEpochSecond(micros / MICROS, micros % MICROS * 1_000), parts.group(2));
        }

        String text() {
            return "%d-%s".formatted(time.getEpochSecond() * MICROS + time.getNano() / 1_000, requestId);
        }
    }

    public Answer failedCall(Operator by, Request request) {
        var requestId = PathIds.hex(request, "requestId");
        return Answer.success(PathIds.found(failedCalls.find(requestId), "a failed call", requestId));
    }

    public Answer audit(Operator by, Request request) {
        return Answer.success(audit.list(
                Paging.wanted(request),
                new AuditStore.Filter(
                        PathIds.filter(request, "merchant"),
                        PathIds.textFilter(request, "subject", MAX_SUBJECT),
                        PathIds.textFilter(request, "operator", OperatorKeyStore.MAX_NAME))));
    }
}
