package stockroom.client.internal.read;

import java.util.List;
import java.util.regex.Pattern;
import stockroom.client.internal.http.Form;
import stockroom.client.model.Push;

/// A cursor (`from` to read after the last push) and the last push after it that was read, or 0: a program may stop
/// within a page and must not get a push twice.
public record FeedPosition(String cursor, long last) {
    public static final FeedPosition START = new FeedPosition("from", -1);

    /// The server's cursors contain no space.
    private static final Pattern WITHIN_A_PAGE = Pattern.compile("(\\S+) (\\d{1,18})");

    public static FeedPosition afterPush(long push) {
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

    public String text() {
        if (last < 0) {
            return cursor + " start";
        }
        return last == 0 && !cursor.equals(START.cursor) ? cursor : cursor + " " + last;
    }
}
