package stockroom.admin.products;

import java.util.List;
import stockroom.admin.merchants.MerchantPath;
import stockroom.admin.merchants.MerchantStore;
import stockroom.admin.products.UndoStore.Conflict;
import stockroom.admin.products.UndoStore.Final;
import stockroom.admin.products.UndoStore.Undo;
import stockroom.admin.products.UndoStore.Undone;
import stockroom.admin.products.UndoStore.Unknown;
import stockroom.audit.Operator;
import stockroom.catalog.ledger.LedgerMessage;
import stockroom.catalog.ledger.OperatorLedgerStore;
import stockroom.catalog.ledger.OperatorLedgerStore.Filter;
import stockroom.catalog.ledger.Reference;
import stockroom.catalog.products.CataloguePageStore;
import stockroom.http.Answer;
import stockroom.http.Fields;
import stockroom.http.Page;
import stockroom.http.PathIds;
import stockroom.http.Request;
import stockroom.http.failure.Failure;
import stockroom.http.failure.Failure.Why;
import stockroom.http.failure.Message;
import stockroom.http.failure.Violation;

/// `/merchants/{merchant}/pushes` and `/merchants/{merchant}/products/{product}/history`
public final class LedgerResource {
    private final MerchantStore merchants;
    private final CataloguePageStore products;
    private final OperatorLedgerStore ledger;
    private final UndoStore undos;

    public LedgerResource(
            MerchantStore merchants, CataloguePageStore products, OperatorLedgerStore ledger, UndoStore undos) {
        this.merchants = merchants;
        this.products = products;
        this.ledger = ledger;
        this.undos = undos;
    }

    public Answer list(Operator by, Request request) {
        var merchant = MerchantPath.existing(request, merchants);
        var filter = new Filter(PathIds.filter(request, "product"), PathIds.filter(request, "application"));
        boolean changes = PathIds.choiceFilter(request, "changes", List.of("true", "false"))
                .map(Boolean::valueOf)
                .orElse(false);
        return Answer.success(
                changes
                        ? ledger.listWithChanges(merchant, filter, Page.wanted(request))
                        : ledger.list(merchant, filter, Page.wanted(request)));
    }

    public Answer show(Operator by, Request request) {
        long push = PathIds.number(request, "push");
        return Answer.success(
                ledger.find(MerchantPath.of(request), push).orElseThrow(() -> PathIds.notFound("push", push)));
    }

    public Answer history(Operator by, Request request) {
        int product = PathIds.product(request);
        var merchant = MerchantPath.existing(request, merchants);
        var page = ledger.history(merchant, product, Page.wanted(request));
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
        var undo = new Undo(
                push, fields.flag("all").orElse(false), fields.flag("dryRun").orElse(true), Reference.of(request));
        fields.finish();
        return switch (undos.undo(by, merchant, undo)) {
            case Undone undone -> Answer.success(undone);
            case Unknown() -> throw PathIds.notFound("push", push);
            case Final() -> throw conflict(LedgerMessage.PUSH_NOT_UNDOABLE, push);
            case Conflict(var entries) -> throw conflict(LedgerMessage.UNDO_CONFLICT, push, entries);
        };
    }

    private static Failure conflict(Message message, Object... values) {
        return new Failure.Refused(Why.CONFLICT, Violation.of(message, values));
    }
}
