package stockroom.catalog;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import stockroom.auth.Caller;
import stockroom.auth.MerchantEndpoint;
import stockroom.catalog.ledger.Cursor;
import stockroom.catalog.ledger.LedgerMessage;
import stockroom.catalog.ledger.LedgerStore;
import stockroom.catalog.ledger.LedgerStore.State;
import stockroom.catalog.ledger.Push;
import stockroom.catalog.ledger.PushWatch;
import stockroom.catalog.ledger.PushWatch.End;
import stockroom.database.MerchantNodes;
import stockroom.database.MerchantNodes.PerNode;
import stockroom.http.Answer;
import stockroom.http.Request;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Violations;
import stockroom.http.input.FieldNames;
import stockroom.http.input.Numbers;
import stockroom.http.input.Parameters;

/// POST /Stock/Changes
public final class ChangesEndpoint implements MerchantEndpoint {
    private static final FieldNames FIELDS = FieldNames.inAnyCase("cursor", "limit", "wait");
    private static final int DEFAULT_LIMIT = 100;
    private static final int MAX_LIMIT = 500;
    private static final int MAX_WAIT_SECONDS = 30;

    private final PerNode<LedgerStore> ledger;
    private final PushWatch watch;

    public ChangesEndpoint(MerchantNodes nodes, PushWatch watch) {
        this.ledger = nodes.each(LedgerStore::new);
        this.watch = watch;
    }

    record Changes(boolean success, String msg, List<Push> data, String cursor, boolean more) {}

    @Override
    public Answer answer(Caller caller, Request request) {
        var parameters = request.formOrJson(FIELDS);
        var asked = parse(parameters);
        request.startWork();
        var scope = new Cursor.Scope(caller.merchant(), "changes");
        var store = ledger.of(caller.merchantHash());
        if (asked.cursor.isEmpty()) {
            var now = store.state(caller.merchant());
            return answer(List.of(), new Cursor(now.epoch(), now.last(), now.lastAt()), scope, false);
        }
        var after = Cursor.of(asked.cursor.get(), scope);
        if (!asked.maxWait.isZero() && watch.await(caller, request, after.push(), asked.maxWait) != End.OTHER) {
            return answer(List.of(), after, scope, false);
        }
        var state = store.state(caller.merchant());
        if (state.epoch() != after.epoch()) {
            return Answer.refused(LedgerMessage.CURSOR_BEFORE_RESTORE);
        }
        if (after.push() > state.last()) {
            throw Cursor.invalid(asked.cursor.get());
        }
        return after.push() == state.last()
                ? answer(List.of(), after, scope, false)
                : changes(store.changes(caller.merchant(), after, asked.limit), after, state, scope);
    }

    private static Answer changes(List<Push> pushes, Cursor after, State state, Cursor.Scope scope) {
        if (pushes.isEmpty() || pushes.getFirst().push() != after.push() + 1) {
            return Answer.refused(LedgerMessage.CURSOR_EXPIRED);
        }
        var last = pushes.getLast();
        return answer(pushes, new Cursor(state.epoch(), last.push(), last.at()), scope, last.push() < state.last());
    }

    private static Answer answer(List<Push> pushes, Cursor cursor, Cursor.Scope scope, boolean more) {
        return Answer.success(new Changes(true, "", pushes, cursor.text(scope), more));
    }

    private record Asked(Optional<String> cursor, int limit, Duration maxWait) {}

    private static Asked parse(Parameters parameters) {
        var violations = new Violations();
        int limit = limit(parameters, violations, DEFAULT_LIMIT, MAX_LIMIT);
        int wait = parameters
                .text("wait")
                .map(text -> Numbers.whole(text, 0, MAX_WAIT_SECONDS).orElseGet(() -> {
                    violations.add("wait", LedgerMessage.WAIT_INVALID, Excerpt.of(text), MAX_WAIT_SECONDS);
                    return 0;
                }))
                .orElse(0);
        violations.throwIfAny();
        return new Asked(parameters.text("cursor"), limit, Duration.ofSeconds(wait));
    }

    static int limit(Parameters parameters, Violations violations, int usual, int most) {
        return parameters
                .text("limit")
                .map(text -> Numbers.whole(text, 1, most).orElseGet(() -> {
                    violations.add("limit", LedgerMessage.LIMIT_INVALID, Excerpt.of(text), most);
                    return usual;
                }))
                .orElse(usual);
    }
}
