package stockroom.catalog;

import com.fasterxml.jackson.annotation.JsonRawValue;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import stockroom.auth.Caller;
import stockroom.auth.MerchantEndpoint;
import stockroom.catalog.StockWriteStore.Attempt;
import stockroom.catalog.ledger.LedgerMessage;
import stockroom.catalog.ledger.Reference;
import stockroom.catalog.ledger.StockWrites;
import stockroom.catalog.ledger.StockWrites.Work;
import stockroom.catalog.ledger.StockWrites.Written;
import stockroom.database.MerchantNodes;
import stockroom.database.MerchantNodes.PerNode;
import stockroom.http.Answer;
import stockroom.http.Request;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Term;
import stockroom.http.failure.Violation;
import stockroom.http.failure.Violations;
import stockroom.http.input.FieldNames;
import stockroom.http.input.Numbers;
import stockroom.http.input.Parameters;
import stockroom.limits.Limits;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// POST /Stock/Undo
public final class UndoEndpoint implements MerchantEndpoint {
    private static final FieldNames FIELDS = FieldNames.inAnyCase("push", "all");
    /// Which ones a push touched is known to the database: so of a merchant few are undone at once.
    private static final List<Integer> ANY_PRODUCT = List.of(0);

    private static final JsonMapper JSON = JsonMapper.shared();

    private final PerNode<StockWriteStore> stock;
    private final StockWrites writes;

    public UndoEndpoint(MerchantNodes nodes, StockWrites writes) {
        this.stock = nodes.each(StockWriteStore::new);
        this.writes = writes;
    }

    record PushUndone(
            boolean success,
            String msg,
            @Nullable Long push,
            @JsonRawValue @Nullable String data) {}

    @Override
    public Answer answer(Caller caller, Request request) {
        writes.showTurn(caller, request);
        boolean dryRun = StockWrites.isDryRun(request);
        var reference = Reference.of(request);
        var asked = parse(request.formOrJson(FIELDS));
        request.startWork();
        var key = StockWrites.key(request, dryRun, true);
        var store = stock.of(caller.merchantHash());
        return writes.run(
                caller,
                key,
                new Work(
                        ANY_PRODUCT,
                        given -> store.undo(
                                caller,
                                asked,
                                new Attempt(Limits.CREATE_INTERVAL, dryRun, request.id(), reference, given)),
                        undone -> answer(undone, asked)));
    }

    private static Answer answer(Written undone, StockWriteStore.Undo asked) {
        return switch (undone.outcome()) {
            case "undone", "checked", Written.DONE_BEFORE ->
                Answer.success(new PushUndone(true, "", undone.push(), undone.data()), undone.headers());
            case "unknown" -> Answer.refused(undone.headers(), LedgerMessage.PUSH_UNKNOWN, asked.push());
            case "final" -> Answer.refused(undone.headers(), LedgerMessage.PUSH_NOT_UNDOABLE, asked.push());
            case "conflict" -> conflict(undone, asked.push());
            default -> throw new IllegalStateException(undone.outcome());
        };
    }

    private static Answer conflict(Written undone, long push) {
        var data = JSON.readTree(Objects.requireNonNull(undone.data()));
        int count = data.path("conflicts").asInt();
        var violations = new Violations();
        violations.add(Violation.of(LedgerMessage.UNDO_CONFLICT, push, count));
        data.path("skipped").forEach(entry -> violations.add(conflict(entry)));
        return new Answer.Refusal(violations.all(), 1 + count, List.of(), undone.headers());
    }

    private static Violation conflict(JsonNode entry) {
        int product = entry.path("productid").asInt();
        var colour = entry.path("color").asString();
        int size = entry.path("size").asInt();
        var place = "productid %d, color %s, size %d".formatted(product, colour, size);
        var stock = entry.path("stock");
        var reason = entry.path("reason").asString();
        var conflict = switch (reason) {
            case "changed" ->
                Violation.at(place, LedgerMessage.UNDO_ENTRY_CHANGED, quantity(entry.path("left")), quantity(stock));
            case "product_deleted" -> Violation.at(place, LedgerMessage.UNDO_PRODUCT_DELETED);
            case "product_full" -> Violation.at(place, LedgerMessage.UNDO_PRODUCT_FULL, Limits.ENTRIES_PER_PRODUCT);
            case "colours_full" -> Violation.at(place, LedgerMessage.UNDO_COLOURS_FULL, Limits.COLOURS_PER_PRODUCT);
            default -> throw new IllegalStateException(reason);
        };
        return conflict.with("stock", stock.isNull() ? null : stock.asInt());
    }

    private static Object quantity(JsonNode value) {
        return value.isNull() ? Term.NO_ENTRY : value.asString();
    }

    private static StockWriteStore.Undo parse(Parameters parameters) {
        var violations = new Violations();
        var text = Numbers.withoutZeroDecimals(parameters.required("push"));
        if (!text.matches("[1-9][0-9]{0,17}")) {
            violations.add("push", LedgerMessage.PUSH_INVALID, Excerpt.of(text));
        }
        boolean all = parameters
                .text("all")
                .map(flag -> switch (flag.toLowerCase(Locale.ROOT)) {
                    case "true" -> true;
                    case "false" -> false;
                    default -> {
                        violations.add("all", CatalogMessage.FLAG_INVALID, Excerpt.of(flag));
                        yield false;
                    }
                })
                .orElse(false);
        violations.throwIfAny();
        return new StockWriteStore.Undo(Long.parseLong(text), all);
    }
}
