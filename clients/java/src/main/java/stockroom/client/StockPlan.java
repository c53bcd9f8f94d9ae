package stockroom.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import stockroom.client.internal.create.EntryCheck;
import stockroom.client.internal.create.RequestPlan;
import stockroom.client.internal.http.Message;
import stockroom.client.model.StockEntry;

/// Packs any number of entries into the fewest requests. Colours in which something is sold out go first, the colours
/// of a product stay together, and consecutive sizes become ranges. The same entries in the same order always make
/// the same plan, so that an interrupted run can continue ([CreateOptions#startingAt]).
public final class StockPlan {
    private final RequestPlan plan;

    private StockPlan(RequestPlan plan) {
        this.plan = plan;
    }

    /// Returns everything that is wrong with the entries, including a product, colour and size that occurs twice.
    public static List<EntryViolation> check(List<StockEntry> entries, Locale language) {
        return EntryCheck.of(entries, language);
    }

    /// Plans the requests. Throws [BadRequestException] with all violations if there are any.
    public static StockPlan of(Iterable<StockEntry> entries) {
        return of(entries, Locale.ENGLISH);
    }

    /// Plans the requests.
    ///
    /// @param language that of messages
    public static StockPlan of(Iterable<StockEntry> entries, Locale language) {
        List<StockEntry> all = new ArrayList<>();
        entries.forEach(all::add);
        var violations = check(all, language).stream()
                .map(violation -> violation.asViolation(language))
                .toList();
        if (!violations.isEmpty()) {
            var message = Message.NOT_SENT.in(language, violations.size());
            throw new BadRequestException(new Failure(0, violations.get(0).code(), message, "", violations, List.of()));
        }
        return new StockPlan(RequestPlan.of(all));
    }

    /// Returns the entries in the order given.
    public List<StockEntry> entries() {
        return plan.entries();
    }

    /// Returns the number of requests.
    public int requests() {
        return plan.requests().size();
    }

    RequestPlan plan() {
        return plan;
    }
}
