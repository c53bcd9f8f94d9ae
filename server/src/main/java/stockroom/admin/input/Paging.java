package stockroom.admin.input;

import stockroom.database.paging.Page;
import stockroom.http.Request;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.http.input.Numbers;
import stockroom.http.input.ValueMessage;

public final class Paging {
    private static final int DEFAULT_LIMIT = 100;
    private static final int MAX_LIMIT = 1_000;

    private Paging() {}

    public static Page.Wanted wanted(Request request) {
        var query = request.query();
        int limit = query.text("limit").map(Paging::limit).orElse(DEFAULT_LIMIT);
        return new Page.Wanted(query.text("after").orElse(""), limit);
    }

    private static int limit(String text) {
        return Numbers.whole(text, 1, MAX_LIMIT)
                .orElseThrow(() -> Failure.badRequest(
                        "limit", ValueMessage.VALUE_NOT_NUMBER, "limit", Excerpt.of(text), 1, MAX_LIMIT));
    }
}
