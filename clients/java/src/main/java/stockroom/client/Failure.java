package stockroom.client;

import java.io.Serializable;
import java.util.List;

/// What is known of a call that failed.
///
/// @param status 0 without an answer
record Failure(int status, String code, String message, String requestId, List<Fault> faults) implements Serializable {
    private static final int SHOWN_FAULTS = 3;

    Failure {
        faults = List.copyOf(faults);
    }

    static Failure local(String message) {
        return new Failure(0, "", message, "", List.of());
    }

    static Failure local(List<Fault> faults) {
        return new Failure(0, faults.get(0).code(), faults.get(0).message(), "", faults);
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
        for (int i = 0; i < Math.min(faults.size(), SHOWN_FAULTS); i++) {
            var fault = faults.get(i);
            text.append("\n  ").append(fault.at()).append(' ').append(fault.code());
            text.append(": ").append(fault.message());
        }
        if (faults.size() > SHOWN_FAULTS) {
            text.append("\n  and %d more, see faults()".formatted(faults.size() - SHOWN_FAULTS));
        }
        return text.toString();
    }
}
