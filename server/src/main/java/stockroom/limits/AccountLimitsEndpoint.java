package stockroom.limits;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import stockroom.auth.Caller;
import stockroom.auth.MerchantEndpoint;
import stockroom.database.Database;
import stockroom.http.Answer;
import stockroom.http.Request;
import stockroom.http.input.FieldNames;

/// POST /Account/Limits
public final class AccountLimitsEndpoint implements MerchantEndpoint {
    private final AccountLimitsStore standings;
    private final ReadRate reads;

    public AccountLimitsEndpoint(Database database, Limits limits, ReadRate reads) {
        this.reads = reads;
        this.standings = new AccountLimitsStore(database, limits);
    }

    record Token(
            @JsonFormat(pattern = AccountLimitsStore.TIME, timezone = "UTC")
            Instant expiresAt) {}

    record Reads(int perSecond) {}

    /// `reads` is absent if there is no limit.
    record Data(
            @JsonUnwrapped AccountLimitsStore.Standing standing,
            Token token,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Reads reads) {}

    record AccountLimits(boolean success, String msg, Data data) {}

    @Override
    public Answer answer(Caller caller, Request request) {
        // the call takes nothing, but a body that cannot be read is a mistake
        request.formOrJson(FieldNames.NONE);
        request.startWork();
        var standing = standings.of(caller.merchant(), caller.account(), caller.application(), caller.limits());
        int perSecond = reads.of(caller);
        return Answer.success(new AccountLimits(
                true,
                "",
                new Data(standing, new Token(caller.tokenExpiresAt()), perSecond == 0 ? null : new Reads(perSecond))));
    }
}
