package stockroom.admin.operators;

import java.util.regex.Pattern;
import stockroom.admin.input.PathIds;
import stockroom.audit.Operator;
import stockroom.auth.LastUse;
import stockroom.database.paging.Page;
import stockroom.http.Answer;
import stockroom.http.Endpoint;
import stockroom.http.Request;
import stockroom.http.ResourceMessage;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.merchants.MerchantLockStore;
import stockroom.requests.DatabaseWork;

/// Keys are looked up at each call, so that revocations apply at once.
public record OperatorDoor(OperatorKeyStore keys, LastUse lastUse, Scope needed, OperatorEndpoint endpoint)
        implements Endpoint {
    private static final Pattern BEARER = Pattern.compile("(?i:bearer) +([\\x21-\\x7e]{1,256})");

    @Override
    public Answer answer(Request request) {
        return DatabaseWork.of(request, () -> {
            var operator = operator(request);
            request.startWork();
            return request.owner().run(() -> answer(operator, request));
        });
    }

    private Answer answer(Operator operator, Request request) {
        AboutMerchant.of(request).ifPresent(request.admission()::about);
        try {
            var answer = endpoint.answer(operator, request);
            AboutMerchant.of(request, answer).ifPresent(request.admission()::about);
            return answer;
        } catch (MerchantLockStore.UnknownMerchant e) {
            throw PathIds.notFound("merchant", e.merchant().value());
        } catch (Page.InvalidCursor e) {
            throw Failure.badRequest("after", ResourceMessage.CURSOR_INVALID, Excerpt.of(e.cursor()));
        }
    }

    private Operator operator(Request request) {
        var given = BEARER.matcher(request.header("Authorization").orElse("").strip());
        if (!given.matches()) {
            throw Failure.refused(401, OperatorKeyMessage.OPERATOR_KEY_MISSING);
        }
        var key = request.admission()
                .askWhoCalls(() -> keys.find(given.group(1)))
                .orElseThrow(() -> Failure.refused(401, OperatorKeyMessage.OPERATOR_KEY_INVALID));
        request.admission().calledByOperator(key.keyId(), key.name());
        lastUse.operatorKey(key.keyId());
        if (!Scope.of(key.scope()).allows(needed)) {
            throw Failure.refused(403, OperatorKeyMessage.OPERATOR_KEY_SCOPE_TOO_LOW, key.scope(), needed.word());
        }
        return new Operator(key.name(), key.keyId(), request.id());
    }
}
