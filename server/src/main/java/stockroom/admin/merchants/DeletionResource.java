package stockroom.admin.merchants;

import stockroom.admin.input.PathIds;
import stockroom.audit.Operator;
import stockroom.http.Answer;
import stockroom.http.Request;

/// Before a deletion, [#contents] is its dry run.
public record DeletionResource(DeletionStore deletions) {
    public Answer contents(Operator by, Request request) {
        var merchant = MerchantPath.of(request);
        return Answer.success(PathIds.found(deletions.contents(merchant), "merchant", merchant.value()));
    }

    public Answer delete(Operator by, Request request) {
        deletions.begin(by, MerchantPath.of(request));
        return contents(by, request);
    }
}
