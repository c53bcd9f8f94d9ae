package stockroom.catalog.stock;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import stockroom.catalog.CatalogMessage;
import stockroom.catalog.stock.ProductNames.Name;
import stockroom.http.failure.Failure;
import stockroom.http.failure.Violation;
import stockroom.http.failure.Violations;
import stockroom.http.input.FieldNames;
import stockroom.http.input.FieldTexts;
import stockroom.http.input.InputMessage;
import stockroom.http.input.JsonReader;
import stockroom.http.input.Place;
import stockroom.http.input.Warnings;
import stockroom.limits.Limits;
import tools.jackson.core.JsonToken;

/// Reads the body of delete stock: an array of colours, each with all or some of its sizes.
final class StockDeletionReader {
    private static final FieldNames COLOUR = FieldNames.inAnyCase("pid", "artNo", "color", "sizes");

    /// @param sizes null for all sizes
    record StockDeletion(
            Name product, String colour, @Nullable List<SizeRange> sizes) {
        @Nullable
        String sizesText() {
            return sizes == null
                    ? null
                    : sizes.stream()
                            .flatMapToInt(SizeRange::stream)
                            .mapToObj(Integer::toString)
                            .collect(Collectors.joining(",", "{", "}"));
        }
    }

    private final JsonReader json;
    private final Violations violations;
    private final List<StockDeletion> deletions = new ArrayList<>();
    private int sizes;

    private StockDeletionReader(JsonReader json, Violations violations) {
        this.json = json;
        this.violations = violations;
    }

    static List<StockDeletion> read(byte[] body, Warnings warnings) {
        var violations = new Violations();
        var deletions =
                JsonReader.read(body, violations, warnings, json -> new StockDeletionReader(json, violations).read());
        violations.throwIfAny();
        return deletions;
    }

    private List<StockDeletion> read() {
        if (json.token() != JsonToken.START_ARRAY) {
            throw Failure.badRequest(InputMessage.BODY_NOT_ARRAY, json.kind());
        }
        StockOrderReader.groups(json, violations, index -> colour(Place.BODY.item(index)));
        if (sizes > Limits.ENTRIES_PER_REQUEST) {
            violations.addFirst(Violation.of(CatalogMessage.ENTRIES_TOO_MANY, sizes, Limits.ENTRIES_PER_REQUEST));
        }
        return deletions;
    }

    private void colour(Place place) {
        if (!json.expectObject(place)) {
            return;
        }
        var fields = new FieldTexts(COLOUR, place, violations);
        var ranges = new ArrayList<SizeRange>();
        var given = json.fields(COLOUR, place, (name, at) -> {
            // A null is refused too: a caller who forgot the sizes does not mean all of them.
            if (name.equals("sizes")) {
                sizes(at, ranges);
            } else {
                fields.read(name, at, json);
            }
        });
        var product = Name.read(fields, place, violations);
        var colour = fields.required("color", StockOrderReader::colour);
        if (product.isPresent() && colour.isPresent()) {
            deletions.add(new StockDeletion(product.get(), colour.get(), given.has("sizes") ? ranges : null));
        }
    }

    private void sizes(Place list, List<SizeRange> ranges) {
        if (!json.expectArray(list)) {
            return;
        }
        int count = json.items(index -> {
            var text = json.scalar(list.item(index));
            if (sizes <= Limits.ENTRIES_PER_REQUEST) {
                size(text, list.item(index), ranges);
            } else {
                sizes++;
            }
        });
        if (count == 0) {
            violations.add(list, CatalogMessage.SIZES_NONE);
        }
    }

    private void size(@Nullable String text, Place place, List<SizeRange> ranges) {
        try {
            var range = SizeRange.parse(text == null ? "" : text);
            sizes += range.count();
            ranges.add(range);
        } catch (Failure.BadRequest e) {
            sizes++;
            violations.add(place, e);
        }
    }
}
