package stockroom.share;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import stockroom.share.FairShare.Outcome;

class FairShareTest {
    private static final Owner BUSY = new Owner(1, 10, 100);
    private static final Owner COLLEAGUE = new Owner(1, 10, 101);
    private static final Owner OTHER = new Owner(2, 20, 200);
    private static final Duration AT_ONCE = Duration.ofMillis(1);
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Executor THREADS = Executors.newVirtualThreadPerTaskExecutor();

    private final FairShare share = new FairShare(8);

    private Outcome take(Owner owner, int units, Duration wait) {
        return take(share, owner, units, wait);
    }

    private static Outcome take(FairShare from, Owner owner, int units) {
        return take(from, owner, units, AT_ONCE);
    }

    private static Outcome take(FairShare from, Owner owner, int units, Duration wait) {
        try {
            return from.take(owner, units, wait);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aloneACallerMayHaveItAllAndNoMore() {
        for (int i = 0; i < 8; i++) {
            assertThat(take(BUSY, 1, AT_ONCE)).isEqualTo(Outcome.TAKEN);
        }

        assertThat(take(BUSY, 1, LONG)).isEqualTo(Outcome.EXHAUSTED);
        share.giveBack(BUSY, 1);
        assertThat(take(BUSY, 1, AT_ONCE)).isEqualTo(Outcome.TAKEN);
    }

    @Test
    void whoHasLessWaitsAndIsNextWhileWhoHasMoreIsRefusedAtOnce() {
        take(BUSY, 8, AT_ONCE);
        var waiting = CompletableFuture.supplyAsync(() -> take(OTHER, 1, LONG), THREADS);
        await().atMost(60, SECONDS).until(() -> share.waiting() == 1);

        assertThat(take(BUSY, 1, LONG)).isEqualTo(Outcome.ABOVE_SHARE);
        share.giveBack(BUSY, 1);
        assertThat(waiting.join()).isEqualTo(Outcome.TAKEN);
    }

    @Test
    void accountsOfOneApplicationShareWhatItHas() {
        take(OTHER, 2, AT_ONCE);
        take(BUSY, 3, AT_ONCE);
        take(COLLEAGUE, 1, AT_ONCE);
        take(OTHER, 2, AT_ONCE);

        assertThat(take(BUSY, 1, LONG)).isEqualTo(Outcome.ABOVE_SHARE);
        assertThat(take(OTHER, 1, LONG)).isEqualTo(Outcome.ABOVE_SHARE);
        assertThat(take(COLLEAGUE, 1, AT_ONCE)).isEqualTo(Outcome.EXHAUSTED);
    }

    /// Serving a caller changes which one has spent least.
    @Test
    void everybodyWhoWaitsIsServedWhateverEachHasSpent() {
        var one = new FairShare(1);
        var owners = List.of(BUSY, COLLEAGUE, OTHER);
        var served = IntStream.range(0, 24)
                .mapToObj(i -> CompletableFuture.runAsync(
                        () -> {
                            var owner = owners.get(i % owners.size());
                            for (int turn = 0; turn < 2_000; turn++) {
                                try {
                                    assertThat(one.await(owner, LONG.toNanos())).isTrue();
                                } catch (InterruptedException e) {
                                    throw new AssertionError(e);
                                }
                                one.giveBack(
                                        owner, 1, ThreadLocalRandom.current().nextLong(1_000_000));
                            }
                        },
                        THREADS))
                .toArray(CompletableFuture[]::new);

        assertThat(CompletableFuture.allOf(served)).succeedsWithin(Duration.ofMinutes(2));
        assertThat(one.used()).isZero();
        assertThat(one.waiting()).isZero();
    }

    @Test
    void whoGoesAwayLeavesNothingBehind() {
        take(BUSY, 8, AT_ONCE);
        assertThat(take(OTHER, 8, AT_ONCE)).isEqualTo(Outcome.EXHAUSTED);
        assertThat(share.waiting()).isZero();
        share.giveBack(BUSY, 8);

        assertThat(take(COLLEAGUE, 8, AT_ONCE)).isEqualTo(Outcome.TAKEN);
        assertThat(take(COLLEAGUE, 1, AT_ONCE)).isEqualTo(Outcome.EXHAUSTED);
    }

    @Test
    void whatACallerMayKeepForLongItNeverHasAllOf() {
        var held = FairShare.ofWhatIsHeld(8);
        assertThat(take(held, BUSY, 4)).isEqualTo(Outcome.TAKEN);
        assertThat(take(held, BUSY, 2)).isEqualTo(Outcome.TAKEN);
        assertThat(take(held, BUSY, 1)).isEqualTo(Outcome.EXHAUSTED);

        assertThat(take(held, OTHER, 1)).isEqualTo(Outcome.TAKEN);
        assertThat(take(held, COLLEAGUE, 1)).isEqualTo(Outcome.TAKEN);
        assertThat(take(held, BUSY, 1)).isEqualTo(Outcome.ABOVE_SHARE);
        held.giveBack(BUSY, 6);
        assertThat(take(held, BUSY, 6)).isEqualTo(Outcome.TAKEN);
    }

    @Test
    void oneWhoWantedMuchAndLeavesLetsOthersPass() {
        take(BUSY, 6, AT_ONCE);
        var large = CompletableFuture.supplyAsync(() -> take(OTHER, 4, Duration.ofSeconds(2)), THREADS);
        // on a paused machine, the wait may be over already
        await().pollDelay(Duration.ZERO).atMost(60, SECONDS).until(() -> share.waiting() == 1 || large.isDone());
        var small = CompletableFuture.supplyAsync(() -> take(COLLEAGUE, 1, LONG), THREADS);

        assertThat(large.join()).isEqualTo(Outcome.EXHAUSTED);
        assertThat(small.join()).isEqualTo(Outcome.TAKEN);
    }

    @Test
    void anInterruptedOneGetsNothingOfWhatIsFreeEither() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> share.await(OTHER, LONG.toNanos())).isInstanceOf(InterruptedException.class);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> share.take(OTHER, 1, LONG)).isInstanceOf(InterruptedException.class);

