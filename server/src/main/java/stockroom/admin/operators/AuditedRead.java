package stockroom.admin.operators;

import stockroom.audit.AuditReadStore;
import stockroom.audit.Operator;
import stockroom.auth.MerchantId;
import stockroom.http.Answer;
import stockroom.http.Request;

/// Responds only after the audit log has noted the read.
public record AuditedRead(AuditReadStore reads, OperatorEndpoint endpoint) implements OperatorEndpoint {
    @Override
    public Answer answer(Operator by, Request request) {
        var answer = endpoint.answer(by, request);
        reads.note(by, AboutMerchant.of(request, answer).map(MerchantId::new));
        return answer;
    }
}
