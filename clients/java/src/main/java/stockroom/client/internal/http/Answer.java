package stockroom.client.internal.http;

import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import stockroom.client.Failure;
import stockroom.client.UnexpectedAnswerException;

/// A successful response.
///
/// @param language that of messages about it
public record Answer(Json body, Locale language) {
    public Json path(String name) {
        return body.path(name);
    }

    /// Returns the field `data`.
    public <T> T data(Class<T> type) {
        try {
            return Records.read(path("data"), type);
        } catch (IllegalArgumentException e) {
            throw notAsExpected(String.valueOf(e.getMessage()));
        }
    }

    /// Returns the items of an array.
    public <T> List<T> items(Json array, Class<T> type) {
        if (!(array.value() instanceof List)) {
            throw notAsExpected(Message.MISSING.in(language, type.getSimpleName()));
        }
        try {
            return array.items().map(item -> Records.read(item, type)).toList();
        } catch (IllegalArgumentException e) {
            throw notAsExpected(String.valueOf(e.getMessage()));
        }
    }

    public String text(String name) {
        var text = path(name).text("");
        if (text.isBlank()) {
            throw notAsExpected(Message.MISSING.in(language, name));
        }
        return text;
    }

    public OptionalLong push() {
        return path("push").value() instanceof Number push ? OptionalLong.of(push.longValue()) : OptionalLong.empty();
    }

    public List<Integer> ids(String name) {
        return Answers.ids(path(name));
    }

    public UnexpectedAnswerException notAsExpected(String why) {
        return new UnexpectedAnswerException(new Failure(200, "", Message.NOT_AS_EXPECTED.in(language, why)));
    }
}
