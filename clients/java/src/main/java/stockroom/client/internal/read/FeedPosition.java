package stockroom.client.internal.read;

import java.util.List;
import java.util.regex.Pattern;
import stockroom.client.internal.http.Form;
import stockroom.client.model.Push;

/// The server's cursor stands for a whole page; a program may stop within one and must not get a push twice.
///
/// @param cursor the server's cursor; `from` if there is none yet and reading begins after the last push
/// @param last the number of the last push behind the cursor that was read already; 0 if there is none
public record FeedPosition(String cursor, long last) {
    /// Reads everything that is still stored.
    public static final FeedPosition START = new FeedPosition("from", -1);

    /// The server's cursors contain no space.
    private static final Pattern WITHIN_A_PAGE = Pattern.compile("(\\S+) (\\d{1,18})");

    public FeedPosition {
        if (cursor.isBlank()) {
            throw new IllegalArgumentException("cursor: nothing (expected: one that was answered, or null for now)");
        }
    }

    public static FeedPosition afterPush(long push) {
        if (push < 0) {
            throw new IllegalArgumentException("push: %d (expected: the number of a push, or 0)".formatted(push));
        }
        return new FeedPosition(START.cursor, push);
    }

    public static FeedPosition of(String text) {
        if (text.equals(START.text())) {
            return START;
        }
        var parts = WITHIN_A_PAGE.matcher(text);
        return parts.matches()
                ? new FeedPosition(parts.group(1), Long.parseLong(parts.group(2)))
                : new FeedPosition(text, 0);
    }

    public FeedPosition after(Push push) {
        return new FeedPosition(cursor, push.push());
    }

    FeedPosition afterPage(String next, List<Push> page) {
        boolean passed = page.isEmpty() || page.get(page.size() - 1).push() >= last;
        return new FeedPosition(next, passed ? 0 : last);
    }

    Form form() {
        return cursor.equals(START.cursor)
                ? new Form().with("from", equals(START) ? "start" : last)
                : new Form().with("cursor", cursor);
    }

    List<Push> unread(List<Push> page) {
        return page.stream().filter(push -> push.push() > last).toList();
    }

    /// Returns the text that [#of] reads.
    public String text() {
        if (last < 0) {
            return cursor + " start";
        }
        return last == 0 && !cursor.equals(START.cursor) ? cursor : cursor + " " + last;
    }
}
