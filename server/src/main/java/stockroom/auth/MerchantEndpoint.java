package stockroom.auth;

import stockroom.http.Answer;
import stockroom.http.Request;

/// An endpoint for callers who have proven who they are.
@FunctionalInterface
public interface MerchantEndpoint {
    Answer answer(Caller caller, Request request);
}
