package stockroom.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HttpMediaType;
import io.helidon.http.RequestException;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A request as endpoints see it. The body is read when it is asked for, and never beyond [#MOST_BODY_BYTES].
public final class Request {
    static final int MOST_BODY_BYTES = 4 << 20;
    /// Of a body that comes in chunks and does not say how long it is.
    private static final int LIKELY_BODY_BYTES = 64 << 10;

    private static final List<Locale> LANGUAGES = List.of(Locale.ENGLISH, Locale.CHINESE);

    private final ServerRequest request;
    private final String id;
    private final String clientAddress;
    private final Map<String, String> pathValues;
    private final BodyMemory bodies;
    private byte @Nullable [] body;
    private int bodyMemory;
    private boolean broken;
    private String caller = "";
    private long deadline;

    Request(
            ServerRequest request,
            String id,
            String clientAddress,
            Map<String, String> pathValues,
            BodyMemory bodies,
            Duration timeout) {
        this.request = request;
        this.id = id;
        this.clientAddress = clientAddress;
        this.pathValues = pathValues;
        this.bodies = bodies;
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
        return request.path().rawPath();
    }

    /// What stands in the path where the route has `{name}`, as it came.
    public String pathValue(String name) {
        return Objects.requireNonNull(pathValues.get(name), name);
    }

    public String method() {
        return request.prologue().method().text();
    }

    /// All values of a header, as they came.
    public List<String> headers(String name) {
        HeaderName headerName = HeaderNames.create(name);
        return request.headers().contains(headerName)
                ? request.headers().get(headerName).allValues()
                : List.of();
    }

    /// The only value of a header; given twice, nobody knows which was meant.
    public Optional<String> header(String name) {
        var values = headers(name);
        if (values.size() > 1) {
            throw new Failure.BadRequest(Fault.at(name, Message.HEADER_REPEATED, name));
        }
        return values.stream().findFirst();
    }

    /// English, unless the caller prefers Chinese.
    Locale language() {
        var wishes = headers("Accept-Language");
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
        return Parameters.parse(request.query().rawValue());
    }

    /// Parameters of a form body, else of the query string.
    public Parameters form() {
        return Parameters.parse(Parameters.utf8(ByteBuffer.wrap(body()))).orElse(query());
    }

    public boolean hasBody() {
        return request.content().hasEntity();
    }

    /// Refuses a `Content-Type` other than this one, parameters aside, or with a character set other than UTF-8.
    public void requireContentType(String expected) {
        var given = header("Content-Type");
        if (given.isEmpty() || !isOfType(given.get(), expected)) {
            throw new Failure.BadRequest(Fault.at(
                    "Content-Type",
                    Message.CONTENT_TYPE_INVALID,
                    given.map(Shown::of).orElse("-"),
                    expected));
        }
    }

    private static boolean isOfType(String given, String expected) {
        try {
            var type = HttpMediaType.create(given);
            return type.text().split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals(expected)
                    && type.charset()
                            .map(name -> name.replaceAll("[\"' ]", "").equalsIgnoreCase(StandardCharsets.UTF_8.name()))
                            .orElse(true);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    public byte[] body() {
        if (body == null) {
            long begun = System.nanoTime();
            body = hasBody() ? read() : new byte[0];
            deadline += System.nanoTime() - begun;
        }
        return body;
    }

    private byte[] read() {
        var announced = request.headers().contentLength();
        if (announced.orElse(0) > MOST_BODY_BYTES) {
            throw new Failure.TooLarge();
        }
        int likely = (int) announced.orElse(LIKELY_BODY_BYTES);
        bodyMemory = bodies.take(likely);
        var stream = request.content().inputStream();
        var bytes = readUpTo(likely, stream);
        if (announced.isPresent() || bytes.length < likely) {
            return bytes;
        }
        bodyMemory += bodies.take(MOST_BODY_BYTES - likely);
        var more = readUpTo(MOST_BODY_BYTES - likely + 1, stream);
        if (likely + more.length > MOST_BODY_BYTES) {
            throw new Failure.TooLarge();
        }
        return ByteBuffer.allocate(likely + more.length).put(bytes).put(more).array();
    }

    private byte[] readUpTo(int most, InputStream stream) {
        try {
            // not closed: that would wait for the rest of a body we may be about to refuse
            return stream.readNBytes(most);
        } catch (RuntimeException | IOException e) {
            // Helidon throws all kinds of exceptions here
            broken = true;
            if (e instanceof RequestException refused
                    && refused.status().code() == Status.REQUEST_ENTITY_TOO_LARGE_413.code()) {
                throw new Failure.TooLarge();
            }
            throw new Failure.BadRequest(Fault.of(Message.BODY_BROKEN));
        }
    }

    /// Once the request is answered.
    void forgetBody() {
        body = null;
        bodies.giveBack(bodyMemory);
        bodyMemory = 0;
    }

    /// Whether nobody can tell any more where this request ends and the next one begins.
    boolean broken() {
        return broken;
    }
}
