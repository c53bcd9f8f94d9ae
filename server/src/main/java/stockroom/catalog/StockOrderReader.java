package stockroom.catalog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.http.failure.Term;
import stockroom.http.failure.Violation;
import stockroom.http.failure.Violations;
import stockroom.http.input.InputMessage;
import stockroom.http.input.Json;
import stockroom.http.input.Numbers;
import stockroom.http.input.Texts;
import stockroom.limits.Limits;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// Reads the body of create stock token by token: what is beyond the limits is counted but never kept, and every
/// violation is collected with its place. Names are matched without regard to case; numbers may come as texts.
final class StockOrderReader {
    private static final int MAX_TEXT = 64;
    private static final int LARGEST_QUANTITY = 999_999_999;

    private record Entry(int product, String colour, int size) {}

    /// Where something stands, for messages; made into words only when there is one.
    private record Place(String list, int index) {
        @Override
        public String toString() {
            return list + "[" + index + "]";
        }

        String of(String field) {
            return this + "." + field;
        }
    }

    private record Item(
            Place place,
            SizeRange sizes,
            int quantity,
            @Nullable String barCode) {}

    private final JsonParser json;
    private final Violations violations = new Violations();
    private final StockOrder.Builder order = new StockOrder.Builder();
    private final Map<Entry, Place> seen = new HashMap<>();
    private int entries;

    private StockOrderReader(JsonParser json) {
        this.json = json;
    }

    static StockOrder read(byte[] body) {
        try (var json = Json.parser(body)) {
            return new StockOrderReader(json).read();
        } catch (JacksonException e) {
            throw Json.broken(e);
        }
    }

    private StockOrder read() {
        switch (json.nextToken()) {
            case START_ARRAY -> groups();
            case START_OBJECT -> wrapped();
            case null, default ->
                throw new Failure.BadRequest(Violation.of(InputMessage.ARRAY_EXPECTED, Json.kind(json)));
        }
        Json.end(json);
        if (entries > Limits.ENTRIES_PER_REQUEST) {
            violations.add(Violation.of(CatalogMessage.ENTRIES_TOO_MANY, entries, Limits.ENTRIES_PER_REQUEST));
        }
        violations.throwIfAny();
        return order.build();
    }

    /// `{"list":[…]}`
    private void wrapped() {
        boolean found = false;
        for (int count = 1; json.nextToken() == JsonToken.PROPERTY_NAME; count++) {
            Json.notTooMany(count);
            boolean list = json.currentName().equalsIgnoreCase("list");
            var value = json.nextToken();
            if (list && value == JsonToken.START_ARRAY && !found) {
                found = true;
                groups();
            } else if (list) {
                violations.add(
                        "list",
                        found ? InputMessage.FIELD_REPEATED : InputMessage.ARRAY_EXPECTED,
                        found ? "list" : Json.kind(json));
                found = true;
                json.skipChildren();
            } else {
                json.skipChildren();
            }
        }
        if (!found) {
            throw new Failure.BadRequest(Violation.of(InputMessage.ARRAY_EXPECTED, Term.OBJECT_WITHOUT_LIST));
        }
    }

    private void groups() {
        int count = 0;
        while (json.nextToken() != JsonToken.END_ARRAY) {
            if (count < Limits.GROUPS_PER_REQUEST) {
                group(new Place("", count));
            } else {
                json.skipChildren();
            }
            count++;
        }
        if (count == 0) {
            violations.add(Violation.of(CatalogMessage.GROUPS_NONE, Limits.GROUPS_PER_REQUEST));
        } else if (count > Limits.GROUPS_PER_REQUEST) {
            violations.add(Violation.of(CatalogMessage.GROUPS_TOO_MANY, count, Limits.GROUPS_PER_REQUEST));
        }
    }

    private void group(Place place) {
        if (!onObject(place)) {
            return;
        }
        var fields = new HashMap<String, @Nullable String>();
        List<Item> items = new ArrayList<>();
        for (int count = 1; json.nextToken() == JsonToken.PROPERTY_NAME; count++) {
            Json.notTooMany(count);
            var name = json.currentName().toLowerCase(Locale.ROOT);
            json.nextToken();
            switch (name) {
                case "param" -> {
                    if (once(fields, name, place)) {
                        items = items(place.of(name));
                    }
                }
                case "pid", "color" -> field(fields, name, place);
                default -> json.skipChildren();
            }
        }
        var product = required(fields, "pid", place, StockOrderReader::productId);
        var colour = required(fields, "color", place, StockOrderReader::colour);
        if (!fields.containsKey("param")) {
            violations.add(place.of("param"), InputMessage.FIELD_MISSING, "param");
        }
        if (product.isPresent() && colour.isPresent()) {
            keep(product.get(), colour.get(), items);
        }
    }

