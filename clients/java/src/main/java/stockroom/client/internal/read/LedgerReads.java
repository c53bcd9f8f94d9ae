package stockroom.client.internal.read;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import stockroom.client.internal.http.Answer;
import stockroom.client.internal.http.Calls;
import stockroom.client.internal.http.Form;
import stockroom.client.internal.http.RequestBody;
import stockroom.client.internal.http.RetryLoop;
import stockroom.client.internal.read.Pages.Page;
import stockroom.client.model.ChangePage;
import stockroom.client.model.Push;

public final class LedgerReads {
    private static final int FOLLOW_LIMIT = 100;
    private static final Duration FOLLOW_WAIT = Duration.ofSeconds(30);
    /// The least time between two calls that find nothing.
    private static final Duration MIN_INTERVAL = Duration.ofSeconds(1);

    private static final int HISTORY_LIMIT = 100;

    private final Calls calls;

    public LedgerReads(Calls calls) {
        this.calls = calls;
    }

    public String now() {
        return calls.call("/Stock/Changes", RequestBody.form("limit", 1)).text("cursor");
    }

    public ChangePage changes(FeedPosition position, int limit, Duration wait) {
        var form = position.form().with("limit", limit).with("wait", wait.toSeconds());
        var answer = calls.call("/Stock/Changes", RequestBody.form(form).withDelay(wait));
        var page = pushes(answer);
        return new ChangePage(
                position.unread(page),
                position.afterPage(answer.text("cursor"), page).text(),
                answer.path("more").isTrue());
    }

    /// Waits for the next pushes. Returns an empty page if none came in time.
    public ChangePage follow(FeedPosition position) {
        long start = System.nanoTime();
        var page = changes(position, FOLLOW_LIMIT, FOLLOW_WAIT);
        if (page.pushes().isEmpty() && !page.more()) {
            var left = MIN_INTERVAL.minusNanos(System.nanoTime() - start);
            if (!left.isNegative()) {
                RetryLoop.sleep(left, calls.language());
            }
        }
        return page;
    }

    /// Reads a page of the history, newest first; the first page has an empty cursor.
    public Page<String, Push> history(
            @Nullable Integer pid,
            @Nullable String color,
            @Nullable Integer size,
            @Nullable String reference,
            String cursor) {
        var form = new Form()
                .with("productid", pid)
                .with("color", color)
                .with("size", size)
                .with("reference", reference)
                .with("cursor", cursor.isEmpty() ? null : cursor)
                .with("limit", HISTORY_LIMIT);
        var answer = calls.call("/Stock/History", RequestBody.form(form));
        var next = answer.path("cursor").text("");
        return new Page<>(pushes(answer), next.isEmpty() ? null : next);
    }

    private static List<Push> pushes(Answer answer) {
        return answer.items(answer.path("data"), Push.class);
    }
}
