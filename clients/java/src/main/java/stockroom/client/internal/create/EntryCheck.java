package stockroom.client.internal.create;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import stockroom.client.EntryViolation;
import stockroom.client.model.StockEntry;

/// Checks all entries against the server's limits before anything is sent.
public final class EntryCheck {
    private static final int MAX_SIZE = 999;
    private static final int MAX_STOCK = 999_999_999;
    /// The expected quantity if there must be no entry.
    private static final int NO_ENTRY = -1;

    private static final int MAX_TEXT = 64;
    static final int MAX_COLOURS_PER_PRODUCT = 300;
    private static final int MAX_SHOWN = 40;

    private final List<EntryViolation> violations = new ArrayList<>();
    private final Map<String, Set<String>> colours = new HashMap<>();
    private final Map<Key, Integer> seen = new HashMap<>();

    private record Key(String product, String colour, int size) {}

    private EntryCheck() {}

    public static List<EntryViolation> of(List<StockEntry> entries) {
        var check = new EntryCheck();
        for (int i = 0; i < entries.size(); i++) {
            check.entry(i, entries.get(i));
        }
        return check.violations;
    }

    private void entry(int index, StockEntry entry) {
        int before = violations.size();
        var artNo = entry.artNo();
        if (artNo != null && (text(artNo).isEmpty() || !fits(text(artNo)))) {
            add(
                    index,
                    "artNo",
                    "TEXT_INVALID",
                    shown(artNo) + " (expected: 1 to 64 characters without control characters)");
        }
        if (artNo == null && entry.pid() < 1) {
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
        if (entry.size() < 1 || entry.size() > MAX_SIZE) {
            add(index, "size", "SIZE_INVALID", "%d (expected: 1 to 999)".formatted(entry.size()));
        }
        quantities(index, entry);
        if (entry.barCode() != null && !fits(text(entry.barCode()))) {
            add(
                    index,
                    "barCode",
                    "BAR_CODE_INVALID",
                    shown(entry.barCode()) + " (expected: at most 64 characters without control characters)");
        }
        if (violations.size() == before) {
            amongOthers(index, entry, colour);
        }
    }

    private void quantities(int index, StockEntry entry) {
        if (entry.stock() < 0 || entry.stock() > MAX_STOCK) {
            add(index, "stock", "STOCK_INVALID", "%d (expected: 0 to 999999999)".formatted(entry.stock()));
        }
        var expected = entry.expected();
        if (expected != null && (expected < NO_ENTRY || expected > MAX_STOCK)) {
            add(
                    index,
                    "expected",
                    "EXPECTED_INVALID",
                    "%d (expected: 0 to 999999999, or -1 for no entry)".formatted(expected));
        }
        var delta = entry.delta();
        if (delta != null && (delta < -MAX_STOCK || delta > MAX_STOCK)) {
            add(index, "delta", "DELTA_INVALID", "%d (expected: -999999999 to 999999999)".formatted(delta));
        }
    }

    private void amongOthers(int index, StockEntry entry, String colour) {
        var first = seen.putIfAbsent(new Key(product(entry), colour, entry.size()), index);
        if (first != null) {
            var message = "product %s, colour %s, size %d is already in [%d]; keep one of them"
                    .formatted(product(entry), colour, entry.size(), first);
            violations.add(new EntryViolation(index, "", "ENTRY_REPEATED", message, OptionalInt.of(first)));
            return;
        }
        var known = colours.computeIfAbsent(product(entry), product -> new HashSet<>());
        if (!known.contains(colour) && known.size() >= MAX_COLOURS_PER_PRODUCT) {
            add(
                    index,
                    "colour",
                    "COLORS_TOO_MANY",
                    "product %s has more than %d colours".formatted(product(entry), MAX_COLOURS_PER_PRODUCT));
            return;
        }
        known.add(colour);
    }

    /// Returns a text that identifies the product.
    static String product(StockEntry entry) {
        return entry.artNo() == null ? Integer.toString(entry.pid()) : "\"" + text(entry.artNo()) + "\"";
    }

    private void add(int index, String field, String code, String message) {
        violations.add(new EntryViolation(index, field, code, message, OptionalInt.empty()));
    }

    /// Treats null, which callers without null checks may pass, as empty.
    private static String given(@Nullable String text) {
        return text == null ? "" : text;
    }

    /// Trims and composes the text (NFC) as the server does.
    static String text(String text) {
        return Normalizer.normalize(text.strip(), Normalizer.Form.NFC);
    }

    private static boolean fits(String text) {
        return text.codePointCount(0, text.length()) <= MAX_TEXT
                && text.codePoints()
                        .noneMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE);
    }

    private static String shown(String text) {
        if (text.isBlank()) {
            return "nothing";
        }
        var plain = text.codePoints()
                .limit(MAX_SHOWN)
                .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE ? '?' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append);
        return text.codePointCount(0, text.length()) > MAX_SHOWN ? plain + "…" : plain.toString();
    }
}
