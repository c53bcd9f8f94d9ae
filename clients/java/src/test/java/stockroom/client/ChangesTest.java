package stockroom.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.client.model.Push;
import stockroom.testing.platform.Platform;

@Tag("slow")
class ChangesTest {
    private static final Platform platform = ClientMerchant.PLATFORM;

    private final ClientMerchant merchant = ClientMerchant.create();
    private final int pid = merchant.products(1).getFirst();

    private void set(int... quantities) {
        for (int quantity : quantities) {
            merchant.merchant().withStock(pid, "red", 38, quantity);
        }
    }

    private static List<Integer> quantities(Iterable<Push> pushes) {
        List<Integer> quantities = new ArrayList<>();
        pushes.forEach(push -> push.changes().forEach(change -> quantities.add(change.stock())));
        return quantities;
    }

    private static List<Push> next(Changes changes, int count) {
        List<Push> pushes = new ArrayList<>();
        for (int i = 0; i < count && changes.hasNext(); i++) {
            pushes.add(changes.next());
        }
        return pushes;
    }

    @Test
    void whatHappensAfterTheBeginningIsToldPushByPush() {
        set(1);
        try (var client = merchant.client().build();
                var changes = client.changes()) {
            set(2, 3);

            var pushes = next(changes, 2);

            assertThat(pushes).extracting(Push::push).containsExactly(2L, 3L);
            assertThat(pushes.getFirst().by()).isEqualTo("operator");
            assertThat(pushes.getFirst().appid()).isNull();
            assertThat(pushes.getFirst().changes()).containsExactly(new Push.Change(pid, "red", 38, 1, 2));
            assertThat(pushes.getLast().at()).isAfterOrEqualTo(pushes.getFirst().at());
        }
    }

    @Test
    void aPushIsToldWhileSomeoneWaitsForIt() throws InterruptedException {
        try (var client = merchant.client().timeout(Duration.ofSeconds(2)).build();
                var changes = client.changes()) {
            List<Push> told = Collections.synchronizedList(new ArrayList<>());
            var follower = Thread.ofVirtual().start(() -> told.addAll(next(changes, 1)));
            // the wait is longer than the timeout of a call
            assertThat(follower.join(Duration.ofSeconds(3))).isFalse();

            set(5);

            assertThat(follower.join(Duration.ofSeconds(60))).isTrue();
            assertThat(quantities(told)).containsExactly(5);
        }
    }

    @Test
    void aStoredCursorGoesOnAfterEachPushAlsoInTheMiddleOfAPage() {
        try (var client = merchant.client().build()) {
            var stored = client.changes().cursor();
            set(1, 2, 3, 4);

            for (int quantity = 1; quantity <= 4; quantity++) {
                try (var changes = client.changes(stored)) {
                    assertThat(changes.cursor()).isEqualTo(stored);
                    assertThat(quantities(next(changes, 1))).containsExactly(quantity);
                    stored = changes.cursor();
                }
            }
            set(5);
            try (var changes = client.changes(stored)) {
                assertThat(quantities(next(changes, 1))).containsExactly(5);
            }
        }
    }

    @Test
    void onePageSaysWhereToGoOnAndWhetherThereIsMore() {
        try (var client = merchant.client().build()) {
            var now = client.changePage(null, 100, Duration.ZERO);
            assertThat(now.pushes()).isEmpty();
            set(1, 2, 3);

            var first = client.changePage(now.cursor(), 2, Duration.ZERO);
            var second = client.changePage(first.cursor(), 2, Duration.ZERO);
            var third = client.changePage(second.cursor(), 2, Duration.ofSeconds(1));

            assertThat(quantities(first.pushes())).containsExactly(1, 2);
            assertThat(first.more()).isTrue();
            assertThat(quantities(second.pushes())).containsExactly(3);
            assertThat(second.more()).isFalse();
            assertThat(third.pushes()).isEmpty();
            assertThat(third.cursor()).isEqualTo(second.cursor());
        }
    }