        assertThat(share.used()).isZero();
    }

    @Test
    void anInterruptedOneLeavesWithoutAnything() throws InterruptedException {
        take(BUSY, 8, AT_ONCE);
        var thrown = new CompletableFuture<Throwable>();
        var thread = Thread.ofVirtual()
                .start(() -> thrown.complete(
                        org.assertj.core.api.Assertions.catchThrowable(() -> share.await(OTHER, LONG.toNanos()))));
        await().atMost(60, SECONDS).until(() -> share.waiting() == 1);

        thread.interrupt();

        assertThat(thrown.join()).isInstanceOf(InterruptedException.class);
        assertThat(share.waiting()).isZero();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> share.await(OTHER, LONG.toNanos())).isInstanceOf(InterruptedException.class);
        assertThat(share.used()).isEqualTo(8);
    }

    @Test
    void neverMoreThanThereIsAndAllOfItComesBack() {
        var inUse = new AtomicInteger();
        var tooMany = new CopyOnWriteArrayList<Integer>();
        var owners = List.of(BUSY, COLLEAGUE, OTHER, Owner.NODE);
        var workers = IntStream.range(0, 64)
                .mapToObj(i -> CompletableFuture.runAsync(() -> work(owners.get(i % 4), inUse, tooMany), THREADS))
                .toArray(CompletableFuture[]::new);

        CompletableFuture.allOf(workers).join();

        assertThat(tooMany).isEmpty();
        assertThat(share.used()).isZero();
        assertThat(share.waiting()).isZero();
        assertThat(take(BUSY, 8, AT_ONCE)).isEqualTo(Outcome.TAKEN);
    }

    private void work(Owner owner, AtomicInteger inUse, List<Integer> tooMany) {
        for (int i = 0; i < 500; i++) {
            int units = ThreadLocalRandom.current().nextInt(1, 4);
            if (take(owner, units, Duration.ofMillis(ThreadLocalRandom.current().nextInt(3))) == Outcome.TAKEN) {
                int now = inUse.addAndGet(units);
                if (now > 8) {
                    tooMany.add(now);
                }
                LockSupport.parkNanos(1);
                inUse.addAndGet(-units);
                share.giveBack(owner, units);
            }
        }
    }
}
