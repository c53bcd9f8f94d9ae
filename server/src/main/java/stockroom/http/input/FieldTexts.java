package stockroom.http.input;

import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import stockroom.http.failure.Failure;
import stockroom.http.failure.Message;
import stockroom.http.failure.Violations;
import tools.jackson.core.JsonToken;

/// Holds the texts and numbers of one object as they were written. Null counts as not given.
public final class FieldTexts {
    private final FieldNames names;
    private final Place place;
    private final Violations violations;
    private final @Nullable String[] texts;
    /// Has a bit for each field that is neither a text nor a number.
    private long refused;

    public FieldTexts(FieldNames names, Place place, Violations violations) {
        this.names = names;
        this.place = place;
        this.violations = violations;
        this.texts = new String[names.size()];
    }

    public static FieldTexts of(byte[] body, FieldNames names, Warnings warnings) {
        var violations = new Violations();
        var texts = JsonReader.read(body, violations, warnings, reader -> {
            if (reader.token() != JsonToken.START_OBJECT) {
                throw Failure.badRequest(InputMessage.BODY_NOT_OBJECT, reader.kind());
            }
            var fields = new FieldTexts(names, Place.BODY, violations);
            reader.fields(names, Place.BODY, (name, at) -> fields.read(name, at, reader));
            return fields;
        });
        violations.throwIfAny();
        return texts;
    }

    public void read(String name, Place at, JsonReader reader) {
        int index = names.find(name);
        int before = violations.count();
        texts[index] = reader.scalar(at);
        if (violations.count() > before) {
            refused |= 1L << index;
        }
    }

    public Optional<String> text(String name) {
        return Optional.ofNullable(texts[names.find(name)]);
    }

    /// Returns true for an invalid value too.
    public boolean has(String name) {
        return text(name).filter(text -> !text.isBlank()).isPresent();
    }

    public <T> Optional<T> required(String name, Function<String, T> parse) {
        return required(name, parse, InputMessage.FIELD_MISSING);
    }

    /// `missing` also says what could be given instead.
    public <T> Optional<T> required(String name, Function<String, T> parse, Message missing) {
        int index = names.find(name);
        var text = texts[index];
        // an object in place of a text is already a violation
        if ((text == null || text.isBlank()) && (refused & (1L << index)) == 0) {
            violations.add(place.field(name), missing, place.field(name));
        }
        return parsed(index, parse);
    }

    /// `parse` refuses a value with a [Failure.BadRequest] that needs no place.
    public <T> Optional<T> optional(String name, Function<String, T> parse) {
        return parsed(names.find(name), parse);
    }

    private <T> Optional<T> parsed(int index, Function<String, T> parse) {
        var text = texts[index];
        if (text == null || text.isBlank()) {
            return Optional.empty();
        }
        try {
            return Optional.of(parse.apply(text));
        } catch (Failure.BadRequest e) {
            violations.add(place.field(names.name(index)), e);
            return Optional.empty();
        }
    }

    public void finish() {
        violations.throwIfAny();
    }
}
