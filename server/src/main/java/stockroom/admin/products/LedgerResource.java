package stockroom.admin.products;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import stockroom.admin.input.Fields;
import stockroom.admin.input.Paging;
import stockroom.admin.input.PathIds;
import stockroom.admin.merchants.MerchantPath;
import stockroom.admin.merchants.MerchantStore;
import stockroom.audit.Operator;
import stockroom.catalog.ledger.Attempt;
import stockroom.catalog.ledger.LedgerMessage;
import stockroom.catalog.ledger.OperatorLedgerStore;
import stockroom.catalog.ledger.OperatorLedgerStore.Filter;
import stockroom.catalog.ledger.Reference;
import stockroom.catalog.products.CataloguePageStore;
import stockroom.catalog.stock.StockWriteStore.Undo;
import stockroom.catalog.stock.UndoReport.Skipped;
import stockroom.catalog.stock.WriteResult;
import stockroom.http.Answer;
import stockroom.http.Request;
import stockroom.http.failure.Failure;

public record LedgerResource(
        MerchantStore merchants, CataloguePageStore products, OperatorLedgerStore ledger, UndoStore undos) {
    /// `push` is null if nothing changed. `skipped` lists the first conflicts only.
    record PushUndone(@Nullable Long push, int undone, int conflicts, List<Skipped> skipped) {}

    public Answer list(Operator by, Request request) {
        var merchant = MerchantPath.existing(request, merchants);
        var filter = new Filter(PathIds.filter(request, "product"), PathIds.filter(request, "application"));
        boolean changes = PathIds.choiceFilter(request, "changes", List.of("true", "false"))
                .map(Boolean::valueOf)
                .orElse(false);
        return Answer.success(
                changes
                        ? ledger.listWithChanges(merchant, filter, Paging.wanted(request))
                        : ledger.list(merchant, filter, Paging.wanted(request)));
    }

    public Answer show(Operator by, Request request) {
        long push = PathIds.number(request, "push");
        return Answer.success(PathIds.found(ledger.find(MerchantPath.of(request), push), "push", push));
    }

    public Answer history(Operator by, Request request) {
        int product = PathIds.product(request);
        var merchant = MerchantPath.existing(request, merchants);
        var page = ledger.history(merchant, product, Paging.wanted(request));
        if (page.items().isEmpty()
                && products.find(merchant, product).isEmpty()
                && !ledger.hasHistory(merchant, product)) {
            throw PathIds.notFound("product", product);
        }
        return Answer.success(page);
    }

    public Answer undo(Operator by, Request request) {
        var merchant = MerchantPath.of(request);
        long push = PathIds.number(request, "push");
        var fields = Fields.of(request, "all", "dryRun");
        fields.require("dryRun");
        var undo = new Undo(push, fields.flag("all").orElse(false));
        var attempt = new Attempt(
                Duration.ZERO,
                fields.flag("dryRun").orElse(true),
                by.requestId(),
                Reference.of(request),
                Optional.empty());
        fields.finish();
        var undone = undos.undo(by, merchant, undo, attempt);
        return switch (undone.result()) {
            case WriteResult.Undone(var _, var report) ->
                Answer.success(new PushUndone(undone.push(), report.undone(), report.conflicts(), report.skipped()));
            case WriteResult.Closed _ -> throw new IllegalStateException("an operator has no turn");
            case WriteResult.PushUnknown() -> throw PathIds.notFound("push", push);
            case WriteResult.PushFinal() -> throw Failure.refused(409, LedgerMessage.PUSH_NOT_UNDOABLE, push);
            case WriteResult.Conflict(var report) ->
                throw Failure.refused(409, LedgerMessage.UNDO_CONFLICT, push, report.conflicts());
        };
    }
}
