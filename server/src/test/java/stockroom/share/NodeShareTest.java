package stockroom.share;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import stockroom.admin.operators.Scope;
import stockroom.testing.http.RawConnection;
import stockroom.testing.http.SimpleHttp;
import stockroom.testing.machine.Figures;
import stockroom.testing.machine.Standstills;
import stockroom.testing.platform.GoodCallers;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import stockroom.testing.servers.ServerProcess;

/// One caller attacks a node with the distribution's settings and heap, and all others are served meanwhile.
/// `-Dfaults.full=true` makes attacks longer.
@Tag("slow")
@Tag("alone")
class NodeShareTest {
    private static final boolean FULL = Boolean.getBoolean("faults.full");
    private static final Duration TRIAL = Duration.ofSeconds(FULL ? 20 : 2);
    /// Other work on the machine can spoil a short measurement, so it is repeated during the attack.
    private static final int MEASUREMENTS = FULL ? 1 : 10;

    private static final long MAX_P99_MILLIS = FULL ? 250 : 2_000;
    /// A refused program waits as `Retry-After` asks; otherwise the trial would measure this process.
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private static final Duration WARM_UP = Duration.ofSeconds(FULL ? 20 : 3);
    private static final double MAX_GROWTH_MB = 30;
    private static final int MAX_ENTRIES = 9_999;
    private static final int MAX_BODY_BYTES = 4 << 20;

    private static Platform platform;
    private static ServerProcess server;
    private static GoodCallers good;
    private static TestMerchant offender;

    private final ExecutorService attacks = Executors.newVirtualThreadPerTaskExecutor();
    private final Queue<AutoCloseable> connections = new ConcurrentLinkedQueue<>();
    private volatile boolean over;
    private String trial = "";
    private long heapBefore;

    @BeforeAll
    static void start() throws InterruptedException {
        platform = Platform.start(Map.of());
        var settings = new HashMap<>(platform.environment());
        // the address of a caller is the one it calls from
        settings.remove("STOCKROOM_TRUSTED_PROXIES");
        server = new ServerProcess(settings, ServerProcess.AS_DISTRIBUTED);
        offender = platform.merchant();
        good = new GoodCallers(platform, offender, server.baseUrl());
        Thread.sleep(WARM_UP);
    }

    @AfterAll
    static void stop() {
        good.close();
        server.close();
        platform.close();
    }

    @BeforeEach
    void begin() {
        heapBefore = server.liveHeapBytes();
        good.forget();
    }

    @AfterEach
    void end() throws Exception {
        over = true;
        // ends them without an interrupt, which would be an error while connecting
        attacks.shutdown();
        for (var connection : connections) {
            connection.close();
        }
        assertThat(attacks.awaitTermination(120, SECONDS)).isTrue();
        // the next trial must not begin before the effects of this one are over
        await().atMost(60, SECONDS)
                .until(() -> metric("stockroom_requests_in_progress") < 8 && openConnections() < 100);
        double grownMb = grownMb();
        // measures again, since the good callers' garbage after the collection counts too
        for (int i = 1; i < MEASUREMENTS && grownMb > MAX_GROWTH_MB; i++) {
            grownMb = grownMb();
        }
        boolean pass = grownMb <= MAX_GROWTH_MB;
        Figures.write(trial + "-heap-growth", Math.round(grownMb), "MB", "<= " + MAX_GROWTH_MB, pass);
        assertThat(grownMb).as("%s: live heap has grown by, in MB", trial).isLessThanOrEqualTo(MAX_GROWTH_MB);
    }

    private double grownMb() {
        return (server.liveHeapBytes() - heapBefore) / 1e6;
    }

    private void whileGoodCallersAreServed(String trial) throws InterruptedException {
        this.trial = trial;
        Standstills.sleep(TRIAL);
        for (int i = 1; i < MEASUREMENTS && !good.areServed(MAX_P99_MILLIS); i++) {
            good.forget();
            Standstills.sleep(TRIAL);
        }
        over = true;
        assertThat(server.isAlive()).as("the node lives: %s", server.log()).isTrue();
        good.assertServed(trial, MAX_P99_MILLIS);
    }

