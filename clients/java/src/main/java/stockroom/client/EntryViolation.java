package stockroom.client;

import java.util.Locale;
import java.util.OptionalInt;
import stockroom.client.internal.http.Message;

/// One thing that is wrong with an entry.
///
/// @param index the entry's index, from 0
/// @param field `pid`, `artNo`, `color`, `size`, `stock`, `expected`, `delta` or `barCode`; empty for the whole
///     entry
/// @param code the same as the server's
/// @param other the earlier entry with the same product, colour and size, if that is what is wrong
public record EntryViolation(int index, String field, String code, String message, OptionalInt other) {
    Violation asViolation(Locale language) {
        var at = "[" + index + "]" + (field.isEmpty() ? "" : "." + field);
        return new Violation(at, code, Message.AT.in(language, at, message));
    }
}
