package stockroom.admin.operators;

import stockroom.audit.Operator;
import stockroom.http.Answer;
import stockroom.http.Request;

@FunctionalInterface
public interface OperatorEndpoint {
    Answer answer(Operator by, Request request);
}
