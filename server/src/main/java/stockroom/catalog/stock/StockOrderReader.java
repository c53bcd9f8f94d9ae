package stockroom.catalog.stock;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntConsumer;
import stockroom.catalog.CatalogMessage;
import stockroom.catalog.stock.ProductNames.Name;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.http.failure.Term;
import stockroom.http.failure.Violation;
import stockroom.http.failure.Violations;
import stockroom.http.input.FieldNames;
import stockroom.http.input.FieldTexts;
import stockroom.http.input.InputMessage;
import stockroom.http.input.JsonReader;
import stockroom.http.input.Numbers;
import stockroom.http.input.Place;
import stockroom.http.input.Texts;
import stockroom.http.input.Warnings;
import stockroom.limits.Limits;

/// Reads the body of create stock token by token. It counts what exceeds the limits without keeping it, and
/// collects every violation with its place. Names are matched in any case, and numbers may be strings.
final class StockOrderReader {
    private static final FieldNames WRAPPER = FieldNames.inAnyCase("list");
    private static final FieldNames GROUP = FieldNames.inAnyCase("pid", "artNo", "color", "param");
    private static final FieldNames ITEM =
            FieldNames.inAnyCase("size", "stock", "delta", "expected", "barCode", "clearBarCode");
    private static final int MAX_TEXT = 64;
    private static final int LARGEST_QUANTITY = 999_999_999;
    /// Expected quantity of an entry that must not exist.
    private static final int NO_ENTRY = -1;

    private final JsonReader json;
    private final Violations violations;
    private final StockOrder.Builder order = new StockOrder.Builder();
    private int entries;

    private StockOrderReader(JsonReader json, Violations violations) {
        this.json = json;
        this.violations = violations;
    }

    static StockOrder read(byte[] body, Warnings warnings) {
        var violations = new Violations();
        var order = JsonReader.read(body, violations, warnings, json -> new StockOrderReader(json, violations).read());
        violations.throwIfAny();
        return order;
    }

    private StockOrder read() {
        switch (json.token()) {
            case START_ARRAY -> groups();
            case START_OBJECT -> wrapped();
            case null, default -> throw Failure.badRequest(InputMessage.BODY_NOT_ARRAY, json.kind());
        }
        if (entries > Limits.ENTRIES_PER_REQUEST) {
            violations.addFirst(Violation.of(CatalogMessage.ENTRIES_TOO_MANY, entries, Limits.ENTRIES_PER_REQUEST));
        }
        return order.build();
    }

    private void wrapped() {
        var given = json.fields(WRAPPER, Place.BODY, (_, list) -> {
            if (json.expectArray(list)) {
                groups();
            }
        });
        if (!given.has("list")) {
            throw Failure.badRequest(InputMessage.BODY_NOT_ARRAY, Term.OBJECT_WITHOUT_LIST);
        }
    }

    private void groups() {
        groups(json, violations, index -> group(Place.BODY.item(index)));
    }

    static void groups(JsonReader json, Violations violations, IntConsumer group) {
        int count = json.items(index -> {
            if (index < Limits.GROUPS_PER_REQUEST) {
                group.accept(index);
            } else {
                json.skip();
            }
        });
        if (count == 0) {
            violations.add(Violation.of(CatalogMessage.GROUPS_NONE, Limits.GROUPS_PER_REQUEST));
        } else if (count > Limits.GROUPS_PER_REQUEST) {
            violations.addFirst(Violation.of(CatalogMessage.GROUPS_TOO_MANY, count, Limits.GROUPS_PER_REQUEST));
        }
    }

    private void group(Place place) {
        if (!json.expectObject(place)) {
            return;
        }
        var fields = new FieldTexts(GROUP, place, violations);
        var items = new ArrayList<StockOrder.Entry>();
        var given = json.fields(GROUP, place, (name, at) -> {
            if (name.equals("param")) {
                items(at, items);
            } else {
                fields.read(name, at, json);
            }
        });
        var product = Name.read(fields, place, violations);
        var colour = fields.required("color", StockOrderReader::colour);
        if (!given.has("param")) {
            violations.add(place.field("param"), InputMessage.FIELD_MISSING, place.field("param"));
        }
        if (product.isPresent() && colour.isPresent()) {
            keep(product.get(), colour.get(), place, items);
        }
    }

