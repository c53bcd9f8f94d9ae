package stockroom.client;

import java.util.OptionalInt;

/// What is wrong with one of the entries.
///
/// @param index of the entry, from 0
/// @param field `pid`, `colour`, `size`, `stock` or `barCode`; empty where the whole entry is meant
/// @param code as the server has it
/// @param message what came, what was expected
/// @param other the entry before it that has the same product, colour and size, if that is the fault
public record EntryFault(int index, String field, String code, String message, OptionalInt other) {
    Fault asFault() {
        return new Fault("[" + index + "]" + (field.isEmpty() ? "" : "." + field), code, message);
    }
}