    private static void awaitAll(Queue<Integer> statuses, Integer... expected) {
        await().atMost(60, SECONDS).until(() -> statuses.containsAll(List.of(expected)));
    }

    @Test
    void longestListsReadByManyAtOnce() throws Exception {
        int product = productWithLongestList();
        var statuses = repeat(64, "/Stock/List", "productid=" + product);

        awaitAll(statuses, 200);
        whileGoodCallersAreServed("long-lists");
        assertThat(statuses).isSubsetOf(200, 429, 503);
    }

    @Test
    void longestListsThatNobodyReads() throws Exception {
        int product = productWithLongestList();
        for (int i = 0; i < 100; i++) {
            unread("/Stock/List", "productid=" + product);
            unread("/Product/Detail", "pid=" + product);
        }

        whileGoodCallersAreServed("unread-answers");
    }

    @Test
    void bodiesThatDrip() throws Exception {
        var head = head("/Stock/Creat", TestMerchant.JSON, 1_000_000);
        for (int i = 0; i < 2_100; i++) {
            var connection = connect();
            connection.send(head);
            attacks.execute(() -> drip(connection));
        }

        whileGoodCallersAreServed("dripping-bodies");
    }

    @Test
    void bodiesThatAreAnnouncedAndDoNotCome() throws Exception {
        for (int i = 0; i < 200; i++) {
            connect().send(head("/Stock/Creat", TestMerchant.JSON, 4 << 20)).send("[");
        }

        whileGoodCallersAreServed("announced-bodies");
    }

    /// Each body takes a tenth of a second of a processor, and no turn.
    @Test
    void bodiesThatInflateToTheMost() throws Exception {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write("[%s]".formatted(" ".repeat(MAX_BODY_BYTES - 2)).getBytes(US_ASCII));
        }
        var statuses = repeat(FULL ? 300 : 60, json(bytes.toByteArray(), "\r\nContent-Encoding: gzip"));

