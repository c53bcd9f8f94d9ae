package stockroom.limits;

import stockroom.auth.Caller;
import stockroom.auth.MerchantEndpoint;
import stockroom.database.Database;
import stockroom.http.Answer;
import stockroom.http.Request;
import stockroom.http.input.FieldNames;

/// POST /Account/Limits
public final class AccountLimitsEndpoint implements MerchantEndpoint {
    private static final FieldNames NOTHING = FieldNames.inAnyCase();

    private final AccountLimitsStore standing;
    private final ReadRate reads;

    public AccountLimitsEndpoint(Database database, Limits limits, ReadRate reads) {
        this.reads = reads;
        this.standing = new AccountLimitsStore(database, limits);
    }

    record AccountLimits(boolean success, String msg, AccountLimitsStore.Standing data) {}

    @Override
    public Answer answer(Caller caller, Request request) {
        // takes nothing, but a body that cannot be read is a mistake
        request.formOrJson(NOTHING);
        request.startWork();
        return Answer.success(new AccountLimits(true, "", standing.of(caller, reads.of(caller))));
    }
}
