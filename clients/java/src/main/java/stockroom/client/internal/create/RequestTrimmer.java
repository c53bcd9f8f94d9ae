package stockroom.client.internal.create;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import stockroom.client.BadRequestException;
import stockroom.client.RefusedException;
import stockroom.client.StockroomException;
import stockroom.client.Violation;
import stockroom.client.internal.http.Message;
import stockroom.client.model.StockItem;

/// Removes what the server refuses from a request and returns the rest to send again, because one bad product would
/// otherwise hold back 299 good colours. A failure of the whole request or of an unknown kind ends the run.
final class RequestTrimmer {
    private static final Pattern PLACE = Pattern.compile("\\[(\\d{1,6})](?:\\.param\\[(\\d{1,6})])?.*");

    private final Outcome outcome;
    private final Locale language;
    private final IntFunction<List<StockItem>> stockOf;
    /// Counts how often each product was refused for its colours.
    private final Map<Integer, Integer> colorRefusals = new HashMap<>();

    RequestTrimmer(Outcome outcome, Locale language, IntFunction<List<StockItem>> stockOf) {
        this.outcome = outcome;
        this.language = language;
        this.stockOf = stockOf;
    }

    /// Returns the requests still worth sending. Throws a failure that cannot be fixed.
    List<StockRequest> trim(StockRequest request, StockroomException failure) {
        if (failure instanceof BadRequestException) {
            return failure.status() == 413 ? halves(request, failure) : withoutViolations(request, failure);
        }
        return switch (failure.code()) {
            case "PRODUCT_UNKNOWN" -> withoutProducts(request, failure, Message.PRODUCT_UNKNOWN);
            case "PRODUCT_FULL", "COLORS_TOO_MANY" -> {
                if (concernsItemNumber(request, failure)) {
                    yield withoutItemNumber(request, failure);
                }
                yield failure.code().equals("PRODUCT_FULL")
                        ? withoutProducts(request, failure, Message.PRODUCT_FULL)
                        : withoutTooMany(request, failure);
            }
            case "ART_NO_UNKNOWN", "STOCK_CHANGED_MEANWHILE", "STOCK_BELOW_ZERO", "STOCK_TOO_LARGE" ->
                withoutViolations(request, failure);
            default -> throw failure;
        };
    }

    /// Tells whether the refused product is named by item number in the request; the server names products by id.
    private static boolean concernsItemNumber(StockRequest request, StockroomException failure) {
        return Collections.disjoint(request.products(), failure.products())
                && request.groups().stream().anyMatch(group -> group.artNo() != null);
    }

    /// Sends halves until the refused colour is alone.
    private List<StockRequest> withoutItemNumber(StockRequest request, StockroomException failure) {
        if (request.groups().size() > 1) {
            return halves(request, failure);
        }
        var group = request.groups().get(0);
        reject(group, failure.code(), Message.NO_ROOM.in(language, group.artNo()));
        return List.of();
    }

    private List<StockRequest> withoutProducts(StockRequest request, StockroomException failure, Message reason) {
        var refused = refusedProducts(request, failure);
        for (var group : request.groups()) {
            if (refused.contains(group.pid())) {
                reject(group, failure.code(), reason.in(language, group.pid()));
            }
        }
        return List.of(request.only(group -> !refused.contains(group.pid())));
    }

    /// Keeps the colours the product has, and new ones up to its limit. If it is refused again because another
    /// program adds colours, only the existing ones stay, and after that none.
    private List<StockRequest> withoutTooMany(StockRequest request, StockroomException failure) {
        Set<ColorGroup> out = new HashSet<>();
        for (int product : refusedProducts(request, failure)) {
            int times = colorRefusals.merge(product, 1, Integer::sum);
            var existing = times > 2 ? Set.<String>of() : colorsOf(product);
            int room = times > 1 ? 0 : Math.max(0, EntryCheck.MAX_COLORS_PER_PRODUCT - existing.size());
            for (var group : request.groups()) {
                if (group.pid() == product && !existing.contains(group.color()) && room-- <= 0) {
                    out.add(group);
                    reject(
                            group,
                            failure.code(),
                            Message.COLORS_FULL.in(language, product, EntryCheck.MAX_COLORS_PER_PRODUCT));
                }
            }
        }
        if (out.isEmpty()) {
            // there was room by its stock list, but the server disagrees: keep fewer
            return withoutTooMany(request, failure);
        }
        return List.of(request.only(group -> !out.contains(group)));
    }

    private Set<String> colorsOf(int product) {
        try {
            return stockOf.apply(product).stream().map(StockItem::color).collect(Collectors.toSet());
        } catch (RefusedException e) {
            return Set.of();
        }
    }

    /// Returns the refused products. Fails if none of them is in the request.
    private static Set<Integer> refusedProducts(StockRequest request, StockroomException failure) {
        var products = request.products();
        products.retainAll(Set.copyOf(failure.products()));
        if (products.isEmpty()) {
            throw failure;
        }
        return products;
    }

    /// Halves a request that is too large for a proxy.
    private static List<StockRequest> halves(StockRequest request, StockroomException failure) {
        var groups = request.groups();
        if (groups.size() == 1) {
            throw failure;
        }
        return List.of(
                new StockRequest(groups.subList(0, groups.size() / 2)),
                new StockRequest(groups.subList(groups.size() / 2, groups.size())));
    }

    /// Removes entries that are not as expected or that a stricter server refuses.
    private List<StockRequest> withoutViolations(StockRequest request, StockroomException failure) {
        Map<Integer, Set<Integer>> bad = new HashMap<>();
        for (var violation : failure.violations()) {
            var place = PLACE.matcher(violation.at());
            if (!place.matches() || !reject(request, place, violation, bad)) {
                throw failure;
            }
        }
        if (bad.isEmpty()) {
            throw failure;
        }
        List<ColorGroup> kept = new ArrayList<>();
        for (int i = 0; i < request.groups().size(); i++) {
            var group = request.groups().get(i).without(bad.getOrDefault(i, Set.of()));
            if (!group.sizes().isEmpty()) {
                kept.add(group);
            }
        }
        return List.of(new StockRequest(kept));
    }

    private boolean reject(StockRequest request, Matcher place, Violation violation, Map<Integer, Set<Integer>> bad) {
        int number = Integer.parseInt(place.group(1));
        if (number >= request.groups().size()) {
            return false;
        }
        var group = request.groups().get(number);
        var items = bad.computeIfAbsent(number, any -> new HashSet<>());
        int first = place.group(2) == null ? 0 : Integer.parseInt(place.group(2));
        int last = place.group(2) == null ? group.sizes().size() - 1 : first;
        for (int i = first; i <= last && i < group.sizes().size(); i++) {
            if (items.add(i)) {
                group.sizes()
                        .get(i)
                        .entries()
                        .forEach(index ->
                                outcome.reject(index, violation.code(), violation.message(), violation.stock()));
            }
        }
        return first < group.sizes().size();
    }

    private void reject(ColorGroup group, String code, String reason) {
        group.entries().forEach(index -> outcome.reject(index, code, reason, null));
    }
}
