package stockroom.auth;

import stockroom.http.Answer;
import stockroom.http.Endpoint;
import stockroom.http.Request;
import stockroom.requests.DatabaseWork;
import stockroom.share.Owner;

public record Authenticated(Authentication authentication, MerchantEndpoint endpoint) implements Endpoint {
    @Override
    public Answer answer(Request request) {
        return DatabaseWork.of(request, () -> answerToCaller(request));
    }

    private Answer answerToCaller(Request request) {
        var caller = request.owner().run(() -> authentication.caller(request));
        var owner = new Owner(caller.application(), caller.merchant().value(), caller.account());
        request.admission().calledBy(owner);
        return owner.run(() -> endpoint.answer(caller, request));
    }
}
