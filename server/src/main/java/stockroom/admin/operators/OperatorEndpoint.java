package stockroom.admin.operators;

import stockroom.audit.Operator;
import stockroom.http.Answer;
import stockroom.http.Request;

/// An endpoint for operators whose key was looked at.
@FunctionalInterface
public interface OperatorEndpoint {
    Answer answer(Operator by, Request request);
}
