package stockroom.admin.merchants;

import stockroom.admin.input.PathIds;
import stockroom.audit.Operator;
import stockroom.http.Answer;
import stockroom.http.Request;

/// Deletes a merchant, and answers what is left of it. Asked before, that is the dry run of the deletion.
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
