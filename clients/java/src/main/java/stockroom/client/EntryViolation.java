package stockroom.client;

import java.util.OptionalInt;

/// One thing that is wrong with an entry.
///
/// @param index the entry's index, from 0
/// @param field `pid`, `artNo`, `colour`, `size`, `stock`, `expected`, `delta` or `barCode`; empty for the whole
///     entry
/// @param code the same as the server's
/// @param other the earlier entry with the same product, colour and size, if that is what is wrong
public record EntryViolation(int index, String field, String code, String message, OptionalInt other) {
    Violation asViolation() {
        return new Violation("[" + index + "]" + (field.isEmpty() ? "" : "." + field), code, message);
    }
}
