package stockroom.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;
import stockroom.http.bounds.AddressBlock;
import stockroom.http.bounds.BoundedHeads;
import stockroom.http.bounds.ClientAddress;
import stockroom.http.bounds.NodeShares;
import stockroom.http.bounds.UnsentAnswers;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.http.failure.RequestMessage;
import stockroom.http.failure.Violation;
import stockroom.http.input.Encoding;
import stockroom.http.input.FieldNames;
import stockroom.http.input.Parameters;
import stockroom.share.Owner;

/// A request as endpoints see it. The body is read when it is asked for, within its bounds.
public final class Request {
    public static final String FORM = "application/x-www-form-urlencoded";
    public static final String JSON = "application/json";
    private static final int MAX_FORM_BYTES = 64 << 10;
    /// Up to which a body takes too little of a processor to wait for its turn.
    private static final int SHORT_BYTES = 16 << 10;
    private static final int MAX_LANGUAGES_LENGTH = 200;
    private static final List<Locale> LANGUAGES = List.of(Locale.ENGLISH, Locale.CHINESE);

    private final org.eclipse.jetty.server.Request request;
    private final String id =
            HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    private final ClientAddress.Client client;
    private final Owner address;
    private final Map<String, String> pathValues;
    private final RequestBody content;
    private byte @Nullable [] body;
    private final NodeShares shares;
    private Owner owner;
    private boolean unproven;
    private final AtomicBoolean proving = new AtomicBoolean();
    private boolean atWork;
    private UnsentAnswers.@Nullable Unsent unsent;
    private boolean failing;
    private String operator = "";
    private long deadline;
    private Map<String, String> answerHeaders = Map.of();

    Request(org.eclipse.jetty.server.Request request, Map<String, String> pathValues, Dispatcher.Bounds bounds) {
        this.request = request;
        this.client = bounds.clientAddress().of(request);
        this.address = Owner.at(client.block().bits());
        this.owner = address;
        this.pathValues = pathValues;
        this.shares = bounds.shares();
        this.content = new RequestBody(request, owner, shares, bounds.readTimeout());
        this.deadline = System.nanoTime() + bounds.requestTimeout().toNanos();
    }

    /// How long an answer may still take, in nanoseconds. Waiting for the rest of the body does not count.
    public long nanosLeft() {
        return deadline - System.nanoTime();
    }

    public String id() {
        return id;
    }

    /// Counts it for its address until it is proven who calls, or it is answered, and waits for its turn.
    void startUnproven() {
        unproven = shares.unproven().add(address);
        if (!unproven) {
            throw NodeShares.tooManyAtOnce();
        }
        startProving();
    }

    private void startProving() {
        shares.takeProving(address, nanosLeft());
        proving.set(true);
    }

    /// Once it is proven who calls, or nothing is left to do but to wait until the answer is read.
    void endProving() {
        if (proving.getAndSet(false)) {
            shares.proving().giveBack(address, 1);
        }
    }

    /// Asks the database who calls: meanwhile the turn is another's.
    public <T> T askWhoCalls(Supplier<T> question) {
        endProving();
        var answer = question.get();
        startProving();
        return answer;
    }

    void requireFewHeaders() {
        if (request.getHeaders().size() > BoundedHeads.MAX_HEADERS) {
            throw new Failure.BadRequest(Violation.of(RequestMessage.HEADERS_TOO_MANY, BoundedHeads.MAX_HEADERS));
        }
    }

    private void endUnproven() {
        if (unproven) {
            shares.unproven().remove(address);
            unproven = false;
        }
    }

    /// Notes who calls, as soon as that is proven, and more exactly when more is: what the request takes of the node
    /// counts against the caller.
    public void calledBy(Owner owner) {
        this.owner = owner;
        content.countFor(owner);
        endProving();
        endUnproven();
    }

    /// The same for an operator.
    ///
    /// @param name of the key
    public void calledByOperator(String name) {
        calledBy(Owner.OPERATORS);
        operator = name;
    }

    /// Whether it is proven who calls.
    public boolean isProven() {
        return owner.isProven();
    }

    /// Whose merchant's account calls; 0 as long as that is not known.
    public long merchant() {
        return owner.merchant();
    }

    /// Whom it counts for: the caller, or its address until it is proven who that is.
    public Owner owner() {
        return owner;
    }

    /// Empty, unless one calls.
    String operator() {
        return operator;
    }

    /// The address of the caller, not of a trusted proxy in between.
    public String clientAddress() {
        return client.text();
    }