    @Test
    void lostAnswersAreAskedForAgainAndNothingIsMissedOrToldTwice() {
        try (var relay = new Interference(platform.baseUrl());
                var client = merchant.client(relay.url()).build();
                var changes = client.changes()) {
            set(1, 2);
            relay.then(Interference.cut(), relay.cutAnswer(), Interference.answer(502, ""));

            assertThat(quantities(next(changes, 2))).containsExactly(1, 2);
            assertThat(relay.seen()).hasSize(5);
        }
    }

    @Test
    void afterAFailureTheNextCallGoesOnWhereItWas() {
        try (var relay = new Interference(platform.baseUrl());
                var client = merchant.client(relay.url())
                        .retryPolicy(RetryPolicy.none())
                        .build();
                var changes = client.changes()) {
            set(1);
            relay.then(Interference.cut());

            assertThatThrownBy(changes::hasNext).isInstanceOf(UnavailableException.class);
            assertThat(quantities(next(changes, 1))).containsExactly(1);
        }
    }

    @Test
    void aCursorThatLeadsNowhereHasAnExceptionOfItsOwn() {
        var other = ClientMerchant.create();
        try (var client = merchant.client().build();
                var others = other.client().build()) {
            var cursor = client.changes().cursor();
            set(1, 2);

            assertThat(failure(client, "no-cursor").code()).isEqualTo("CURSOR_INVALID");
            assertThat(failure(others, cursor).code()).isEqualTo("CURSOR_INVALID");
            platform.execute("DELETE FROM stock_push WHERE merchant_id = %d AND push = 1".formatted(merchant.id()));
            assertThat(failure(client, cursor).code()).isEqualTo("CURSOR_EXPIRED");
            assertThatThrownBy(() -> client.changes(" ")).isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static InvalidCursorException failure(StockroomClient client, String cursor) {
        return catchThrowableOfType(
                InvalidCursorException.class, () -> client.changes(cursor).hasNext());
    }

    @Test
    void anInterruptedThreadFollowsNoLongerAndStaysInterrupted() throws InterruptedException {
        try (var client = merchant.client().build();
                var changes = client.changes()) {
            var ended = new boolean[2];
            var follower = Thread.ofVirtual().start(() -> {
                ended[0] = !changes.hasNext();
                ended[1] = Thread.currentThread().isInterrupted();
            });
            await().atMost(Duration.ofSeconds(60)).until(() -> platform.metric("stockroom_changes_waiting") >= 1);
            follower.interrupt();

            // the server answers after 30 s
            assertThat(follower.join(Duration.ofSeconds(20))).isTrue();
            assertThat(ended).containsExactly(true, true);
        }
    }

    @Test
    void onceItOrItsClientIsClosedNothingMoreIsTold() {
        var client = merchant.client().build();
        var one = client.changes();
        var other = client.changes();
        set(1, 2);
        assertThat(one.hasNext()).isTrue();
        var cursor = one.cursor();

        one.close();
        assertThat(one.hasNext()).isFalse();
        assertThat(one.cursor()).isEqualTo(cursor);
        client.close();
        assertThat(other.hasNext()).isFalse();
        assertThatThrownBy(other::next).isInstanceOf(NoSuchElementException.class);
        assertThatThrownBy(() -> client.changes()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aServerThatDoesNotWaitIsNotAskedWithoutPause() {
        var nothing =
                Interference.answer(200, "{\"success\":true,\"msg\":\"\",\"data\":[],\"cursor\":\"c\",\"more\":false}");
        try (var relay = new Interference(platform.baseUrl());
                var client = merchant.client(relay.url()).build();
                var changes = client.changes()) {
            var cursor = changes.cursor();
            set(1);
            relay.then(nothing, Interference.answer(200, """
                            {"success":true,"msg":"","data":[],"cursor":"%s","more":false}""".formatted(cursor)));
            long start = System.nanoTime();

            assertThat(quantities(next(changes, 1))).containsExactly(1);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(1_900));
        }
    }
}