        awaitAll(statuses, 400);
        whileGoodCallersAreServed("inflated-bodies");
        assertThat(statuses).isSubsetOf(0, 400, 429, 503);
    }

    @Test
    void bodiesFullOfFaults() throws Exception {
        var fault = "{\"pid\":\"x\",\"color\":\"\",\"param\":[]},";
        var faults = "[%s{}]".formatted(fault.repeat(MAX_BODY_BYTES / fault.length() - 1));
        var statuses = repeat(FULL ? 40 : 20, json(faults.getBytes(US_ASCII), ""));

        awaitAll(statuses, 400);
        whileGoodCallersAreServed("faulty-bodies");
        assertThat(statuses).isSubsetOf(0, 400, 429, 503);
    }

    /// The caller is unauthenticated and does not read the responses.
    @Test
    @Tag("faults")
    void failuresThatNobodyReads() throws Exception {
        var requests = "POST /Stock/List HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n".repeat(1_000);
        for (int i = 0; i < 1_500; i++) {
            var channel = SocketChannel.open();
            connections.add(channel);
            channel.setOption(StandardSocketOptions.SO_RCVBUF, 4_096);
            channel.connect(address());
            channel.configureBlocking(false);
            channel.write(ByteBuffer.wrap(requests.getBytes(US_ASCII)));
        }

        whileGoodCallersAreServed("unread-failures");
    }

    /// Anyone can request this file, which is the largest.
    @Test
    @Tag("faults")
    void filesThatNobodyReads() throws Exception {
        for (int i = 0; i < 1_500; i++) {
            var channel = SocketChannel.open();
            connections.add(channel);
            channel.setOption(StandardSocketOptions.SO_RCVBUF, 4_096);
            channel.connect(address());
            channel.write(ByteBuffer.wrap(ascii("GET /docs/viewer.js HTTP/1.1\r\nHost: localhost\r\n\r\n")));
        }

        whileGoodCallersAreServed("unread-files");
    }

    /// Each connection is replaced before it is two seconds old, when it would be closed.
    @Test
    @Tag("faults")
    void longestListsThatNobodyReadsRenewedInTime() throws Exception {
        int product = productWithLongestList();
        for (int i = 0; i < 120; i++) {
            attacks.execute(() -> {
                while (!over) {
                    try (var socket = unreadSocket("/Stock/List", "productid=" + product)) {
                        socket.setSoLinger(true, 0);
                        Thread.sleep(1_800);
                    } catch (IOException | InterruptedException e) {
                        // tries the next one
                    }
                }
            });
        }

        whileGoodCallersAreServed("unread-answers-renewed");
    }

    /// Each body comes just fast enough, and none requires more memory.
    @Test
    @Tag("faults")
    void bodiesThatKeepAllTheMemoryThereIs() throws Exception {
        for (int size = MAX_BODY_BYTES; size >= 1_024; size /= 2) {
            var first = RawConnection.joined(
                    head("/Stock/Creat", TestMerchant.JSON, size),
                    ascii(" ".repeat(size > 64 << 10 ? size / 2 + (20 << 10) : size / 2 + 1)));
            var next = size == MAX_BODY_BYTES ? " ".repeat(70_000) : " ";
            for (int i = 0; i < (size == MAX_BODY_BYTES ? 20 : 1); i++) {
                attacks.execute(() -> {
                    while (!over) {
                        var connection = connect().send(first);
                        while (!over && connection.open()) {
                            LockSupport.parkNanos(PAUSE.toNanos());
                            connection.send(next);
                        }
                    }
                });
            }
        }

        whileGoodCallersAreServed("kept-bodies");
    }

    static Stream<Arguments> quick() {
        return Stream.of(
                Arguments.of("refusals", server.baseUrl(), head("/Stock/Creat", "text/plain", 0)),
                Arguments.of(
                        "health", server.adminUrl(), ascii("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n")),
                Arguments.of("metrics", server.adminUrl(), ascii("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")));
    }

    @ParameterizedTest(name = "{0}")
    @Tag("faults")
    @MethodSource("quick")
    void requestsThatComeAllAtOnce(String kind, String url, byte[] request) throws Exception {
        var requests = new ByteArrayOutputStream();
        for (int i = 0; i < 100; i++) {
            requests.write(request);
        }
        for (int i = 0; i < 8; i++) {
            var connection = new RawConnection(URI.create(url).getPort());
            connections.add(connection);
            attacks.execute(() -> {
                while (!over && connection.open()) {
                    connection.send(requests.toByteArray());
                }
            });
            attacks.execute(() -> {
                while (!over && connection.status() > 0) {}
            });
        }

        whileGoodCallersAreServed("at-once-" + kind);
    }

    /// The connections come from enough addresses to use up the server's maximum, and each has made one call.
    @Test
    @Tag("faults")
    void connectionsOfManyAddressesThatAreNotUsed() throws Exception {
        var request = ByteBuffer.wrap(ascii("GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n"));
        for (int i = 0; i < 13_000; i++) {
            var channel = SocketChannel.open();
            connections.add(channel);
            channel.bind(new InetSocketAddress("127.0.1." + (1 + i % 7), 0));
            channel.connect(address());
            channel.write(request.duplicate());
        }

        whileGoodCallersAreServed("idle-connections");
    }

    @Test
    @Tag("faults")
    void readsOfOneOperator() throws Exception {
        var others = operatorsRead();
        var other = operatorsConnection();
        for (long end = System.nanoTime() + WARM_UP.toNanos(); System.nanoTime() < end; ) {
            assertThat(other.send(others).status()).isEqualTo(200);
        }
        good.forget();
        var request = operatorsRead();
        for (int i = 0; i < 32; i++) {
            var connection = operatorsConnection();
            attacks.execute(() -> {
                while (!over && connection.send(request).status() > 0) {}
            });
        }
        for (int i = 0; i < 100; i++) {
            assertThat(other.send(others).status()).isEqualTo(200);
        }

        whileGoodCallersAreServed("reads-of-an-operator");
    }

    private static byte[] operatorsRead() {
        return ascii("GET /admin/v1/merchants HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n"
                .formatted(platform.operatorKey(Scope.READ, Duration.ofHours(1))
                        .key()
                        .reveal()));
    }

    private RawConnection operatorsConnection() {
        var connection = new RawConnection(URI.create(server.adminUrl()).getPort());
        connections.add(connection);
        return connection;
    }

    @Test
    @Tag("faults")
    void operatorsConnectionsOfOneAddress() throws Exception {
        var admin = new InetSocketAddress(
                InetAddress.getLoopbackAddress(), URI.create(server.adminUrl()).getPort());
        for (int i = 0; i < 300; i++) {
            var channel = SocketChannel.open();
            connections.add(channel);
            channel.bind(new InetSocketAddress("127.0.1.1", 0));
            channel.connect(admin);
            channel.write(ByteBuffer.wrap(ascii("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n")));
        }

        whileGoodCallersAreServed("operators-connections");
        assertThat(SimpleHttp.get(server.adminUrl() + "/health/live").status()).isEqualTo(200);
    }

    /// Lists small requests that would cost much processor time if they were processed in full.
    static Stream<Arguments> hostile() throws IOException {
        var unsigned = "POST /Stock/List HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n";
        var headers = IntStream.range(0, 2_000)
                .mapToObj(i -> "%x:1\r\n".formatted(0x100 + i))
                .collect(Collectors.joining());
        var marks = "productid=1&color=a" + "\u0301".repeat(15_900) + "\u0323".repeat(15_900);
        var commas = "page=1&fields=" + ",".repeat(65_000);
        var bytes = new ByteArrayOutputStream();
        new GZIPOutputStream(bytes).close();
        var member = bytes.toByteArray();
        var members = new byte[member.length * (MAX_BODY_BYTES / member.length)];
        for (int i = 0; i < members.length; i += member.length) {
            System.arraycopy(member, 0, members, i, member.length);
        }
        var chunks = "1\r\n \r\n".repeat(200_000) + "0\r\n\r\n";
        return Stream.of(
                Arguments.of("languages", 20, ascii(unsigned + "Accept-Language: *" + "-*".repeat(5_000) + "\r\n\r\n")),
                Arguments.of("headers", 300, ascii(unsigned + headers + "\r\n")),
                Arguments.of("combining-characters", 20, form("/Stock/History", marks)),
                Arguments.of("commas", 300, form("/Stock/Product", commas)),
                Arguments.of("empty-members", 10, json(members, "\r\nContent-Encoding: gzip")),
                Arguments.of("tiny-chunks", 20, RawConnection.joined(chunkedHead(), ascii(chunks))),
                Arguments.of("limits", 300, form("/Account/Limits", "")));
    }

    @ParameterizedTest(name = "{0}")
    @Tag("faults")
    @MethodSource("hostile")
    void requestsThatTakeAProcessorForLong(String kind, int callers, byte[] request) throws Exception {
        var statuses = repeat(callers, request);

        await().atMost(60, SECONDS).until(() -> !statuses.isEmpty());
        whileGoodCallersAreServed(kind);
        assertThat(statuses).isSubsetOf(0, 200, 400, 413, 429, 431, 503);
    }

    @ParameterizedTest
    @Tag("faults")
    @ValueSource(
            strings = {
                "/Stock/List productid=%d&asOf=2026-01-01T00:00:00Z",
                "/Stock/History productid=%d&limit=100",
                "/Stock/History productid=%d&limit=100&color=none&size=999"
            })
    void aProductThatChangedAMillionTimes(String call) throws Exception {
        int product = productThatChangedAMillionTimes();
        // to write a million changes is no part of the attack
        good.forget();
        var parts = call.formatted(product).split(" ", 2);
        var statuses = repeat(16, parts[0], parts[1]);

        awaitAll(statuses, 200);
        whileGoodCallersAreServed("many-changes");
        assertThat(statuses).isSubsetOf(200, 429, 503);
    }

    @Test
    void manyDetailsOfOneAccountAtOnce() throws Exception {
        var statuses = repeat(2_200, "/Product/Detail", "pid=" + offender.product());

        // the day's details are delivered first, then the account is refused
        awaitAll(statuses, 200, 429);
        whileGoodCallersAreServed("many-details");
        assertThat(statuses).isSubsetOf(0, 200, 429, 503);
    }

    @Test
    void silentConnections() throws Exception {
        var address = address();
        for (int i = 0; i < 13_000; i++) {
            var channel = SocketChannel.open();
            connections.add(channel);
            channel.configureBlocking(false);
            channel.connect(address);
            if (i % 50 == 0) {
                Thread.sleep(1);
            }
        }

        whileGoodCallersAreServed("silent-connections");
        await().atMost(60, SECONDS).until(() -> metric("stockroom_connections_refused_total") > 5_000);
        // the server closes admitted connections that send nothing
        await().atMost(60, SECONDS).until(() -> openConnections() < 100);
    }

    @Test
    @Tag("faults")
    void slowHeaders() throws Exception {
        slowHttpTest("-H", "-t", "POST", "-u", server.baseUrl() + "/Stock/List");

        whileGoodCallersAreServed("slow-headers");
    }

    @Test
    @Tag("faults")
    void slowBodies() throws Exception {
        slowHttpTest("-B", "-s", "8192", "-u", server.baseUrl() + "/Stock/List");

        whileGoodCallersAreServed("slow-bodies");
    }

    @Test
    @Tag("faults")
    void slowReaders() throws Exception {
        slowHttpTest("-X", "-w", "10", "-y", "64", "-z", "8", "-k", "3", "-u", server.baseUrl() + "/openapi.yaml");

        whileGoodCallersAreServed("slow-readers");
    }

    /// Runs Debian's slowhttptest: 5,000 connections, a thousand more each second, with bytes every two seconds.
    private void slowHttpTest(String... mode) throws IOException {
        var command = new ArrayList<>(List.of("slowhttptest", "-c", "5000", "-r", "1000", "-i", "2", "-n", "2"));
        command.addAll(List.of("-l", Long.toString(MEASUREMENTS * TRIAL.toSeconds() + 5)));
        command.addAll(List.of(mode));
        double requests = metric("stockroom_request_duration_seconds_count");
        var process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Redirect.DISCARD)
                .start();
        connections.add(() -> process.destroyForcibly().waitFor());
        // unsigned requests are refused at once, and their connections closed
        await().atMost(60, SECONDS)
                .until(() -> openConnections() > 500
                        || metric("stockroom_request_duration_seconds_count") > requests + 1_000);
    }

    private static int openConnections() throws IOException {
        int port = address().getPort();
        try (var lines = Files.lines(Path.of("/proc/net/tcp"))) {
            return (int) lines.map(line -> line.strip().split(" +"))
                    .filter(fields -> fields[1].endsWith(":%04X".formatted(port)) && fields[3].equals("01"))
                    .count();
        }
    }

    private static InetSocketAddress address() {
        return new InetSocketAddress(
                InetAddress.getLoopbackAddress(), URI.create(server.baseUrl()).getPort());
    }

    private RawConnection connect() {
        var connection = new RawConnection(address().getPort());
        connections.add(connection);
        return connection;
    }

    private static byte[] head(String path, String contentType, int length) {
        return "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: %s\r\nContent-Length: %d\r\n%s\r\n\r\n"
                .formatted(
                        path,
                        contentType,
                        length,
                        offender.headers().entrySet().stream()
                                .map(header -> header.getKey() + ": " + header.getValue())
                                .collect(Collectors.joining("\r\n")))
                .getBytes(US_ASCII);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(US_ASCII);
    }

    private static byte[] form(String path, String form) {
        var body = form.getBytes(UTF_8);
        return RawConnection.joined(head(path, TestMerchant.FORM, body.length), body);
    }

    private static byte[] chunkedHead() {
        return ascii(new String(head("/Stock/Creat", TestMerchant.JSON, 0), US_ASCII)
                .replace("Content-Length: 0", "Transfer-Encoding: chunked"));
    }

    private static byte[] json(byte[] body, String headers) {
        return RawConnection.joined(head("/Stock/Creat", TestMerchant.JSON + headers, body.length), body);
    }

    private void drip(RawConnection connection) {
        for (connection.send("["); !over && connection.open(); connection.send(" ")) {
            try {
                Thread.sleep(500);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /// The small window keeps most of the response in the server.
    private void unread(String path, String form) throws IOException {
        connections.add(unreadSocket(path, form));
    }

    private static Socket unreadSocket(String path, String form) throws IOException {
        var socket = new Socket();
        socket.setReceiveBufferSize(4_096);
        socket.connect(address());
        var output = socket.getOutputStream();
        output.write(head(path, TestMerchant.FORM, form.length()));
        output.write(form.getBytes(US_ASCII));
        output.flush();
        return socket;
    }

    /// Uses no client library, which would take processor time from the good callers. The status is 0 for a
    /// closed connection.
    private Queue<Integer> repeat(int callers, String path, String form) {
        return repeat(callers, form(path, form));
    }

    private Queue<Integer> repeat(int callers, byte[] request) {
        var statuses = new ConcurrentLinkedQueue<Integer>();
        for (int i = 0; i < callers; i++) {
            attacks.execute(() -> {
                var connection = connect();
                while (!over) {
                    int status = connection.send(request).status();
                    statuses.add(status);
                    if (status != 200) {
                        LockSupport.parkNanos(PAUSE.toNanos());
                    }
                    if (status == 0 && !over) {
                        connection = connect();
                    }
                }
            });
        }
        return statuses;
    }

    private static int productWithLongestList() {
        int product = offender.product();
        platform.execute("""
                INSERT INTO stock (merchant_id, product_id, colour_no, colour, sizes, quantities, bar_codes, updated_at)
                SELECT %1$d, %2$d, n / 34 + 1, rpad('colour ' || n / 34, 64, 'x'), array_agg(n %% 34 + 1),
                       array_agg(5), array_agg(rpad('', 64, '6')), now()
                FROM generate_series(0, %3$d - 1) n GROUP BY n / 34;
                UPDATE product SET has_stock = true WHERE merchant_id = %1$d AND product_id = %2$d;
                """.formatted(offender.id().value(), product, MAX_ENTRIES));
        return product;
    }

    private static int productThatChangedAMillionTimes() {
        int product = offender.product();
        platform.execute("""
                INSERT INTO stock_push (merchant_id, push, at, kind, application_id, account_id, request_id, entries, products)
                SELECT %1$d, n, now() - interval '1 hour' + n * interval '1 ms', 'create', %3$d, NULL, 'x', 100, '{%2$d}'
                FROM generate_series(1, 10000) n;
                INSERT INTO stock_change (merchant_id, product_id, push, at, colours, colour_nos, sizes, before, after)
                SELECT %1$d, %2$d, n, now() - interval '1 hour' + n * interval '1 ms', '{red}', array_fill(1::smallint, '{100}'),
                       (SELECT array_agg(s::smallint) FROM generate_series(1, 100) s), array_fill(n, '{100}'),
                       array_fill(n + 1, '{100}')
                FROM generate_series(1, 10000) n;
                """.formatted(offender.id().value(), product, offender.appid()));
        return product;
    }

    private static double metric(String name) {
        return SimpleHttp.get(server.adminUrl() + "/metrics")
                .text()
                .lines()
                .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }
}
