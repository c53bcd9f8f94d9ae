package stockroom.client.internal.create;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import stockroom.client.EntryViolation;
import stockroom.client.internal.http.Message;
import stockroom.client.model.StockEntry;

/// Checks all entries against the server's limits before anything is sent.
public final class EntryCheck {
    private static final int MAX_SIZE = 999;
    private static final int MAX_STOCK = 999_999_999;
    /// The expected quantity if there must be no entry.
    private static final int NO_ENTRY = -1;

    private static final int MAX_TEXT = 64;
    static final int MAX_COLORS_PER_PRODUCT = 300;
    private static final int MAX_SHOWN = 40;

    private final Locale language;
    private final List<EntryViolation> violations = new ArrayList<>();
    private final Map<String, Set<String>> colors = new HashMap<>();
    private final Map<Key, Integer> seen = new HashMap<>();

    private record Key(String product, String color, int size) {}

    private EntryCheck(Locale language) {
        this.language = language;
    }

    public static List<EntryViolation> of(List<StockEntry> entries, Locale language) {
        var check = new EntryCheck(language);
        for (int i = 0; i < entries.size(); i++) {
            check.entry(i, entries.get(i));
        }
        return check.violations;
    }

    private void entry(int index, StockEntry entry) {
        int before = violations.size();
        product(index, entry);
        var color = text(given(entry.color()));
        if (color.isEmpty() || !fits(color)) {
            add(index, "color", "COLOR_INVALID", Message.COLOR_INVALID, shown(given(entry.color())));
        }
        if (entry.size() < 1 || entry.size() > MAX_SIZE) {
            add(index, "size", "SIZE_INVALID", Message.SIZE_INVALID, entry.size());
        }
        quantities(index, entry);
        if (entry.barCode() != null && !fits(text(entry.barCode()))) {
            add(index, "barCode", "BAR_CODE_INVALID", Message.BAR_CODE_INVALID, shown(entry.barCode()));
        }
        if (violations.size() == before) {
            amongOthers(index, entry, color);
        }
    }

    private void product(int index, StockEntry entry) {
        var artNo = entry.artNo();
        if (artNo == null) {
            if (entry.pid() < 1) {
                add(index, "pid", "ID_INVALID", Message.PID_INVALID, entry.pid());
            }
        } else if (entry.pid() != 0) {
            add(index, "artNo", "ART_NO_WITH_PID", Message.ART_NO_WITH_PID);
        } else if (text(artNo).isEmpty() || !fits(text(artNo))) {
            add(index, "artNo", "TEXT_INVALID", Message.ART_NO_INVALID, shown(artNo));
        }
    }

    private void quantities(int index, StockEntry entry) {
        if (entry.stock() < 0 || entry.stock() > MAX_STOCK) {
            add(index, "stock", "STOCK_INVALID", Message.STOCK_INVALID, entry.stock());
        }
        var expected = entry.expected();
        if (expected != null && (expected < NO_ENTRY || expected > MAX_STOCK)) {
            add(index, "expected", "EXPECTED_INVALID", Message.EXPECTED_INVALID, expected);
        }
        var delta = entry.delta();
        if (delta == null) {
            return;
        }
        if (entry.stock() != 0 || expected != null) {
            add(index, "delta", "DELTA_WITH_STOCK", Message.DELTA_WITH_STOCK);
        } else if (delta < -MAX_STOCK || delta > MAX_STOCK) {
            add(index, "delta", "DELTA_INVALID", Message.DELTA_INVALID, delta);
        }
    }

    private void amongOthers(int index, StockEntry entry, String color) {
        var product = product(entry);
        var first = seen.putIfAbsent(new Key(product, color, entry.size()), index);
        if (first != null) {
            var message = Message.ENTRY_REPEATED.in(language, product, color, entry.size(), first);
            violations.add(new EntryViolation(index, "", "ENTRY_REPEATED", message, OptionalInt.of(first)));
            return;
        }
        var known = colors.computeIfAbsent(product, any -> new HashSet<>());
        if (!known.contains(color) && known.size() >= MAX_COLORS_PER_PRODUCT) {
            add(index, "color", "COLORS_TOO_MANY", Message.COLORS_TOO_MANY, product, MAX_COLORS_PER_PRODUCT);
            return;
        }
        known.add(color);
    }

    /// Returns a text that identifies the product.
    static String product(StockEntry entry) {
        return entry.artNo() == null ? Integer.toString(entry.pid()) : "\"" + text(entry.artNo()) + "\"";
    }

    private void add(int index, String field, String code, Message message, Object... values) {
        violations.add(new EntryViolation(index, field, code, message.in(language, values), OptionalInt.empty()));
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

    private String shown(String text) {
        if (text.isBlank()) {
            return Message.NOTHING.in(language);
        }
        var plain = text.codePoints()
                .limit(MAX_SHOWN)
                .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE ? '?' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append);
        return text.codePointCount(0, text.length()) > MAX_SHOWN ? plain + "…" : plain.toString();
    }
}
