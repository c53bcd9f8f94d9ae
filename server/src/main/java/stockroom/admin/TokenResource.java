package stockroom.admin;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import stockroom.auth.MerchantId;
import stockroom.http.Answer;
import stockroom.http.Failure;
import stockroom.http.Failure.Why;
import stockroom.http.Fault;
import stockroom.http.Message;
import stockroom.http.Request;

/// `/tokens`
final class TokenResource {
    private static final long USUAL_DAYS = 90;
    private static final long MOST_DAYS = 3_650;

    private final TokenStore tokens;
    private final ApplicationStore applications;
    private final AccountStore accounts;

    TokenResource(TokenStore tokens, ApplicationStore applications, AccountStore accounts) {
        this.tokens = tokens;
        this.applications = applications;
        this.accounts = accounts;
    }

    private record NewToken(
            String tokenId,
            long applicationId,
            long merchantId,
            long accountId,
            String state,
            Instant createdAt,
            Instant expiresAt,
            @Nullable Instant revokedAt,
            String accesstoken) {}

    Answer list(Operator by, Request request) {
        return Answer.success(tokens.list(
                Page.wanted(request), PathIds.filter(request, "application"), PathIds.filter(request, "merchant")));
    }

    Answer issue(Operator by, Request request) {
        var fields = Fields.of(request, "applicationId", "merchantId", "accountId", "days");
        long application = fields.id("applicationId");
        var merchant = new MerchantId(fields.id("merchantId"));
        long account = fields.id("accountId");
        long days = fields.number("days", 1, MOST_DAYS).orElse(USUAL_DAYS);
        fields.finish();
        PathIds.require(applications.find(application), "application", application);
        PathIds.require(
                accounts.find(merchant, account), "account %d of merchant".formatted(account), merchant.value());
        var issued = tokens.issue(by, application, merchant, account, Duration.ofDays(days));
        var token = issued.about();
        return Answer.created(new NewToken(
                token.tokenId(),
                token.applicationId(),
                token.merchantId(),
                token.accountId(),
                token.state(),
                token.createdAt(),
                token.expiresAt(),
                token.revokedAt(),
                issued.accesstoken().reveal()));
    }

    Answer show(Operator by, Request request) {
        var id = PathIds.hex(request, "token");
        return Answer.success(tokens.find(id).orElseThrow(() -> PathIds.notFound("token", id)));
    }

    Answer renew(Operator by, Request request) {
        var id = PathIds.hex(request, "token");
        var fields = Fields.of(request, "days");
        var days = fields.number("days", 1, MOST_DAYS);
        if (days.isEmpty()) {
            fields.missing("days");
        }
        fields.finish();
        var token = tokens.renew(by, id, Duration.ofDays(days.orElseThrow()))
                .orElseThrow(() -> PathIds.notFound("token", id));
        if (token.revoked()) {
            throw new Failure.Refused(Why.CONFLICT, Fault.of(Message.TOKEN_IS_REVOKED, id));
        }
        return Answer.success(token);
    }

    Answer revoke(Operator by, Request request) {
        var id = PathIds.hex(request, "token");
        return Answer.success(tokens.revoke(by, id).orElseThrow(() -> PathIds.notFound("token", id)));
    }
}
