package stockroom.http;

import java.nio.ByteBuffer;
import java.util.Optional;
import stockroom.http.failure.Failure;
import stockroom.http.input.Encoding;
import stockroom.http.input.FieldNames;
import stockroom.http.input.Parameters;

/// Reads parameters from the body, or else from the query string. The request's warnings name the unknown ones.
public final class RequestParameters {
    private static final int MAX_FORM_BYTES = 64 << 10;

    private final Request request;
    private final FieldNames names;

    RequestParameters(Request request, FieldNames names) {
        this.request = request;
        this.names = names;
    }

    public Parameters ofQuery() {
        return Parameters.ofQuery(request.queryString(), names, request.warnings());
    }

    /// Ignores the content type.
    public Parameters ofForm() {
        return request.read(MAX_FORM_BYTES, this::form).orElse(ofQuery());
    }

    private Parameters form(byte[] body) {
        Encoding.requireUtf8(body);
        return Parameters.ofForm(Parameters.utf8(ByteBuffer.wrap(body)), names, request.warnings());
    }

    public Parameters ofFormOrJson() {
        if (!request.hasBody()) {
            return ofQuery();
        }
        request.requireContentType(Request.FORM, Request.JSON);
        return request.saysJson()
                ? request.read(MAX_FORM_BYTES, body -> Parameters.ofJson(body, names, request.warnings()))
                        .orElse(ofQuery())
                : ofForm();
    }

    /// Refuses JSON, and shows the form to send instead.
    public Parameters ofFormAlone() {
        try {
            request.requireContentType(Request.FORM);
        } catch (Failure.BadRequest otherType) {
            throw request.saysJson() ? refusalOfJson().orElse(otherType) : otherType;
        }
        // if there is a query string, the body may be one that no call reads
        boolean isAlone = request.queryString().isEmpty();
        return request.read(MAX_FORM_BYTES, body -> {
                    if (isAlone && Encoding.looksLikeJson(body)) {
                        Parameters.refusalOfJson(body, names).ifPresent(refusal -> {
                            throw refusal;
                        });
                    }
                    return form(body);
                })
                .orElse(ofQuery());
    }

    /// Returns nothing if there is no room for the body, since the content type is reason enough to refuse it.
    private Optional<Failure.BadRequest> refusalOfJson() {
        try {
            return request.read(MAX_FORM_BYTES, body -> Parameters.refusalOfJson(body, names));
        } catch (Failure.Refused | Failure.Limited e) {
            return Optional.empty();
        }
    }
}
