package stockroom.client;

import java.io.Serializable;
import java.util.List;

/// The details of a failed call.
///
/// @param status the HTTP status; 0 without a response
/// @param code for programs; empty if the response has none
/// @param requestId empty if no response of Stockroom came
/// @param violations everything that is wrong with the request, each with its place
/// @param products the ids of the refused products, if the response names them
public record Failure(
        int status, String code, String message, String requestId, List<Violation> violations, List<Integer> products)
        implements Serializable {
    private static final int MAX_SHOWN = 3;

    public Failure(int status, String code, String message) {
        this(status, code, message, "", List.of(), List.of());
    }

    public Failure {
        violations = List.copyOf(violations);
        products = List.copyOf(products);
    }

    /// Returns the text of an exception. The server's message begins with that of the first violation; if there are
    /// several, they stand in place of it.
    String text() {
        boolean isFirstSaid =
                !violations.isEmpty() && message.startsWith(violations.get(0).message());
        boolean isListed = violations.size() > (isFirstSaid ? 1 : 0);
        var text = new StringBuilder((status > 0 ? "HTTP " + status + " " : "") + code);
        if (!isFirstSaid || !isListed) {
            text.append(code.isEmpty() ? "" : ": ").append(message);
        }
        if (!requestId.isEmpty()) {
            text.append(" (requestId ").append(requestId).append(')');
        }
        int shown = isListed ? Math.min(violations.size(), MAX_SHOWN) : 0;
        violations.subList(0, shown).forEach(violation -> text.append("\n  ").append(violation.message()));
        if (isListed && violations.size() > MAX_SHOWN) {
            text.append("\n  … +").append(violations.size() - MAX_SHOWN);
        }
        return text.toString();
    }
}