    private List<Item> items(String list) {
        var items = new ArrayList<Item>();
        if (json.currentToken() != JsonToken.START_ARRAY) {
            violations.add(list, InputMessage.ARRAY_EXPECTED, Json.kind(json));
            json.skipChildren();
            return items;
        }
        int count = 0;
        while (json.nextToken() != JsonToken.END_ARRAY) {
            if (entries <= Limits.ENTRIES_PER_REQUEST && !violations.full()) {
                item(new Place(list, count)).ifPresent(items::add);
            } else {
                entries++;
                json.skipChildren();
            }
            count++;
        }
        if (count == 0) {
            violations.add(list, CatalogMessage.SIZES_NONE);
        }
        return items;
    }

    private Optional<Item> item(Place place) {
        if (!onObject(place)) {
            return Optional.empty();
        }
        var fields = new HashMap<String, @Nullable String>(4);
        for (int count = 1; json.nextToken() == JsonToken.PROPERTY_NAME; count++) {
            Json.notTooMany(count);
            var name = json.currentName().toLowerCase(Locale.ROOT);
            json.nextToken();
            switch (name) {
                case "size", "stock" -> field(fields, name, place);
                case "barcode" -> field(fields, "barCode", place);
                default -> json.skipChildren();
            }
        }
        var sizes = required(fields, "size", place, SizeRange::parse);
        var quantity = required(fields, "stock", place, StockOrderReader::quantity);
        var barCode = optional(fields, "barCode", place, StockOrderReader::barCode);
        sizes.ifPresent(range -> entries += range.count());
        return sizes.isPresent() && quantity.isPresent()
                ? Optional.of(new Item(place, sizes.get(), quantity.get(), barCode.orElse(null)))
                : Optional.empty();
    }

    private void keep(int product, String colour, List<Item> items) {
        order.group(product, colour);
        for (var item : items) {
            for (int size = item.sizes.first(); size <= item.sizes.last(); size++) {
                var first = seen.putIfAbsent(new Entry(product, colour, size), item.place);
                if (first != null) {
                    violations.add(
                            item.place.toString(),
                            CatalogMessage.ENTRY_REPEATED,
                            product,
                            Excerpt.of(colour),
                            size,
                            first);
                }
                order.entry(size, item.quantity, item.barCode);
            }
        }
    }

    private boolean onObject(Place place) {
        if (json.currentToken() == JsonToken.START_OBJECT) {
            return true;
        }
        violations.add(place.toString(), InputMessage.OBJECT_EXPECTED, Json.kind(json));
        json.skipChildren();
        return false;
    }

    private void field(Map<String, @Nullable String> fields, String name, Place place) {
        if (once(fields, name, place)) {
            boolean scalar = json.currentToken().isScalarValue();
            fields.put(
                    name,
                    Json.scalar(json, scalar ? name : place.of(name), violations)
                            .orElse(null));
        }
    }

    /// A field that has come stands among the fields, at first without a value.
    private boolean once(Map<String, @Nullable String> fields, String name, Place place) {
        if (!fields.containsKey(name)) {
            fields.put(name, null);
            return true;
        }
        violations.add(place.of(name), InputMessage.FIELD_REPEATED, name);
        json.skipChildren();
        return false;
    }

    private <T> Optional<T> required(
            Map<String, @Nullable String> fields, String name, Place place, Function<String, T> parse) {
        var text = fields.get(name);
        // an object where a text belongs is not missing as well
        if ((text == null || text.isBlank()) && !violations.has(place.of(name))) {
            violations.add(place.of(name), InputMessage.FIELD_MISSING, name);
        }
        return optional(fields, name, place, parse);
    }

    private <T> Optional<T> optional(
            Map<String, @Nullable String> fields, String name, Place place, Function<String, T> parse) {
        var text = fields.get(name);
        if (text == null || text.isBlank()) {
            return Optional.empty();
        }
        try {
            return Optional.of(parse.apply(text));
        } catch (Failure.BadRequest e) {
            violations.add(e, place.of(name));
            return Optional.empty();
        }
    }

    private static int productId(String text) {
        return Numbers.whole(text, 1, Integer.MAX_VALUE)
                .orElseThrow(() -> new Failure.BadRequest(Violation.of(InputMessage.ID_INVALID, Excerpt.of(text))));
    }

    private static String colour(String text) {
        return Texts.fitting(text, MAX_TEXT)
                .filter(colour -> !colour.isEmpty())
                .orElseThrow(
                        () -> new Failure.BadRequest(Violation.of(CatalogMessage.COLOR_INVALID, Excerpt.of(text))));
    }

    private static String barCode(String text) {
        return Texts.fitting(text, MAX_TEXT)
                .orElseThrow(
                        () -> new Failure.BadRequest(Violation.of(CatalogMessage.BAR_CODE_INVALID, Excerpt.of(text))));
    }

    private static int quantity(String text) {
        return Numbers.whole(text, 0, LARGEST_QUANTITY)
                .orElseThrow(
                        () -> new Failure.BadRequest(Violation.of(CatalogMessage.STOCK_INVALID, Excerpt.of(text))));
    }
}
