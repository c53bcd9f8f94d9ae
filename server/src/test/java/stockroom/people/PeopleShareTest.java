package stockroom.people;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.admin.people.Grant;
import stockroom.admin.people.Place;
import stockroom.admin.people.RandomSecret;
import stockroom.admin.people.Role;
import stockroom.testing.machine.Figures;
import stockroom.testing.machine.FreePort;
import stockroom.testing.machine.Standstills;
import stockroom.testing.platform.GoodCallers;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestBrowser;
import stockroom.testing.servers.ServerProcess;

/// Browsers ask for more than a node can do, and merchants' programs are served meanwhile. `-Dpeople.full=true` makes
/// this longer.
@Tag("slow")
@Tag("alone")
class PeopleShareTest {
    private static final boolean FULL = Boolean.getBoolean("people.full");
    private static final Duration TRIAL = Duration.ofSeconds(FULL ? 20 : 3);
    private static final long MAX_P99_MILLIS = FULL ? 250 : 2_000;
    private static final int BROWSERS = 200;

    private static Platform platform;
    private static ServerProcess server;
    private static GoodCallers good;
    private static String url;

    private final ExecutorService browsers = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger answers = new AtomicInteger();
    private volatile boolean over;

    @BeforeAll
    static void start() throws InterruptedException {
        platform = Platform.start(Map.of());
        int port = FreePort.pick();
        url = "http://127.0.0.1:" + port;
        var settings = new HashMap<>(platform.environment());
        settings.put("STOCKROOM_CONSOLE_PORT", Integer.toString(port));
        server = new ServerProcess(settings, ServerProcess.AS_DISTRIBUTED);
        good = new GoodCallers(platform, platform.merchant(), server.baseUrl());
        Thread.sleep(TRIAL);
    }

    @AfterAll
    static void stop() {
        good.close();
        server.close();
        platform.close();
    }

    @AfterEach
    void end() {
        over = true;
        browsers.close();
    }

    private static TestBrowser browser(int number) {
        return platform.browser().at(url, "10.5.%d.%d".formatted(number / 250, number % 250));
    }

    private void repeat(IntConsumer work) {
        for (int i = 0; i < BROWSERS; i++) {
            int number = i;
            browsers.execute(() -> {
                while (!over) {
                    try {
                        work.accept(number);
                        answers.incrementAndGet();
                    } catch (UncheckedIOException e) {
                        // the node may close connections
                    }
                }
            });
        }
    }

    private void whileGoodCallersAreServed(String trial) throws InterruptedException {
        good.forget();
        Standstills.sleep(TRIAL);
        assertThat(server.isAlive()).isTrue();
        good.assertServed(trial, MAX_P99_MILLIS);
        assertThat(answers.get()).as("answers to browsers").isPositive();
    }

    @Test
    void aFloodOfSignInsTakesOneProcessorAtMost() throws Exception {
        var person = platform.person(
                new Grant(Role.OWNER, Place.ofMerchant(platform.merchant().id().value())));
        double without = processors();

        // each sign-in comes from an address of its own, so that all are checked
        var number = new AtomicInteger();
        repeat(_ -> browser(number.incrementAndGet())
                .post("/sign-in", "name", person.name(), "password", "wrong password"));
        whileGoodCallersAreServed("sign-ins");

        double taken = processors() - without;
        System.out.printf("a flood of sign-ins takes %.2f processors%n", taken);
        Figures.check("sign-ins-processors", taken, "processors", "<= 1.1", taken <= 1.1);
    }

    @Test
    void sessionsThatAreMadeUpAreLookedUpOutsideTheSharesOfPrograms() throws Exception {
        repeat(number -> {
            var browser = browser(number);
            browser.cookies().put("__Host-session", RandomSecret.next().reveal());
            browser.get("/places");
        });

        whileGoodCallersAreServed("made-up-sessions");
    }

    @Test
    void formsOfAPersonTakeNothingFromTheirAddress() {
        var person = platform.person(
                new Grant(Role.VIEWER, Place.ofMerchant(platform.merchant().id().value())));
        var browser = browser(900);
        browser.signIn(person);
        for (int i = 0; i < 300; i++) {
            assertThat(browser.post("/language", "language", "en", "to", "x".repeat(60_000))
                            .status())
                    .isEqualTo(303);
        }

        assertThat(browser(900).signIn(person).status()).isEqualTo(200);
    }

    /// Returns how many processors the server uses in a second.
    private static double processors() throws InterruptedException {
        var handle = ProcessHandle.of(server.pid()).orElseThrow();
        long begun = System.nanoTime();
        var before = handle.info().totalCpuDuration().orElseThrow();
        Thread.sleep(Duration.ofSeconds(1));
        var after = handle.info().totalCpuDuration().orElseThrow();
        return (double) after.minus(before).toNanos() / (System.nanoTime() - begun);
    }
}
