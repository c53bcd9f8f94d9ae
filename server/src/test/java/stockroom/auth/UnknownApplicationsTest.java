package stockroom.auth;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.testing.database.TestDatabase;
import stockroom.testing.http.RawConnection;
import stockroom.testing.machine.Figures;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;

@Tag("slow")
class UnknownApplicationsTest {
    private static final Platform platform = Platform.start(Map.of("STOCKROOM_AUTH_CACHE_TIME", "1h"));

    private final TestMerchant merchant = platform.merchant();

    @AfterAll
    static void stop() {
        platform.close();
    }

    @Test
    void oneThatIsUnknownIsAskedForOnce() {
        var nobody = merchant.withAppid(700_000_000);
        // waits until the node has read this test's own application and is idle
        await().atMost(60, SECONDS).until(() -> {
            long before = platform.connectionsUsed();
            for (int i = 0; i < 30; i++) {
                assertThat(nobody.stockList(1).code()).isEqualTo("APP_UNKNOWN");
            }
            return platform.connectionsUsed() == before;
        });
    }

    @Test
    void oneThatIsUnknownIsAskedForAgainOnceAnyApplicationIsCreated() {
        var nobody = merchant.withAppid(700_000_001);
        nobody.stockList(1);
        platform.merchant();

        await().atMost(60, SECONDS).until(() -> {
            long before = platform.connectionsUsed();
            nobody.stockList(1);
            return platform.connectionsUsed() > before;
        });
    }

    @Test
    void manyDifferentOnesAreAskedForTogetherAndPushOutNoneThatIsKnown() throws SQLException {
        boolean isKept = false;
        // tries again if another task used a connection
        for (int attempt = 0; attempt < 10 && !isKept; attempt++) {
            await().atMost(60, SECONDS).until(() -> isCached(merchant));
            long before = platform.connectionsUsed();
            callWithTwoHundred(800_000_000 + 1_000 * attempt);

            long asked = platform.connectionsUsed() - before;
            Figures.write("200-unknown-applications-queries", asked, "queries", "<= 60", asked <= 60);
            assertThat(asked).isBetween(1L, 60L);
            isKept = isCached(merchant);
        }
        assertThat(isKept).isTrue();
    }

    /// Locks the table until all callers have come, so that they wait as under load.
    private void callWithTwoHundred(int firstAppid) throws SQLException {
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            try (var _ = TestDatabase.holding(platform.address(), "LOCK TABLE application_secret")) {
                IntStream.range(0, 200)
                        .forEach(i -> callers.execute(
                                () -> merchant.withAppid(firstAppid + i).stockList(1)));
                await().atMost(60, SECONDS).until(() -> platform.metric("stockroom_requests_in_progress") >= 200);
            }
        }
    }

    /// All callers use one appid and wait for the same read, which has no other limit.
    @Test
    void anAddressHasRoomForTwoThousandThatAreNotProvenYetAndOthersHaveTheirs() throws SQLException {
        var busy = merchant.withAppid(900_000_000).from("192.0.2.1");
        var headers = busy.headers();
        headers.put("X-Forwarded-For", busy.address());
        var request = RawConnection.request("POST /Stock/Product HTTP/1.1", headers.entrySet(), new byte[0]);
        var waiting = new ArrayList<RawConnection>();
        try (var _ = TestDatabase.holding(platform.address(), "LOCK TABLE application_secret")) {
            for (int i = 0; i < 2_000; i++) {
                waiting.add(new RawConnection(platform.port()).send(request));
            }
            await().atMost(60, SECONDS).until(() -> platform.metric("stockroom_requests_in_progress") >= 2_000);

            assertThat(busy.productList().code()).isEqualTo("TOO_MANY_AT_ONCE");
            assertThat(merchant.from("192.0.2.2")
                            .post("/Stock/Nothing", TestMerchant.FORM, "")
                            .status())
                    .isEqualTo(404);
        } finally {
            waiting.forEach(RawConnection::close);
        }
        await().atMost(60, SECONDS).until(() -> busy.productList().code().equals("APP_UNKNOWN"));
    }

    /// The read begins before the application is active and ends after the node has got the notification.
    @Test
    void oneThatBecomesActiveWhileItIsBeingReadIsKnownAtOnce() throws Exception {
        var witness = platform.merchant();
        await().atMost(60, SECONDS).until(() -> isCached(witness));
        platform.execute("""
                UPDATE application SET suspended = true WHERE application_id = %1$d;
                ALTER TABLE application RENAME TO rows_of_application;
                CREATE VIEW application AS
                SELECT application_id, name, created_at, suspended AND (application_id <> %1$d
                       OR (SELECT pg_advisory_xact_lock_shared(1)::text) = '') AS suspended
                FROM rows_of_application;
                GRANT SELECT ON application TO PUBLIC
                """.formatted(merchant.appid()));
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            var lock = TestDatabase.holding(platform.address(), "SELECT pg_advisory_xact_lock(1)");
            var early = callers.submit(() -> merchant.stockList(1).code());
            await().atMost(60, SECONDS).until(() -> platform.waitingForLocks() == 1);
            platform.execute("""
                    UPDATE rows_of_application SET suspended = false WHERE application_id = %d;
                    SELECT pg_notify('stockroom_credentials', 'application %1$d');
                    SELECT pg_notify('stockroom_credentials', 'application %d')
                    """.formatted(merchant.appid(), witness.appid()));
            await().atMost(60, SECONDS).until(() -> !isCached(witness));
            lock.close();
            assertThat(early.get()).isEqualTo("APP_UNKNOWN");

            // a cached result of the early read would stay for an hour
            await().atMost(60, SECONDS).until(() -> merchant.stockList(1).code().equals("PRODUCT_UNKNOWN"));
        } finally {
            platform.execute("DROP VIEW application; ALTER TABLE rows_of_application RENAME TO application");
        }
    }

    private static boolean isCached(TestMerchant merchant) {
        long before = platform.connectionsUsed();
        assertThat(merchant.stockList("no number").status()).isEqualTo(400);
        return platform.connectionsUsed() == before;
    }
}
