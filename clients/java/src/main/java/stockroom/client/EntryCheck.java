package stockroom.client;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Holds entries against the interface's bounds, all of them before anything is sent.
final class EntryCheck {
    private static final int LARGEST_SIZE = 999;
    private static final int LARGEST_STOCK = 999_999_999;
    private static final int LONGEST_TEXT = 64;
    static final int COLOURS_PER_PRODUCT = 300;
    private static final int SHOWN = 40;

    private final List<EntryFault> faults = new ArrayList<>();
    private final Map<Integer, Set<String>> colours = new HashMap<>();
    private final Map<StockEntry, Integer> seen = new HashMap<>();

    private EntryCheck() {}

    static List<EntryFault> of(List<StockEntry> entries) {
        var check = new EntryCheck();
        for (int i = 0; i < entries.size(); i++) {
            check.entry(i, entries.get(i));
        }
        return check.faults;
    }

    private void entry(int index, StockEntry entry) {
        int before = faults.size();
        if (entry.pid() < 1) {
            add(index, "pid", "ID_INVALID", "%d (expected: a product id, from 1)".formatted(entry.pid()));
        }
        var colour = text(given(entry.colour()));
        if (colour.isEmpty() || !fits(colour)) {
            add(
                    index,
                    "colour",
                    "COLOR_INVALID",
                    shown(given(entry.colour()))
                            + " (expected: a colour name of 1 to 64 characters without control characters)");
        }
        if (entry.size() < 1 || entry.size() > LARGEST_SIZE) {
            add(index, "size", "SIZE_INVALID", "%d (expected: 1 to 999)".formatted(entry.size()));
        }
        if (entry.stock() < 0 || entry.stock() > LARGEST_STOCK) {
            add(index, "stock", "STOCK_INVALID", "%d (expected: 0 to 999999999)".formatted(entry.stock()));
        }
        if (entry.barCode() != null && !fits(text(entry.barCode()))) {
            add(
                    index,
                    "barCode",
                    "BAR_CODE_INVALID",
                    shown(entry.barCode()) + " (expected: at most 64 characters without control characters)");
        }
        if (faults.size() == before) {
            amongOthers(index, entry, colour);
        }
    }

    private void amongOthers(int index, StockEntry entry, String colour) {
        var first = seen.putIfAbsent(new StockEntry(entry.pid(), colour, entry.size(), 0), index);
        if (first != null) {
            var message = "product %d, colour %s, size %d stands in [%d] already; keep one of them"
                    .formatted(entry.pid(), colour, entry.size(), first);
            faults.add(new EntryFault(index, "", "ENTRY_REPEATED", message, OptionalInt.of(first)));
            return;
        }
        var known = colours.computeIfAbsent(entry.pid(), product -> new HashSet<>());
        if (!known.contains(colour) && known.size() >= COLOURS_PER_PRODUCT) {
            add(
                    index,
                    "colour",
                    "COLORS_TOO_MANY",
                    "product %d has more than %d colours".formatted(entry.pid(), COLOURS_PER_PRODUCT));
            return;
        }
        known.add(colour);
    }

    private void add(int index, String field, String code, String message) {
        faults.add(new EntryFault(index, field, code, message, OptionalInt.empty()));
    }

    /// Callers without null checks pass null; they are told which entry, as for an empty one.
    private static String given(@Nullable String text) {
        return text == null ? "" : text;
    }

    /// As the server keeps it: trimmed, in Unicode's composed form.
    static String text(String text) {
        return Normalizer.normalize(text.strip(), Normalizer.Form.NFC);
    }

    private static boolean fits(String text) {
        return text.codePointCount(0, text.length()) <= LONGEST_TEXT
                && text.codePoints()
                        .noneMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE);
    }

    private static String shown(String text) {
        if (text.isBlank()) {
            return "nothing";
        }
        var plain = text.codePoints()
                .limit(SHOWN)
                .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE ? '?' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append);
        return text.codePointCount(0, text.length()) > SHOWN ? plain + "…" : plain.toString();
    }
}
