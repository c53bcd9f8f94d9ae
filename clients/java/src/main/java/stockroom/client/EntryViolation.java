package stockroom.client;

import java.util.OptionalInt;

/// One thing that is wrong with an entry.
///
/// @param index of the entry, from 0
/// @param field `pid`, `artNo`, `colour`, `size`, `stock`, `expected`, `delta` or `barCode`; empty if the whole
/// entry is meant
/// @param code the same as the server's
/// @param message what was given, what was expected
/// @param other the earlier entry with the same product, colour and size, if that is what is wrong
public record EntryViolation(int index, String field, String code, String message, OptionalInt other) {
    Violation asViolation() {
        return new Violation("[" + index + "]" + (field.isEmpty() ? "" : "." + field), code, message);
    }
}
