package stockroom.catalog.ledger;

import java.util.Optional;
import stockroom.http.Request;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.http.failure.Violations;
import stockroom.http.input.Parameters;
import stockroom.http.input.Texts;

/// A caller's name for a write, such as an order number. `Idempotency-Key` ignores it, and blank means none.
public final class Reference {
    private static final String HEADER = "Reference";
    private static final int MAX_LENGTH = 64;

    private Reference() {}

    public static Optional<String> of(Request request) {
        return request.header(HEADER)
                .map(text -> decoded(text)
                        .flatMap(decoded -> Texts.fitting(decoded, MAX_LENGTH))
                        .orElseThrow(() -> Failure.badRequest(
                                HEADER, LedgerMessage.REFERENCE_INVALID, Excerpt.of(text), MAX_LENGTH)))
                .filter(reference -> !reference.isEmpty());
    }

    private static Optional<String> decoded(String header) {
        if (!header.chars().allMatch(c -> c >= ' ' && c <= '~')) {
            return Optional.empty();
        }
        try {
            return Optional.of(Parameters.percentDecoded(header));
        } catch (Failure.BadRequest e) {
            return Optional.empty();
        }
    }

    public static Optional<String> filter(Parameters parameters, Violations violations) {
        return parameters.text("reference").flatMap(text -> {
            var reference = Texts.fitting(text, MAX_LENGTH);
            if (reference.isEmpty()) {
                violations.add("reference", LedgerMessage.REFERENCE_FILTER_INVALID, Excerpt.of(text), MAX_LENGTH);
            }
            return reference;
        });
    }
}
