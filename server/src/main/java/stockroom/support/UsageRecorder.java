package stockroom.support;

import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import stockroom.auth.Caller;
import stockroom.auth.MerchantEndpoint;
import stockroom.database.Database;
import stockroom.database.PeriodicTask;
import stockroom.database.clock.ClockStore;
import stockroom.http.Answer;
import stockroom.http.failure.Failure;
import stockroom.support.DailyUsageStore.DailyUsage;

/// Counts calls of accounts in memory and writes them in the background. Some may be lost or counted twice: the
/// figures are for people, and no limit depends on them.
public final class UsageRecorder implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMinutes(1);
    private static final int MAX_WRITTEN = 1_000;

    private final DailyUsageStore store;
    private final ClockStore clocks;
    private final InstantSource clock;
    private final ZoneId dayZone;
    private final Map<AccountDay, DailyUsage> counted = new ConcurrentHashMap<>();
    private final PeriodicTask writer;
    private LocalDate forgotten = LocalDate.MIN;

    public enum Kind {
        READ,
        WRITE,
        DETAIL,
        REPORT,
        REFUSED
    }

    private record AccountDay(long merchant, long account, LocalDate day) {}

    public UsageRecorder(Database database, InstantSource clock, ZoneId dayZone) {
        this.store = new DailyUsageStore(database);
        this.clocks = new ClockStore(database);
        this.clock = clock;
        this.dayZone = dayZone;
        this.writer = PeriodicTask.startNow("usage", PAUSE, this::write);
    }

    /// Does not count invalid and failed calls.
    public MerchantEndpoint counted(Kind kind, MerchantEndpoint endpoint) {
        return (caller, request) -> {
            try {
                var answer = endpoint.answer(caller, request);
                count(caller, answer instanceof Answer.Refusal ? Kind.REFUSED : kind);
                return answer;
            } catch (Failure.Limited e) {
                count(caller, Kind.REFUSED);
                throw e;
            }
        };
    }

    private void count(Caller caller, Kind kind) {
        add(new DailyUsage(
                today(),
                caller.merchant().value(),
                caller.account(),
                kind == Kind.READ ? 1 : 0,
                kind == Kind.WRITE ? 1 : 0,
                kind == Kind.DETAIL ? 1 : 0,
                kind == Kind.REPORT ? 1 : 0,
                kind == Kind.REFUSED ? 1 : 0));
    }

    private LocalDate today() {
        return LocalDate.ofInstant(clock.instant(), dayZone);
    }

    private void add(DailyUsage usage) {
        counted.merge(new AccountDay(usage.merchantId(), usage.accountId(), usage.day()), usage, DailyUsage::plus);
    }

    private void write() {
        var keys = List.copyOf(counted.keySet());
        for (int i = 0; i < keys.size(); i += MAX_WRITTEN) {
            var usages = keys.subList(i, Math.min(i + MAX_WRITTEN, keys.size())).stream()
                    .map(key -> Objects.requireNonNull(counted.remove(key)))
                    .toList();
            try {
                store.add(usages);
            } catch (RuntimeException e) {
                usages.forEach(this::add);
                throw e;
            }
        }
        forget();
    }

    private void forget() {
        if (!today().equals(forgotten)) {
            clocks.trustedTime().ifPresent(time -> {
                store.forgetOld(LocalDate.ofInstant(time.toInstant(), dayZone));
                forgotten = today();
            });
        }
    }

    @Override
    public void close() {
        writer.closeAfterLastRun();
    }
}