    /// What its address counts for.
    public AddressBlock addressBlock() {
        return client.block();
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
        var wish = String.join(",", wishes);
        // looking up a long one would take seconds
        if (wish.isEmpty() || wish.length() > MAX_LANGUAGES_LENGTH) {
            return Locale.ENGLISH;
        }
        try {
            var wanted = Locale.LanguageRange.parse(wish);
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
        return read(MAX_FORM_BYTES, body -> {
                    Encoding.requireUtf8(body);
                    return Parameters.parse(Parameters.utf8(ByteBuffer.wrap(body)));
                })
                .orElse(query());
    }

    /// The same, where the body may also be a JSON object.
    ///
    /// @param names of its fields
    public Parameters formOrJson(FieldNames names) {
        if (!hasBody()) {
            return query();
        }
        requireContentType(FORM, JSON);
        return saysJson()
                ? read(MAX_FORM_BYTES, body -> Parameters.ofJson(body, names)).orElse(query())
                : form();
    }

    /// Headers that the answer has whatever comes of the request, unless it has better ones.
    public void answerWith(Map<String, String> headers) {
        answerHeaders = headers;
    }

    Map<String, String> answerHeaders() {
        return answerHeaders;
    }

    /// Of what is sent, for comparing it with what is sent again: path, query and body, in hex.
    public String hash() {
        try {
            var hash = MessageDigest.getInstance("SHA-256");
            hash.update(request.getHttpURI().getPathQuery().getBytes(StandardCharsets.UTF_8));
            hash.update((byte) 0);
            return HexFormat.of().formatHex(hash.digest(body()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Waits without being at work. The wait is added to the time the answer may take.
    public <T> T waiting(Supplier<T> wait) {
        endWork();
        long begun = System.nanoTime();
        var result = wait.get();
        deadline += System.nanoTime() - begun;
        startWork();
        return result;
    }

    public boolean hasBody() {
        return content.length() > 0 || (content.length() < 0 && body().length > 0);
    }

    /// Refuses a `Content-Type` other than these, parameters aside, or with a character set other than UTF-8.
    public void requireContentType(String... expected) {
        var given = header("Content-Type").filter(type -> !type.isBlank());
        var types = String.join(", ", expected);
        if (given.isEmpty()) {
            throw contentType(RequestMessage.CONTENT_TYPE_MISSING, types);
        }
        var type = ContentType.parse(given.get());
        if (Stream.of(expected).noneMatch(type::is)) {
            throw contentType(RequestMessage.CONTENT_TYPE_INVALID, Excerpt.of(given.get()), types);
        }
        if (!type.isUtf8()) {
            throw contentType(RequestMessage.CHARSET_INVALID, Excerpt.of(type.charset()));
        }
    }

    private static Failure contentType(RequestMessage message, Object... values) {
        return new Failure.BadRequest(Violation.at("Content-Type", message, values));
    }

    /// Whether the body is said to be JSON, in whatever character set.
    public boolean saysJson() {
        return header("Content-Type")
                .filter(type -> ContentType.parse(type).is(JSON))
                .isPresent();
    }

    /// Reads the body and makes something of it. Long bodies take turns at that, since they take a processor for a
    /// while: a body that is on its way holds up nobody.
    public <T> T read(Function<byte[], T> parser) {
        return read(RequestBody.MAX_BYTES, parser);
    }

    public byte[] body() {
        return read(body -> body);
    }

    private <T> T read(int maxBytes, Function<byte[], T> parser) {
        if (body != null) {
            return parser.apply(fitting(body, maxBytes));
        }
        boolean gzip = isGzip();
        var received = receive(maxBytes);
        if (!gzip && received.length <= SHORT_BYTES) {
            body = received;
            return parser.apply(received);
        }
        return inTurn(() -> {
            var whole = gzip ? content.inflate(received, maxBytes) : received;
            body = whole;
            return parser.apply(whole);
        });
    }

    private static byte[] fitting(byte[] body, int maxBytes) {
        if (body.length > maxBytes) {
            throw new Failure.TooLarge(maxBytes);
        }
        return body;
    }

    private byte[] receive(int maxBytes) {
        long begun = System.nanoTime();
        var received = content.read(maxBytes);
        deadline += System.nanoTime() - begun;
        startWork();
        return received;
    }

    /// What takes a processor for a while, in turn with that of others.
    <T> T inTurn(Supplier<T> work) {
        shares.takeProcessing(owner, nanosLeft());
        long begun = System.nanoTime();
        try {
            return work.get();
        } finally {
            shares.processing().giveBack(owner, 1, System.nanoTime() - begun);
        }
    }

    /// Whether the answer may be compressed.
    boolean takesGzip() {
        return request.getHeaders().contains(HttpHeader.ACCEPT_ENCODING)
                && request.getHeaders().getQualityCSV(HttpHeader.ACCEPT_ENCODING).stream()
                        .anyMatch(encoding -> encoding.equalsIgnoreCase("gzip") || encoding.equals("*"));
    }

    /// Compressed as a whole before it is sent: while it waits for its reader, it takes memory that is counted.
    byte[] gzipped(byte[] answer) {
        return answer.length <= SHORT_BYTES ? gzip(answer) : inTurn(() -> gzip(answer));
    }

    private static byte[] gzip(byte[] answer) {
        var bytes = new ByteArrayOutputStream(answer.length / 4);
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(answer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
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

    /// Takes one of the requests that are at work at once. One whose body has yet to come is not at work.
    public void startWork() {
        if (!atWork) {
            shares.takeRequest(owner);
            atWork = true;
        }
    }

    /// Once the endpoint is done with it.
    void endWork() {
        body = null;
        content.giveBackMemory();
        if (atWork) {
            shares.requests().giveBack(owner, 1);
            atWork = false;
        }
    }

    /// Counts the answer against the caller until it is sent.
    void startSending(int bytes) {
        unsent = shares.answers().add(owner, bytes, () -> close("nobody reads the answer, and memory is short"));
    }

    /// The same of a failure, which also counts for the address; false where there is no room for it.
    boolean startSendingFailure(int bytes) {
        failing = shares.failures().add(address);
        try {
            if (failing) {
                startSending(bytes);
            }
            return failing;
        } catch (Failure e) {
            return false;
        }
    }

    void endSending() {
        endUnproven();
        if (failing) {
            shares.failures().remove(address);
            failing = false;
        }
        if (unsent != null) {
            shares.answers().sent(unsent);
            unsent = null;
        }
    }

    void close(String why) {
        request.getConnectionMetaData().getConnection().getEndPoint().close(new TimeoutException(why));
    }

    /// Once the request is answered.
    void discardRest() {
        content.discardRest();
    }
}
