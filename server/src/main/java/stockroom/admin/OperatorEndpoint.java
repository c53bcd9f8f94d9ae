package stockroom.admin;

import stockroom.http.Answer;
import stockroom.http.Request;

/// An endpoint for operators whose key was looked at.
@FunctionalInterface
interface OperatorEndpoint {
    Answer answer(Operator by, Request request);
}
