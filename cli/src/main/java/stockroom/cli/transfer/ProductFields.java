package stockroom.cli.transfer;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import stockroom.cli.connect.AdminOptions;
import stockroom.cli.show.Text;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The fields of a product that can be imported, and how CSV writes each.
final class ProductFields {
    static final List<String> ALL = List.of(
            "artNo", "title", "price", "images", "description", "video", "categoryIds", "categoryNames", "attributes");
    static final Set<String> REQUIRED = Set.of("artNo", "title", "price", "images");
    /// What the server adds.
    static final List<String> FULL = List.of("productId", "hasStock", "createdAt", "updatedAt");

    private ProductFields() {}

    /// A field that cannot be what it should; its message is the reason.
    static final class BadCell extends Exception {
        private static final long serialVersionUID = 1L;

        BadCell(String reason) {
            super(reason, null, false, false);
        }
    }

    static void put(ObjectNode product, String field, String cell) throws BadCell {
        switch (field) {
            case "images" -> {
                var images = product.putArray("images");
                if (!cell.isEmpty()) {
                    ListCell.split(cell, '|').forEach(image -> images.add(ListCell.unescape(image)));
                }
            }
            case "attributes" -> putAttributes(product, cell);
            default -> {
                if (!cell.isEmpty() || REQUIRED.contains(field)) {
                    product.put(field, cell);
                }
            }
        }
    }

    private static void putAttributes(ObjectNode product, String cell) throws BadCell {
        if (cell.isEmpty()) {
            return;
        }
        var attributes = product.putArray("attributes");
        for (var attribute : ListCell.split(cell, '|')) {
            var sides = ListCell.split(attribute, '=');
            if (sides.size() < 2) {
                throw new BadCell(
                        "%s (expected: name=value|name=value)".formatted(Text.cut(Text.plain(attribute), 64)));
            }
            // a value may hold more of them
            var value = attribute.substring(sides.getFirst().length() + 1);
            attributes.add(AdminOptions.body()
                    .put("name", ListCell.unescape(sides.getFirst()))
                    .put("value", ListCell.unescape(value)));
        }
    }

    static String cell(JsonNode product, String field) {
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
