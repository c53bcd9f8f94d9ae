package stockroom.client.internal.http;

import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import stockroom.client.Failure;
import stockroom.client.UnexpectedAnswerException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// A successful response.
///
/// @param language that of messages about it
public record Answer(JsonNode body, Locale language) {
    public JsonNode path(String name) {
        return body.path(name);
    }

    /// Returns the field `data`.
    public <T> T data(Class<T> type) {
        return as(path("data"), type);
    }

    public <T> T as(JsonNode node, Class<T> type) {
        if (node.isMissingNode() || node.isNull()) {
            throw notAsExpected(Message.MISSING.in(language, type.getSimpleName()));
        }
        try {
            return Answers.JSON.treeToValue(node, type);
        } catch (JacksonException e) {
            throw notAsExpected(String.valueOf(e.getOriginalMessage()));
        }
    }

    public String text(String name) {
        var text = path(name);
        if (!text.isString() || text.asString().isBlank()) {
            throw notAsExpected(Message.MISSING.in(language, name));
        }
        return text.asString();
    }

    public OptionalLong push() {
        var push = path("push");
        return push.canConvertToLong() ? OptionalLong.of(push.asLong()) : OptionalLong.empty();
    }

    public List<Integer> ids(String name) {
        return Answers.ids(path(name));
    }

    public UnexpectedAnswerException notAsExpected(String why) {
        return new UnexpectedAnswerException(new Failure(200, "", Message.NOT_AS_EXPECTED.in(language, why)));
    }
}
