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

    public Failure {
        violations = List.copyOf(violations);
        products = List.copyOf(products);
    }

    String text() {
        var text = new StringBuilder();
        if (status > 0) {
            text.append("HTTP ").append(status).append(' ');
        }
        if (!code.isEmpty()) {
            text.append(code).append(": ");
        }
        text.append(message);
        if (!requestId.isEmpty()) {
            text.append(" (request ").append(requestId).append(')');
        }
        violations.stream()
                .limit(MAX_SHOWN)
                .forEach(violation -> text.append("\n  ")
                        .append(violation.at())
                        .append(' ')
                        .append(violation.code())
                        .append(": ")
                        .append(violation.message()));
        if (violations.size() > MAX_SHOWN) {
            text.append("\n  and %d more, see violations()".formatted(violations.size() - MAX_SHOWN));
        }
        return text.toString();
    }
}
