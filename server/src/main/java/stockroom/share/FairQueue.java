package stockroom.share;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.ToDoubleBiFunction;
import org.jspecify.annotations.Nullable;

/// Lets applications take turns, and accounts within each application, so that nobody waits behind another's
/// many requests. If spending is recorded, who spent least comes first. It is not thread-safe.
public final class FairQueue<T> {
    private final Map<Long, Map<Owner, Deque<T>>> applications = new LinkedHashMap<>();
    private final Spending spending;
    private int size;

    public FairQueue() {
        this(new Spending());
    }

    FairQueue(Spending spending) {
        this.spending = spending;
    }

    public void add(Owner owner, T element) {
        applications
                .computeIfAbsent(owner.application(), _ -> new LinkedHashMap<>())
                .computeIfAbsent(owner, _ -> new ArrayDeque<>())
                .add(element);
        size++;
    }

    public @Nullable T poll() {
        return pollIf(_ -> true);
    }

    /// A later call could see another element, since spending changes with time.
    public @Nullable T pollIf(Predicate<T> wanted) {
        if (size == 0) {
            return null;
        }
        var application = least(applications, spending::ofApplication);
        var account = least(application.getValue(), spending::of);
        if (!wanted.test(account.getValue().getFirst())) {
            return null;
        }
        size--;
        var element = account.getValue().removeFirst();
        moveToEnd(application.getValue(), account.getKey(), account.getValue().isEmpty());
        moveToEnd(applications, application.getKey(), application.getValue().isEmpty());
        return element;
    }

    public boolean remove(Owner owner, T element) {
        var accounts = applications.get(owner.application());
        var elements = accounts == null ? null : accounts.get(owner);
        if (accounts == null || elements == null || !elements.remove(element)) {
            return false;
        }
        size--;
        if (elements.isEmpty()) {
            accounts.remove(owner);
        }
        if (accounts.isEmpty()) {
            applications.remove(owner.application());
        }
        return true;
    }

    public boolean has(Owner owner) {
        return applications.getOrDefault(owner.application(), Map.of()).containsKey(owner);
    }

    public List<T> all() {
        var all = new ArrayList<T>(size);
        applications.values().forEach(accounts -> accounts.values().forEach(all::addAll));
        return all;
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    private <K, V> Map.Entry<K, V> least(Map<K, V> map, ToDoubleBiFunction<K, Long> spent) {
        if (spending.isNothing()) {
            return map.entrySet().iterator().next();
        }
        long now = System.nanoTime();
        return Collections.min(
                map.entrySet(), Comparator.comparingDouble(each -> spent.applyAsDouble(each.getKey(), now)));
    }

    private static <K, V> void moveToEnd(Map<K, V> map, K key, boolean isEmpty) {
        var value = Objects.requireNonNull(map.remove(key));
        if (!isEmpty) {
            map.put(key, value);
        }
    }
}
