package stockroom.admin.credentials;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Duration;
import java.util.List;
import stockroom.admin.input.Fields;
import stockroom.admin.input.Paging;
import stockroom.admin.input.PathIds;
import stockroom.admin.merchants.AccountStore;
import stockroom.audit.Operator;
import stockroom.auth.MerchantId;
import stockroom.http.Answer;
import stockroom.http.Request;
import stockroom.http.failure.Failure;

public record TokenResource(TokenStore tokens, ApplicationStore applications, AccountStore accounts) {
    private static final long DEFAULT_DAYS = 90;
    private static final long MAX_DAYS = 3_650;
    private static final List<String> STATES = List.of("active", "expired", "revoked");

    private record NewToken(
            @JsonUnwrapped @JsonIgnoreProperties("lastUsedAt")
            TokenStore.Token about,

            String accesstoken) {}

    public Answer list(Operator by, Request request) {
        var filter = new TokenStore.Filter(
                PathIds.filter(request, "application"),
                PathIds.filter(request, "merchant"),
                PathIds.search(request),
                PathIds.choiceFilter(request, "state", STATES).orElse(""),
                PathIds.timeFilter(request, "expiresBefore"));
        return Answer.success(tokens.list(Paging.wanted(request), filter));
    }

    public Answer issue(Operator by, Request request) {
        var fields = Fields.of(request, "applicationId", "merchantId", "accountId", "days");
        long application = fields.id("applicationId");
        var merchant = new MerchantId(fields.id("merchantId"));
        long account = fields.id("accountId");
        long days = fields.number("days", 1, MAX_DAYS).orElse(DEFAULT_DAYS);
        fields.finish();
        PathIds.found(applications.find(application), "application", application);
        PathIds.found(accounts.find(merchant, account), "account %d of merchant".formatted(account), merchant.value());
        var issued = tokens.issue(by, application, merchant, account, Duration.ofDays(days));
        return Answer.created(new NewToken(issued.about(), issued.accesstoken().reveal()));
    }

    public Answer show(Operator by, Request request) {
        var id = PathIds.hex(request, "token");
        return Answer.success(PathIds.found(tokens.find(id), "token", id));
    }

    public Answer renew(Operator by, Request request) {
        var id = PathIds.hex(request, "token");
        var fields = Fields.of(request, "days");
        var days = fields.number("days", 1, MAX_DAYS);
        if (days.isEmpty()) {
            fields.missing("days");
        }
        fields.finish();
        var token = PathIds.found(tokens.renew(by, id, Duration.ofDays(days.orElseThrow())), "token", id);
        if (token.revoked()) {
            throw Failure.refused(409, CredentialMessage.TOKEN_IS_REVOKED, id);
        }
        return Answer.success(token);
    }

    public Answer revoke(Operator by, Request request) {
        var id = PathIds.hex(request, "token");
        return Answer.success(PathIds.found(tokens.revoke(by, id), "token", id));
    }
}
