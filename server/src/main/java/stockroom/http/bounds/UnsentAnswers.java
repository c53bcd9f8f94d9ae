package stockroom.http.bounds;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import stockroom.http.failure.Failure;
import stockroom.share.Owner;

/// Limits the memory of responses that callers read slowly or not at all. A caller may hold three bytes for
/// each left free. If a response does not fit, those unread for a while are given up, largest holder first.
public final class UnsentAnswers {
    /// Every caller has this long to read, even when memory is short.
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final long HELD_PER_FREE = 3;

    private final long capacity;
    private final Set<Unsent> unsent = new LinkedHashSet<>();
    private final Map<Owner, Long> bytesOf = new HashMap<>();
    private long bytes;
    private long givenUp;

    public UnsentAnswers(long capacity) {
        this.capacity = capacity;
    }

    public static final class Unsent {
        private final Owner owner;
        private final int bytes;
        private final Runnable giveUp;
        private final long since = System.nanoTime();

        private Unsent(Owner owner, int bytes, Runnable giveUp) {
            this.owner = owner;
            this.bytes = bytes;
            this.giveUp = giveUp;
        }
    }

    public Unsent add(Owner owner, int size, Runnable giveUp) {
        var added = new Unsent(owner, size, giveUp);
        List<Unsent> unread = List.of();
        boolean fits;
        synchronized (this) {
            if (!fits(owner, size)) {
                unread = giveUpUnread(owner, size);
            }
            fits = fits(owner, size);
            if (fits) {
                unsent.add(added);
                bytes += size;
                bytesOf.merge(owner, (long) size, Long::sum);
            }
        }
        unread.forEach(each -> each.giveUp.run());
        if (!fits) {
            throw isAboveShare(owner) ? NodeShares.tooManyAtOnce() : new Failure.Overloaded();
        }
        return added;
    }

    /// Admits the first response of a caller if there is memory for it.
    private boolean fits(Owner owner, int size) {
        long held = bytesOf.getOrDefault(owner, 0L);
        long free = capacity - bytes - size;
        return free >= 0 && (held == 0 || held + size <= HELD_PER_FREE * free);
    }

    private List<Unsent> giveUpUnread(Owner owner, int size) {
        long now = System.nanoTime();
        var chosen = new ArrayList<Unsent>();
        for (var each : unsent.stream()
                .filter(answer -> now - answer.since > PATIENCE.toNanos())
                .sorted(Comparator.comparing((Unsent answer) -> bytesOf.getOrDefault(answer.owner, 0L))
                        .reversed())
                .toList()) {
            if (fits(owner, size)) {
                break;
            }
            chosen.add(each);
            sent(each);
        }
        givenUp += chosen.size();
        return chosen;
    }

    private synchronized boolean isAboveShare(Owner owner) {
        return bytesOf.size() > 1 && bytesOf.getOrDefault(owner, 0L) > capacity / bytesOf.size();
    }

    public synchronized void sent(Unsent answer) {
        if (unsent.remove(answer)) {
            bytes -= answer.bytes;
            bytesOf.computeIfPresent(answer.owner, (_, held) -> held == answer.bytes ? null : held - answer.bytes);
        }
    }

    public synchronized long bytes() {
        return bytes;
    }

    public synchronized long givenUp() {
        return givenUp;
    }
}
