package stockroom.client;

/// What is wrong with one of the entries.
///
/// @param index of the entry, from 0
/// @param field `pid`, `colour`, `size`, `stock` or `barCode`; empty where the whole entry is meant
/// @param code as the server has it
/// @param message what came, what was expected
public record EntryFault(int index, String field, String code, String message) {
    Fault asFault() {
        return new Fault("[" + index + "]" + (field.isEmpty() ? "" : "." + field), code, message);
    }
}
