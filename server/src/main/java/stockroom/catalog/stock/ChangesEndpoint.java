package stockroom.catalog.stock;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import stockroom.auth.Caller;
import stockroom.auth.MerchantEndpoint;
import stockroom.auth.TokenHash;
import stockroom.catalog.ledger.Cursor;
import stockroom.catalog.ledger.LedgerMessage;
import stockroom.catalog.ledger.LedgerStore;
import stockroom.catalog.ledger.LedgerStore.State;
import stockroom.catalog.ledger.PositionStore;
import stockroom.catalog.ledger.PositionStore.Position;
import stockroom.catalog.ledger.Push;
import stockroom.catalog.ledger.PushWatch;
import stockroom.catalog.ledger.PushWatch.End;
import stockroom.database.Database;
import stockroom.http.Answer;
import stockroom.http.Request;
import stockroom.http.bounds.NodeShares;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.http.failure.Term;
import stockroom.http.failure.Violations;
import stockroom.http.input.FieldNames;
import stockroom.http.input.Numbers;
import stockroom.http.input.Parameters;

/// POST /Stock/Changes
public final class ChangesEndpoint implements MerchantEndpoint {
    private static final FieldNames FIELDS = FieldNames.inAnyCase("cursor", "from", "limit", "wait");
    private static final int DEFAULT_LIMIT = 100;
    private static final int MAX_LIMIT = 500;
    private static final int MAX_WAIT_SECONDS = 30;

    private final LedgerStore ledger;
    private final PositionStore positions;
    private final PushWatch watch;

    public ChangesEndpoint(Database database, PushWatch watch) {
        this.ledger = new LedgerStore(database);
        this.positions = new PositionStore(database);
        this.watch = watch;
    }

    record Changes(boolean success, String msg, List<Push> data, String cursor, boolean more) {}

    @Override
    public Answer answer(Caller caller, Request request) {
        var asked = parse(request.formOrJson(FIELDS));
        request.startWork();
        if (asked.cursor.isPresent()) {
            var cursor = Cursor.of(asked.cursor.get(), Cursor.Scope.changes(caller.merchant()));
            return after(cursor, caller, request, asked);
        }
        return switch (asked.from) {
            case From.Now() -> {
                var now = ledger.state(caller.merchant());
                yield answer(caller, List.of(), new Cursor(now.epoch(), now.last(), now.lastAt()), false);
            }
            case From.Start() -> {
                var oldest = positions.oldest(caller.merchant());
                yield after(oldest, caller, request, asked);
            }
            case From.AfterPush(var push) ->
                switch (positions.afterPush(caller.merchant(), push)) {
                    case Position.Known(var cursor) -> after(cursor, caller, request, asked);
                    case Position.Expired() -> Answer.refused(LedgerMessage.CURSOR_EXPIRED);
                    case Position.Skipped() -> Answer.refused(LedgerMessage.CURSOR_BEFORE_RESTORE);
                    case Position.Ahead(var last) ->
                        throw Failure.badRequest("from", LedgerMessage.FROM_AFTER_LAST, push, last);
                };
        };
    }

    private Answer after(Cursor after, Caller caller, Request request, Asked asked) {
        var state = ledger.state(caller.merchant());
        if (after.epoch() == state.epoch() && after.push() == state.last() && !asked.maxWait.isZero()) {
            if (await(caller, request, after.push(), asked.maxWait) != End.OTHER) {
                return answer(caller, List.of(), after, false);
            }
            state = ledger.state(caller.merchant());
        }
        if (after.epoch() != state.epoch()) {
            return Answer.refused(LedgerMessage.CURSOR_BEFORE_RESTORE);
        }
        if (after.push() > state.last()) {
            throw Cursor.invalid(asked.cursor.orElse(""));
        }
        return after.push() == state.last()
                ? answer(caller, List.of(), after, false)
                : changes(caller, ledger.changes(caller.merchant(), after, asked.limit), after, state);
    }

    private End await(Caller caller, Request request, long after, Duration wait) {
        var token = TokenHash.of(request.header("accesstoken").orElse(""));
        try (var _ = watch.placeFor(caller).orElseThrow(NodeShares::tooManyAtOnce)) {
            return request.waiting(() -> watch.await(caller, token, after, wait));
        }
    }

    private static Answer changes(Caller caller, List<Push> pushes, Cursor after, State state) {
        if (pushes.isEmpty() || pushes.getFirst().push() != after.push() + 1) {
            return Answer.refused(LedgerMessage.CURSOR_EXPIRED);
        }
        var last = pushes.getLast();
        var cursor = new Cursor(state.epoch(), last.push(), last.at());
        return answer(caller, pushes, cursor, last.push() < state.last());
    }

    private static Answer answer(Caller caller, List<Push> pushes, Cursor cursor, boolean more) {
        var text = cursor.text(Cursor.Scope.changes(caller.merchant()));
        return Answer.success(new Changes(true, "", pushes, text, more));
    }

    private sealed interface From {
        record Now() implements From {}

        record Start() implements From {}

        record AfterPush(long push) implements From {}
    }

    /// @param from applies if there is no cursor
    private record Asked(Optional<String> cursor, From from, int limit, Duration maxWait) {}

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
        var cursor = parameters.textOrBlank("cursor");
        var from = parameters.textOrBlank("from");
        if (cursor.isPresent() && from.isPresent()) {
            violations.add("from", LedgerMessage.FROM_WITH_CURSOR);
        }
        var start = from(from.orElse("now"), violations);
        violations.throwIfAny();
        return new Asked(cursor, start, limit, Duration.ofSeconds(wait));
    }

    private static From from(String text, Violations violations) {
        if (text.equalsIgnoreCase("start")) {
            return new From.Start();
        }
        var push = Numbers.digits(text);
        if (push.isPresent()) {
            return new From.AfterPush(push.getAsLong());
        }
        if (!text.equalsIgnoreCase("now")) {
            violations.add("from", LedgerMessage.FROM_INVALID, text.isEmpty() ? Term.NOTHING : Excerpt.of(text));
        }
        return new From.Now();
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
