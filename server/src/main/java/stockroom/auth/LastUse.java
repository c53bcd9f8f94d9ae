package stockroom.auth;

import static java.util.stream.Collectors.toMap;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import stockroom.database.Database;
import stockroom.database.PeriodicTask;

/// Records when credentials were last used, to the minute. Requests note it in memory, and one thread writes it
/// in batches. A killed process loses what is not yet written.
public final class LastUse implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofSeconds(15);
    private static final Duration FORGET_EVERY = Duration.ofDays(1);
    private static final long MINUTE = Duration.ofMinutes(1).toMillis();
    private static final int MAX_NOTED = 1_000_000;
    private static final int MAX_WRITTEN = 1_000;

    private final LastUseStore store;
    private final InstantSource clock;
    private final Map<Object, Long> noted = new ConcurrentHashMap<>();
    /// Only the writer thread touches this map.
    private final Map<Object, Long> written = new HashMap<>();

    private Instant nextForgetting;
    private final PeriodicTask writer;

    public LastUse(Database database, InstantSource clock) {
        this.store = new LastUseStore(database);
        this.clock = clock;
        this.nextForgetting = clock.instant().plus(FORGET_EVERY);
        this.writer = PeriodicTask.start("last-use", PAUSE, this::write);
    }

    private record SecretSlot(long application, int slot) {
        @Override
        public String toString() {
            return "secret " + application + " " + slot;
        }
    }

    private record OperatorKeyId(long id) {
        @Override
        public String toString() {
            return "operator key " + id;
        }
    }

    void secret(long application, int slot) {
        note(new SecretSlot(application, slot));
    }

    void token(TokenHash token) {
        note(token);
    }

    public void operatorKey(long key) {
        note(new OperatorKeyId(key));
    }

    private void note(Object credential) {
        long now = clock.millis();
        var last = noted.get(credential);
        if (last == null ? noted.size() < MAX_NOTED : now / MINUTE > last / MINUTE) {
            noted.put(credential, now);
        }
    }

    private static String name(Object credential) {
        return credential instanceof TokenHash token ? "token " + token.hex() : credential.toString();
    }

    private void write() {
        var due = new ArrayList<Map.Entry<Object, Long>>();
        noted.forEach((credential, millis) -> {
            if (!millis.equals(written.get(credential))) {
                due.add(Map.entry(credential, millis));
            }
        });
        for (int i = 0; i < due.size(); i += MAX_WRITTEN) {
            write(due.subList(i, Math.min(i + MAX_WRITTEN, due.size())));
        }
        forget();
    }

    private void write(List<Map.Entry<Object, Long>> uses) {
        store.write(uses.stream().collect(toMap(use -> name(use.getKey()), Map.Entry::getValue)));
        uses.forEach(use -> written.put(use.getKey(), use.getValue()));
    }

    private void forget() {
        long now = clock.millis();
        written.entrySet().removeIf(use -> {
            boolean old = now / MINUTE > use.getValue() / MINUTE + 1;
            return old && noted.remove(use.getKey(), use.getValue());
        });
        if (clock.instant().isAfter(nextForgetting)) {
            store.forget();
            nextForgetting = clock.instant().plus(FORGET_EVERY);
        }
    }

    @Override
    public void close() {
        writer.closeAfterLastRun();
    }
}
