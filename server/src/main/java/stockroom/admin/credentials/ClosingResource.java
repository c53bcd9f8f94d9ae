package stockroom.admin.credentials;

import java.util.Comparator;
import stockroom.admin.input.Paging;
import stockroom.admin.input.PathIds;
import stockroom.audit.Operator;
import stockroom.auth.BruteForceGuard;
import stockroom.auth.BruteForceGuard.Closing;
import stockroom.database.paging.Page;
import stockroom.http.Answer;
import stockroom.http.Request;

public record ClosingResource(BruteForceGuard guard, ClosingStore closings, ApplicationStore applications) {
    /// Lists the closings of this node only.
    public Answer list(Operator by, Request request) {
        var wanted = Paging.wanted(request);
        if (!wanted.after().matches("([0-9]{1,18}-.+)?")) {
            throw new Page.InvalidCursor(wanted.after());
        }
        var rows = guard.closings().stream()
                .filter(closing -> cursor(closing).compareTo(wanted.after()) > 0)
                .sorted(Comparator.comparing(ClosingResource::cursor))
                .limit(wanted.rows())
                .toList();
        return Answer.success(Page.of(rows, wanted, ClosingResource::cursor));
    }

    private static String cursor(Closing closing) {
        return closing.applicationId() + "-" + closing.address();
    }

    public Answer lift(Operator by, Request request) {
        long application = PathIds.number(request, "application");
        var address = PathIds.addressBlock(request, "address").text();
        PathIds.found(applications.find(application), "application", application);
        return Answer.success(closings.lift(by, address, application));
    }
}
