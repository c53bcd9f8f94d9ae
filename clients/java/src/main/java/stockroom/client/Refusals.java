package stockroom.client;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A request is written whole or not at all, so one bad product would keep back 299 good colours. Here what the server
/// will not take is taken out and rejected, and the rest is sent again. What it says of the whole request (or what
/// this client does not know) is not for us to fix, and ends the run.
final class Refusals {
    private static final Pattern NUMBER = Pattern.compile("\\d{1,10}");
    private static final Pattern LIST_BEGINS = Pattern.compile("[:：]");
    private static final Pattern PLACE = Pattern.compile("\\[(\\d{1,6})](?:\\.param\\[(\\d{1,6})])?.*");

    private final CreateReport report;
    private final ColoursOf coloursOf;
    /// How often a product was refused for its colours.
    private final Map<Integer, Integer> crowded = new HashMap<>();

    Refusals(CreateReport report, ColoursOf coloursOf) {
        this.report = report;
        this.coloursOf = coloursOf;
    }

    /// Answers what is still worth sending; throws what cannot be fixed.
    List<StockRequest> takeOut(StockRequest request, StockroomException why) {
        if (why instanceof BadRequestException) {
            return why.status() == 413 ? halves(request, why) : withoutFaults(request, why);
        }
        return switch (why.code()) {
            case "PRODUCT_UNKNOWN" -> withoutMissing(request, why);
            case "COLORS_TOO_MANY" -> withoutTooMany(request, why);
            default -> throw why;
        };
    }

    private List<StockRequest> withoutMissing(StockRequest request, StockroomException why) {
        var missing = named(request, why.reason());
        if (missing.isEmpty()) {
            return byProduct(request, why);
        }
        for (var group : request.groups()) {
            if (missing.contains(group.pid())) {
                reject(group, why.code(), "product %d does not exist".formatted(group.pid()));
            }
        }
        return List.of(request.only(group -> !missing.contains(group.pid())));
    }

    /// Colours the product has already do no harm, and new ones may stay up to its limit. Refused once more, as when
    /// somebody else adds colours at the same time, only the known ones stay, and then none.
    private List<StockRequest> withoutTooMany(StockRequest request, StockroomException why) {
        var products = named(request, why.reason());
        if (products.isEmpty()) {
            return byProduct(request, why);
        }
        Set<ColourGroup> out = new HashSet<>();
        for (int product : products) {
            int times = crowded.merge(product, 1, Integer::sum);
            var known = times > 2 ? Set.<String>of() : coloursOf.product(product);
            int room = times > 1 ? 0 : Math.max(0, EntryCheck.COLOURS_PER_PRODUCT - known.size());
            for (var group : request.groups()) {
                if (group.pid() == product && !known.contains(group.colour()) && room-- <= 0) {
                    out.add(group);
                    reject(
                            group,
                            why.code(),
                            "product %d has its %d colours already".formatted(product, EntryCheck.COLOURS_PER_PRODUCT));
                }
            }
        }
        if (out.isEmpty()) {
            // refused again with the same request, it is known to be more than its room
            return withoutTooMany(request, why);
        }
        return List.of(request.only(group -> !out.contains(group)));
    }

    /// The products a message lists, in whatever language: the numbers after its colon that are in the request.
    private static Set<Integer> named(StockRequest request, String message) {
        Set<Integer> named = new HashSet<>();
        Matcher colon = LIST_BEGINS.matcher(message);
        if (colon.find()) {
            var products = request.products();
            var numbers = NUMBER.matcher(message.substring(colon.end()));
            while (numbers.find()) {
                long number = Long.parseLong(numbers.group());
                if (number <= Integer.MAX_VALUE && products.contains((int) number)) {
                    named.add((int) number);
                }
            }
        }
        return named;
    }

    /// A message that names none: found by halving, each half in a turn of its own.
    private List<StockRequest> byProduct(StockRequest request, StockroomException why) {
        var products = List.copyOf(request.products());
        if (products.size() == 1) {
            request.groups().forEach(group -> reject(group, why.code(), why.reason()));
            return List.of();
        }
        var half = Set.copyOf(products.subList(0, products.size() / 2));
        return List.of(
                request.only(group -> half.contains(group.pid())), request.only(group -> !half.contains(group.pid())));
    }

    /// Something in between allows less than the server does.
    private static List<StockRequest> halves(StockRequest request, StockroomException why) {
        var groups = request.groups();
        if (groups.size() == 1) {
            throw why;
        }
        return List.of(
                new StockRequest(groups.subList(0, groups.size() / 2)),
                new StockRequest(groups.subList(groups.size() / 2, groups.size())));
    }

    /// A server that is stricter than this client says where.
    private List<StockRequest> withoutFaults(StockRequest request, StockroomException why) {
        Map<Integer, Set<Integer>> bad = new HashMap<>();
        for (var fault : why.faults()) {
            var place = PLACE.matcher(fault.at());
            if (!place.matches() || !reject(request, place, fault, bad)) {
                throw why;
            }
        }
        if (bad.isEmpty()) {
            throw why;
        }
        List<ColourGroup> kept = new ArrayList<>();
        for (int i = 0; i < request.groups().size(); i++) {
            var group = request.groups().get(i).without(bad.getOrDefault(i, Set.of()));
            if (!group.sizes().isEmpty()) {
                kept.add(group);
            }
        }
        return List.of(new StockRequest(kept));
    }

    /// Answers false where the request has no such place.
    private boolean reject(StockRequest request, Matcher place, Fault fault, Map<Integer, Set<Integer>> bad) {
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
                group.sizes().get(i).entries().forEach(index -> report.reject(index, fault.code(), fault.message()));
            }
        }
        return first < group.sizes().size();
    }

    private void reject(ColourGroup group, String code, String reason) {
        group.entries().forEach(index -> report.reject(index, code, reason));
    }
}
