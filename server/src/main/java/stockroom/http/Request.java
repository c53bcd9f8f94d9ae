package stockroom.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.eclipse.jetty.http.HttpField;
import org.jspecify.annotations.Nullable;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.http.failure.RequestMessage;
import stockroom.http.failure.Violation;
import stockroom.http.input.Parameters;

/// A request as endpoints see it. The body is read when it is asked for, within its bounds.
public final class Request {
    private static final int MAX_FORM_BYTES = 64 << 10;
    private static final List<Locale> LANGUAGES = List.of(Locale.ENGLISH, Locale.CHINESE);

    private final org.eclipse.jetty.server.Request request;
    private final String id =
            HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    private final String clientAddress;
    private final Map<String, String> pathValues;
    private final RequestBody content;
    private byte @Nullable [] body;
    private String caller = "";
    private long deadline;

    Request(
            org.eclipse.jetty.server.Request request,
            String clientAddress,
            Map<String, String> pathValues,
            RequestBody content,
            Duration timeout) {
        this.request = request;
        this.clientAddress = clientAddress;
        this.pathValues = pathValues;
        this.content = content;
        this.deadline = System.nanoTime() + timeout.toNanos();
    }

    /// How long an answer may still take, in nanoseconds. Waiting for the rest of the body does not count.
    public long nanosLeft() {
        return deadline - System.nanoTime();
    }

    public String id() {
        return id;
    }

    /// Notes who calls, for the log, as soon as that is proven.
    public void calledBy(String whom) {
        caller = whom;
    }

    String caller() {
        return caller;
    }

    /// The address of the caller, not of a trusted proxy in between.
    public String clientAddress() {
        return clientAddress;
    }

    public String path() {
        return Objects.requireNonNullElse(request.getHttpURI().getPath(), "");
    }

    /// What stands in the path where the route has `{name}`, as it came.
    public String pathValue(String name) {
        return Objects.requireNonNull(pathValues.get(name), name);
    }

    public String method() {
        return request.getMethod();
    }

    /// All values of a header, as they came.
    public List<String> headers(String name) {
        return request.getHeaders().getValuesList(name);
    }

    /// The only value of a header; given twice, it is unclear which was meant.
    public Optional<String> header(String name) {
        var values = headers(name);
        if (values.size() > 1) {
            throw new Failure.BadRequest(Violation.at(name, RequestMessage.HEADER_REPEATED, name));
        }
        return values.stream().findFirst();
    }

    /// English, unless the caller prefers Chinese.
    Locale language() {
        return language(headers("Accept-Language"));
    }

    static Locale language(List<String> wishes) {
        if (wishes.isEmpty()) {
            return Locale.ENGLISH;
        }
        try {
            var wanted = Locale.LanguageRange.parse(String.join(",", wishes));
            return Optional.ofNullable(Locale.lookup(wanted, LANGUAGES)).orElse(Locale.ENGLISH);
        } catch (IllegalArgumentException e) {
            return Locale.ENGLISH;
        }
    }

    /// Parameters of the query string alone.
    public Parameters query() {
        return Parameters.parse(Objects.requireNonNullElse(request.getHttpURI().getQuery(), ""));
    }

    /// Parameters of a form body, else of the query string.
    public Parameters form() {
        return Parameters.parse(Parameters.utf8(ByteBuffer.wrap(body(MAX_FORM_BYTES))))
                .orElse(query());
    }

    public boolean hasBody() {
        return content.length() > 0 || (content.length() < 0 && body().length > 0);
    }

    /// Refuses a `Content-Type` other than this one, parameters aside, or with a character set other than UTF-8.
    public void requireContentType(String expected) {
        var given = header("Content-Type");
        if (given.isEmpty() || !isOfType(given.get(), expected)) {
            throw new Failure.BadRequest(Violation.at(
                    "Content-Type",
                    RequestMessage.CONTENT_TYPE_INVALID,
                    given.map(Excerpt::of).orElse("-"),
                    expected));
        }
    }

    static boolean isOfType(String given, String expected) {
        var parameters = new HashMap<String, String>();
        try {
            // null where there is nothing
            var type = HttpField.getValueParameters(given, parameters);
            return type != null
                    && type.strip().equalsIgnoreCase(expected)
                    && StandardCharsets.UTF_8.name().equalsIgnoreCase(parameters.getOrDefault("charset", "utf-8"));
        } catch (IllegalArgumentException e) {
            // a quotation without an end
            return false;
        }
    }

    public byte[] body() {
        return body(RequestBody.MAX_BYTES);
    }

    private byte[] body(int maxBytes) {
        if (body == null) {
            boolean gzip = isGzip();
            long begun = System.nanoTime();
            body = gzip ? content.inflate(maxBytes) : content.read(maxBytes);
            deadline += System.nanoTime() - begun;
        }
        if (body.length > maxBytes) {
            throw new Failure.TooLarge(maxBytes);
        }
        return body;
    }

    private boolean isGzip() {
        var encoding = header("Content-Encoding").orElse("identity");
        return switch (encoding.strip().toLowerCase(Locale.ROOT)) {
            case "gzip" -> true;
            case "identity" -> false;
            default ->
                throw new Failure.BadRequest(Violation.at(
                        "Content-Encoding", RequestMessage.CONTENT_ENCODING_INVALID, Excerpt.of(encoding)));
        };
    }

    /// Once the endpoint is done with it.
    void forgetBody() {
        body = null;
        content.giveBackMemory();
    }

    /// Once the request is answered.
    void discardRest() {
        content.discardRest();
    }
}
