package stockroom.auth;

import stockroom.http.Answer;
import stockroom.http.Request;

@FunctionalInterface
public interface MerchantEndpoint {
    Answer answer(Caller caller, Request request);
}
