package stockroom.cli.transfer;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import stockroom.cli.show.Text;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

public final class ProductFields {
    public static final String NAMES =
            "artNo, title, price, images, description, video, categoryIds, categoryNames, attributes, state";

    public static final List<String> ALL = List.of(NAMES.split(", ", -1));
    public static final Set<String> REQUIRED = Set.of("artNo", "title", "price", "images");
    /// The fields that the server adds.
    public static final List<String> FULL = List.of("productId", "hasStock", "createdAt", "updatedAt");

    private ProductFields() {}

    /// Writes a property of a product; an empty optional cell writes nothing.
    public static void write(JsonGenerator product, String field, String cell) throws BadCell {
        if (cell.isEmpty() && !REQUIRED.contains(field)) {
            return;
        }
        switch (field) {
            case "images" -> writeImages(product, cell);
            case "attributes" -> writeAttributes(product, cell);
            default -> product.writeStringProperty(field, cell);
        }
    }

    private static void writeImages(JsonGenerator product, String cell) {
        product.writeArrayPropertyStart("images");
        if (!cell.isEmpty()) {
            ListCell.split(cell, '|').forEach(image -> product.writeString(ListCell.unescape(image)));
        }
        product.writeEndArray();
    }

    private static void writeAttributes(JsonGenerator product, String cell) throws BadCell {
        product.writeArrayPropertyStart("attributes");
        for (var attribute : ListCell.split(cell, '|')) {
            var sides = ListCell.split(attribute, '=');
            if (sides.size() < 2) {
                throw new BadCell(
                        "attributes",
                        "%s (expected: name=value|name=value)".formatted(Text.cut(Text.plain(attribute), 64)));
            }
            // the value itself may contain the separator
            var value = attribute.substring(sides.getFirst().length() + 1);
            product.writeStartObject();
            product.writeStringProperty("name", ListCell.unescape(sides.getFirst()));
            product.writeStringProperty("value", ListCell.unescape(value));
            product.writeEndObject();
        }
        product.writeEndArray();
    }

    public static String cell(JsonNode product, String field) {
        var value = product.path(field);
        return switch (field) {
            case "images" ->
                value.valueStream()
                        .map(image -> ListCell.escapeButEquals(image.asString()))
                        .collect(Collectors.joining("|"));
            case "attributes" ->
                value.valueStream()
                        .map(attribute -> ListCell.escape(attribute.path("name").asString()) + "="
                                + ListCell.escapeButEquals(
                                        attribute.path("value").asString()))
                        .collect(Collectors.joining("|"));
            default -> value.isNull() ? "" : value.asString("");
        };
    }
}
