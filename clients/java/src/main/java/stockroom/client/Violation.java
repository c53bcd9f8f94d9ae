package stockroom.client;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/// One thing that is wrong with a request.
///
/// @param at the place, such as `[17].param[2].size` or `[17].stock`; empty for the whole request
/// @param code for programs; never changes
/// @param stock the present quantity if it is the reason; null if there is no entry
public record Violation(
        String at, String code, String message, @Nullable Integer stock) implements Serializable {
    public Violation(String at, String code, String message) {
        this(at, code, message, null);
    }
}
