package stockroom.catalog.stock;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import stockroom.catalog.CatalogMessage;
import stockroom.catalog.stock.StockDeletionReader.StockDeletion;
import stockroom.http.Answer;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Violations;
import stockroom.http.input.FieldTexts;
import stockroom.http.input.Numbers;
import stockroom.http.input.Place;
import stockroom.http.input.Texts;

/// Names the products of a write by id or item number, whose id is looked up before the write and checked in it.
final class ProductNames {
    private static final int MAX_ART_NO = 64;

    /// Either the id is 0 or the item number is empty.
    record Name(int id, String artNo) implements Comparable<Name> {
        private static final Comparator<Name> ORDER =
                Comparator.comparingInt(Name::id).thenComparing(Name::artNo);

        static Name ofId(int id) {
            return new Name(id, "");
        }

        static Optional<Name> read(FieldTexts fields, Place place, Violations violations) {
            if (!fields.has("artNo")) {
                return fields.required("pid", Numbers::productId).map(Name::ofId);
            }
            if (fields.has("pid")) {
                violations.add(place.field("artNo"), CatalogMessage.ART_NO_WITH_PID);
            }
            return fields.optional("artNo", text -> new Name(0, Texts.upTo(MAX_ART_NO, text)));
        }

        String shown() {
            return isArtNo() ? Excerpt.of(artNo) : Integer.toString(id);
        }

        private boolean isArtNo() {
            return !artNo.isEmpty();
        }

        @Override
        public int compareTo(Name other) {
            return ORDER.compare(this, other);
        }
    }

    private record Element(Name product, String colour, Place place) {}

    private final List<Element> elements = new ArrayList<>();
    private final Set<String> artNos = new LinkedHashSet<>();

    static ProductNames ofIds(List<Integer> ids) {
        var names = new ProductNames();
        ids.forEach(id -> names.add(Name.ofId(id), "", Place.BODY));
        return names;
    }

    static ProductNames of(List<StockDeletion> deletions) {
        var names = new ProductNames();
        deletions.forEach(
                deletion -> names.add(deletion.product(), deletion.colour(), Place.BODY.item(names.elements.size())));
        return names;
    }

    void add(Name product, String colour, Place place) {
        elements.add(new Element(product, colour, place));
        if (product.isArtNo()) {
            artNos.add(product.artNo);
        }
    }

    Set<String> artNos() {
        return artNos;
    }

    /// @throws stockroom.http.failure.Failure.BadRequest if a colour appears by id and by item number
    Resolved resolve(Map<String, Integer> found) {
        var resolved = new Resolved(this, found);
        if (!artNos.isEmpty()) {
            refuseColoursNamedTwice(resolved);
        }
        return resolved;
    }

    private record Colour(int product, String name) {}

    private void refuseColoursNamedTwice(Resolved resolved) {
        var violations = new Violations();
        var first = new HashMap<Colour, Element>();
        for (var element : elements) {
            var id = resolved.id(element.product);
            var known = id == null ? null : first.putIfAbsent(new Colour(id, element.colour), element);
            if (known != null && known.product.isArtNo() != element.product.isArtNo()) {
                var artNo = element.product.isArtNo() ? element.product.artNo : known.product.artNo;
                violations.add(
                        element.place,
                        CatalogMessage.COLOUR_REPEATED,
                        Objects.requireNonNull(id),
                        Excerpt.of(artNo),
                        Excerpt.of(element.colour),
                        known.place);
            }
        }
        violations.throwIfAny();
    }

    Answer refuse(WriteResult.ArtNosUnknown unknown, Map<String, String> headers) {
        var violations = new Violations();
        for (var number : unknown.places()) {
            var element = elements.get(number - 1);
            violations.add(
                    element.place.field("artNo"), CatalogMessage.ART_NO_UNKNOWN, Excerpt.of(element.product.artNo));
        }
        return new Answer.Refusal(violations.all(), unknown.count(), List.of(), headers);
    }

    record Resolved(ProductNames names, Map<String, Integer> found) {
        @Nullable
        Integer id(Name product) {
            return product.isArtNo() ? found.get(product.artNo) : Integer.valueOf(product.id);
        }

        @Nullable
        Integer[] ids(List<Name> products) {
            return products.stream().map(this::id).toArray(Integer[]::new);
        }

        /// Returns null for products that are named by id, and null instead of the array if all are.
        @Nullable
        String @Nullable [] artNos(List<Name> products) {
            return names.artNos.isEmpty()
                    ? null
                    : products.stream()
                            .map(product -> product.isArtNo() ? product.artNo : null)
                            .toArray(String[]::new);
        }

        List<Integer> known() {
            return names.elements.stream()
                    .map(element -> id(element.product))
                    .filter(Objects::nonNull)
                    .toList();
        }

        boolean areKnown() {
            return found.keySet().containsAll(names.artNos);
        }

        Object[] toRefuse() {
            var unknown = IntStream.range(0, names.elements.size())
                    .filter(i -> id(names.elements.get(i).product) == null)
                    .mapToObj(i -> i + 1)
                    .toArray(Integer[]::new);
            return new Object[] {artNos(), idsOfArtNos(), unknown};
        }

        private String[] artNos() {
            return names.artNos.toArray(String[]::new);
        }

        private @Nullable Integer[] idsOfArtNos() {
            return names.artNos.stream().map(found::get).toArray(Integer[]::new);
        }
    }
}
