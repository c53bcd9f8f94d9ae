package stockroom.catalog.stock;

import com.fasterxml.jackson.annotation.JsonRawValue;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import stockroom.auth.Caller;
import stockroom.auth.MerchantEndpoint;
import stockroom.catalog.ledger.Attempt;
import stockroom.catalog.ledger.LedgerMessage;
import stockroom.catalog.stock.StockWriteStore.Undo;
import stockroom.catalog.stock.WriteResult.UndoResult;
import stockroom.http.Answer;
import stockroom.http.Request;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.http.failure.Violation;
import stockroom.http.failure.Violations;
import stockroom.http.input.FieldNames;
import stockroom.http.input.Numbers;
import stockroom.http.input.Parameters;
import stockroom.limits.Limits;

/// POST /Stock/Undo
public final class UndoEndpoint implements MerchantEndpoint {
    private static final FieldNames FIELDS = FieldNames.inAnyCase("push", "all");
    /// Only the database knows the products of a push, so few undos of a merchant run at once.
    private static final ProductNames ANY_PRODUCT = ProductNames.ofIds(List.of(0));

    private final WriteTurns turns;

    public UndoEndpoint(WriteTurns turns) {
        this.turns = turns;
    }

    record PushUndone(
            boolean success,
            String msg,
            @Nullable Long push,
            @JsonRawValue String data) {}

    @Override
    public Answer answer(Caller caller, Request request) {
        turns.show(caller, request);
        var withoutKey = Attempt.of(request);
        var undo = parse(request.formOrJson(FIELDS));
        request.startWork();
        var attempt = withoutKey.withKey(request, true);
        try (var turn = turns.begin(caller, attempt.key(), ANY_PRODUCT)) {
            var kept = turn.await(UndoResult.class);
            var undone = kept.orElseGet(() -> turn.write(_ -> turns.store.undo(caller, undo, attempt)));
            return switch (undone.result()) {
                case WriteResult.Undone(var data, var _) ->
                    Answer.success(new PushUndone(true, "", undone.push(), data), undone.headers());
                case WriteResult.Closed _ -> throw WriteTurns.tooSoon(undone.untilNextTurn());
                case WriteResult.PushUnknown() ->
                    Answer.refused(undone.headers(), LedgerMessage.PUSH_UNKNOWN, undo.push());
                case WriteResult.PushFinal() ->
                    Answer.refused(undone.headers(), LedgerMessage.PUSH_NOT_UNDOABLE, undo.push());
                case WriteResult.Conflict(var report) -> conflict(undo.push(), report, undone.headers());
            };
        }
    }

    private static Answer conflict(long push, UndoReport report, Map<String, String> headers) {
        var violations = new Violations();
        violations.add(Violation.of(LedgerMessage.UNDO_CONFLICT, push, report.conflicts()));
        report.skipped().forEach(entry -> violations.add(conflict(entry)));
        return new Answer.Refusal(violations.all(), 1 + report.conflicts(), List.of(), headers);
    }

    private static Violation conflict(UndoReport.Skipped entry) {
        var conflict = switch (entry.reason()) {
            case CHANGED -> changed(entry.left(), entry.stock());
            case PRODUCT_DELETED -> Violation.of(LedgerMessage.UNDO_PRODUCT_DELETED);
            case PRODUCT_FULL -> Violation.of(LedgerMessage.UNDO_PRODUCT_FULL, Limits.ENTRIES_PER_PRODUCT);
            case COLOURS_FULL -> Violation.of(LedgerMessage.UNDO_COLOURS_FULL, Limits.COLOURS_PER_PRODUCT);
        };
        return conflict.at("productid %d, color %s, size %d".formatted(entry.productId(), entry.color(), entry.size()))
                .with("stock", entry.stock());
    }

    private static Violation changed(@Nullable Integer left, @Nullable Integer stock) {
        if (left == null) {
            return Violation.of(LedgerMessage.UNDO_ENTRY_ADDED, String.valueOf(stock));
        }
        return stock == null
                ? Violation.of(LedgerMessage.UNDO_ENTRY_DELETED, left.toString())
                : Violation.of(LedgerMessage.UNDO_ENTRY_CHANGED, left.toString(), stock.toString());
    }

    private static Undo parse(Parameters parameters) {
        var violations = new Violations();
        var text = Numbers.withoutZeroDecimals(parameters.required("push"));
        if (!text.matches("[1-9][0-9]{0,17}")) {
            violations.add("push", LedgerMessage.PUSH_INVALID, Excerpt.of(text));
        }
        boolean all = false;
        try {
            all = parameters.text("all").map(StockOrderReader::flag).orElse(false);
        } catch (Failure.BadRequest e) {
            violations.add("all", e);
        }
        violations.throwIfAny();
        return new Undo(Long.parseLong(text), all);
    }
}