    private void items(Place list, List<StockOrder.Entry> items) {
        if (!json.expectArray(list)) {
            return;
        }
        int count = json.items(index -> {
            if (entries <= Limits.ENTRIES_PER_REQUEST) {
                item(list.item(index), items);
            } else {
                entries++;
                json.skip();
            }
        });
        if (count == 0) {
            violations.add(list, CatalogMessage.SIZES_NONE);
        }
    }

    private void item(Place place, List<StockOrder.Entry> items) {
        if (!json.expectObject(place)) {
            entries++;
            return;
        }
        var fields = new FieldTexts(ITEM, place, violations);
        json.fields(ITEM, place, (name, at) -> fields.read(name, at, json));
        var sizes = fields.required("size", SizeRange::parse);
        entries += sizes.map(SizeRange::count).orElse(1);
        var delta = fields.optional("delta", StockOrderReader::delta);
        var expected = fields.optional("expected", StockOrderReader::expected);
        boolean isDelta = fields.has("delta");
        if (isDelta && (fields.has("stock") || fields.has("expected"))) {
            violations.add(place.field("delta"), CatalogMessage.DELTA_WITH_STOCK);
        }
        var quantity =
                isDelta ? delta : fields.required("stock", StockOrderReader::quantity, CatalogMessage.STOCK_MISSING);
        var barCode = fields.optional("barCode", StockOrderReader::barCode);
        boolean cleared =
                fields.optional("clearBarCode", StockOrderReader::flag).orElse(false);
        if (sizes.isEmpty() || quantity.isEmpty()) {
            return;
        }
        for (int size = sizes.get().first(); size <= sizes.get().last(); size++) {
            items.add(new StockOrder.Entry(
                    size,
                    quantity.get(),
                    isDelta,
                    expected.orElse(null),
                    barCode.orElse(cleared ? StockOrder.CLEARED : null),
                    place));
        }
    }

    private void keep(Name product, String colour, Place place, List<StockOrder.Entry> items) {
        var kept = order.entries(product, colour, place);
        for (var item : items) {
            var first = kept.putIfAbsent(item.size(), item);
            if (first != null) {
                violations.add(
                        item.place(),
                        CatalogMessage.ENTRY_REPEATED,
                        product.shown(),
                        Excerpt.of(colour),
                        item.size(),
                        first.place());
            }
        }
    }

    static String colour(String text) {
        return Texts.fitting(text, MAX_TEXT)
                .filter(colour -> !colour.isEmpty())
                .orElseThrow(() -> Failure.badRequest(CatalogMessage.COLOR_INVALID, Excerpt.of(text)));
    }

    static String barCode(String text) {
        return Texts.fitting(text, MAX_TEXT)
                .orElseThrow(() -> Failure.badRequest(CatalogMessage.BAR_CODE_INVALID, Excerpt.of(text)));
    }

    private static int delta(String text) {
        return Numbers.signed(text, LARGEST_QUANTITY)
                .orElseThrow(() -> Failure.badRequest(CatalogMessage.DELTA_INVALID, Numbers.excerpt(text)));
    }

    private static int expected(String text) {
        return Numbers.signed(text, LARGEST_QUANTITY).stream()
                .filter(number -> number >= NO_ENTRY)
                .findFirst()
                .orElseThrow(() -> Failure.badRequest(CatalogMessage.EXPECTED_INVALID, Numbers.excerpt(text)));
    }

    static boolean flag(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw Failure.badRequest(CatalogMessage.FLAG_INVALID, Excerpt.of(text));
        };
    }

    private static int quantity(String text) {
        return Numbers.whole(text, 0, LARGEST_QUANTITY)
                .orElseThrow(() -> Failure.badRequest(CatalogMessage.STOCK_INVALID, Numbers.excerpt(text)));
    }
}
