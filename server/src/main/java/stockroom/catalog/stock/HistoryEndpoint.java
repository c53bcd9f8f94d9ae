package stockroom.catalog.stock;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import stockroom.auth.Caller;
import stockroom.auth.MerchantEndpoint;
import stockroom.catalog.CatalogMessage;
import stockroom.catalog.ledger.Cursor;
import stockroom.catalog.ledger.HistoryStore;
import stockroom.catalog.ledger.HistoryStore.Filter;
import stockroom.catalog.ledger.LedgerMessage;
import stockroom.catalog.ledger.LedgerStore;
import stockroom.catalog.ledger.Push;
import stockroom.catalog.ledger.Reference;
import stockroom.database.Database;
import stockroom.http.Answer;
import stockroom.http.Request;
import stockroom.http.failure.Failure;
import stockroom.http.failure.Violations;
import stockroom.http.input.FieldNames;
import stockroom.http.input.Numbers;
import stockroom.http.input.Parameters;

/// POST /Stock/History
public final class HistoryEndpoint implements MerchantEndpoint {
    private static final FieldNames FIELDS =
            FieldNames.inAnyCase("productid", "reference", "color", "size", "cursor", "limit");
    private static final int DEFAULT_LIMIT = 20;
    private static final int MAX_LIMIT = 100;
    private static final int NO_PRODUCT = 0;

    private final HistoryStore histories;
    private final LedgerStore ledger;
    private final StockStore stock;

    public HistoryEndpoint(Database database) {
        this.histories = new HistoryStore(database);
        this.ledger = new LedgerStore(database);
        this.stock = new StockStore(database);
    }

    record StockHistory(
            boolean success,
            String msg,
            List<Push> data,
            @Nullable String cursor) {}

    @Override
    public Answer answer(Caller caller, Request request) {
        var asked = parse(request.formOrJson(FIELDS));
        request.startWork();
        var scope =
                new Cursor.Scope(caller.merchant(), "history " + asked.product.orElse(NO_PRODUCT) + " " + asked.filter);
        var now = ledger.state(caller.merchant());
        // Starting at a fixed push keeps new ones from shifting the page.
        var before = asked.cursor
                .map(text -> Cursor.of(text, scope))
                .orElseGet(() -> new Cursor(now.epoch(), now.last() + 1, Cursor.LATEST));
        if (before.epoch() != now.epoch()) {
            return Answer.refused(LedgerMessage.CURSOR_BEFORE_RESTORE);
        }
        if (asked.cursor.isPresent() && before.push() > now.last()) {
            throw Cursor.invalid(asked.cursor.get());
        }
        var found = asked.product
                .map(product -> histories.history(caller.merchant(), product, asked.filter, before, asked.limit))
                .orElseGet(() -> histories.history(
                        caller.merchant(), Objects.requireNonNull(asked.filter.reference()), before, asked.limit));
        if (found.pushes().isEmpty()
                && asked.product.filter(product -> !isKnown(caller, product)).isPresent()) {
            return Answer.refused(CatalogMessage.PRODUCT_UNKNOWN);
        }
        var next = found.next().map(cursor -> cursor.text(scope)).orElse(null);
        return Answer.success(new StockHistory(true, "", found.pushes(), next));
    }

    private boolean isKnown(Caller caller, int product) {
        return stock.hasProduct(caller.merchant(), product) || ledger.hasHistory(caller.merchant(), product);
    }

    /// @param product empty if only a reference is searched for
    private record Asked(Optional<Integer> product, Filter filter, Optional<String> cursor, int limit) {}

    private static Asked parse(Parameters parameters) {
        var product = product(parameters);
        var violations = new Violations();
        var reference = Reference.filter(parameters, violations);
        int limit = ChangesEndpoint.limit(parameters, violations, DEFAULT_LIMIT, MAX_LIMIT);
        var colour = parameters.text("color").map(text -> {
            try {
                return StockOrderReader.colour(text);
            } catch (Failure.BadRequest e) {
                violations.add("color", e);
                return text;
            }
        });
        var size = parameters.text("size").map(text -> {
            var range = SizeRange.parseSingle(text);
            if (range.isEmpty()) {
                violations.add("size", CatalogMessage.SIZE_INVALID, Numbers.excerpt(text));
            }
            return range.orElse(1);
        });
        violations.throwIfAny();
        var filter = new Filter(reference.orElse(null), colour.orElse(null), size.orElse(null));
        return new Asked(product, filter, parameters.textOrBlank("cursor"), limit);
    }

    private static Optional<Integer> product(Parameters parameters) {
        if (Stream.of("productid", "color", "size")
                .anyMatch(name -> parameters.text(name).isPresent())) {
            return Optional.of(parameters.requiredId("productid"));
        }
        if (parameters.text("reference").isEmpty()) {
            throw Failure.badRequest("productid", LedgerMessage.PRODUCT_AND_REFERENCE_MISSING);
        }
        return Optional.empty();
    }
}
