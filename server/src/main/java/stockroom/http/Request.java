package stockroom.http;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;
import stockroom.http.bounds.Admission;
import stockroom.http.bounds.BoundedHeads;
import stockroom.http.bounds.ClientAddress;
import stockroom.http.bounds.NodeShares;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.http.failure.RequestMessage;
import stockroom.http.input.Digest;
import stockroom.http.input.FieldNames;
import stockroom.http.input.Parameters;
import stockroom.http.input.Warnings;
import stockroom.share.Owner;

/// Gives endpoints what a caller has sent. [Admission] tracks what the request holds of the node.
public final class Request {
    public static final String FORM = "application/x-www-form-urlencoded";
    public static final String JSON = "application/json";

    private final org.eclipse.jetty.server.Request request;
    private final String id =
            HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    private final Routes.Match match;
    private final ClientAddress.Client client;
    private final Admission admission;
    private final RequestBody body;
    private final Warnings warnings = new Warnings();
    private Map<String, String> answerHeaders = Map.of();

    record RequestBounds(
            NodeShares shares, Duration requestTimeout, Duration readTimeout, ClientAddress clientAddress) {}

    Request(org.eclipse.jetty.server.Request request, Routes.Match match, RequestBounds bounds) {
        this.request = request;
        this.match = match;
        this.client = bounds.clientAddress().of(request);
        this.admission = new Admission(
                bounds.shares(), client.block(), request.getConnectionMetaData(), bounds.requestTimeout());
        this.body = new RequestBody(request, admission, bounds.readTimeout());
    }

    public String id() {
        return id;
    }

    public Admission admission() {
        return admission;
    }

    public Owner owner() {
        return admission.owner();
    }

    /// Returns the caller's address, not that of a trusted proxy.
    public ClientAddress.Client client() {
        return client;
    }

    public String method() {
        return request.getMethod();
    }

    String host() {
        return request.getHttpURI().getHost();
    }

    public String path() {
        return Objects.requireNonNullElse(request.getHttpURI().getPath(), "");
    }

    Routes.Match match() {
        return match;
    }

    /// Returns null if no route has the path.
    @Nullable
    Route route() {
        return match.route();
    }

    /// Returns the part of the path at `{name}` in the route, as it was sent.
    public String pathValue(String name) {
        return Objects.requireNonNull(match.values().get(name), name);
    }

    public List<String> headers(String name) {
        return request.getHeaders().getValuesList(name);
    }

    /// Returns English unless the caller prefers Chinese.
    public Locale language() {
        return FailureAnswers.language(headers("Accept-Language"));
    }

    /// Refuses a header that is given twice, since it is unclear which value was meant.
    public Optional<String> header(String name) {
        var values = headers(name);
        if (values.size() > 1) {
            throw Failure.badRequest(name, RequestMessage.HEADER_REPEATED, name);
        }
        return values.stream().findFirst();
    }

    void requireFewHeaders() {
        if (request.getHeaders().size() > BoundedHeads.MAX_HEADERS) {
            throw Failure.badRequest(RequestMessage.HEADERS_TOO_MANY, BoundedHeads.MAX_HEADERS);
        }
    }

    boolean takesGzip() {
        return request.getHeaders().contains(HttpHeader.ACCEPT_ENCODING)
                && request.getHeaders().getQualityCSV(HttpHeader.ACCEPT_ENCODING).stream()
                        .anyMatch(encoding -> encoding.equalsIgnoreCase("gzip") || encoding.equals("*"));
    }

    /// Refuses a `Content-Type` of another type, or with a character set other than UTF-8.
    public void requireContentType(String... expected) {
        var given = header("Content-Type").filter(type -> !type.isBlank());
        var types = String.join(", ", expected);
        if (given.isEmpty()) {
            throw Failure.badRequest("Content-Type", RequestMessage.CONTENT_TYPE_MISSING, types);
        }
        var type = ContentType.parse(given.get());
        if (Stream.of(expected).noneMatch(type::is)) {
            throw Failure.badRequest(
                    "Content-Type", RequestMessage.CONTENT_TYPE_INVALID, Excerpt.of(given.get()), types);
        }
        if (!type.isUtf8()) {
            throw Failure.badRequest("Content-Type", RequestMessage.CHARSET_INVALID, Excerpt.of(type.charset()));
        }
    }

    public boolean saysJson() {
        return header("Content-Type")
                .filter(type -> ContentType.parse(type).is(JSON))
                .isPresent();
    }

    public Warnings warnings() {
        return warnings;
    }

    String queryString() {
        return Objects.requireNonNullElse(request.getHttpURI().getQuery(), "");
    }

    public Parameters query() {
        return Parameters.parse(queryString());
    }

    public void warnOfQuery() {
        warnings.addAll(queryString());
    }

    /// Reads parameters, and warns of those not in `names`.
    public RequestParameters parameters(FieldNames names) {
        return new RequestParameters(this, names);
    }

    /// Reads a form or a JSON object, or the query string if there is neither.
    public Parameters formOrJson(FieldNames names) {
        return parameters(names).ofFormOrJson();
    }

    public boolean hasBody() {
        return body.length() > 0 || (body.length() < 0 && body().length > 0);
    }

    public byte[] body() {
        return read(bytes -> bytes);
    }

    public <T> T read(Function<byte[], T> parser) {
        return read(RequestBody.MAX_BYTES, parser);
    }

    <T> T read(int maxBytes, Function<byte[], T> parser) {
        return body.read(maxBytes, isGzip(), parser);
    }

    private boolean isGzip() {
        var encoding = header("Content-Encoding").orElse("identity");
        return switch (encoding.strip().toLowerCase(Locale.ROOT)) {
            case "gzip" -> true;
            case "identity" -> false;
            default ->
                throw Failure.badRequest(
                        "Content-Encoding", RequestMessage.CONTENT_ENCODING_INVALID, Excerpt.of(encoding));
        };
    }

    /// Returns a hash of path, query and body in hex, which identifies a request that is sent again.
    public String hash() {
        var pathQuery = request.getHttpURI().getPathQuery().getBytes(StandardCharsets.UTF_8);
        var bytes = body();
        return admission.process(
                bytes.length, () -> HexFormat.of().formatHex(Digest.of("SHA-256", pathQuery, new byte[1], bytes)));
    }

    public void startWork() {
        admission.startWork();
    }

    public <T> T waiting(Supplier<T> wait) {
        body.drop();
        return admission.waiting(wait);
    }

    void endWork() {
        body.drop();
        admission.endWork();
    }

    /// Adds headers to the response, unless it sets them itself.
    public void answerWith(Map<String, String> headers) {
        answerHeaders = headers;
    }

    Map<String, String> answerHeaders() {
        return answerHeaders;
    }

    boolean bodyMayBreakOff() {
        return body.mayBreakOff();
    }

    void discardRest() {
        body.discardRest();
    }
}
