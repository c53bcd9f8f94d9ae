package stockroom.admin.products;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import stockroom.catalog.products.NewProduct;
import stockroom.catalog.products.NewProduct.Attribute;
import stockroom.catalog.products.NewProduct.State;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Message;
import stockroom.http.failure.Violation;
import stockroom.http.input.Json;
import stockroom.http.input.Texts;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// One product while its line is being read, token by token.
final class ProductLine {
    /// Of one line; more than this is no help to anybody.
    private static final int MAX_VIOLATIONS = 10;
    private static final List<String> REQUIRED = List.of("artNo", "title", "price", "images");
    private static final Pattern PRICE = Pattern.compile("[0-9]{1,10}(\\.[0-9]{1,2})?");
    private static final int MAX_DESCRIPTION = 20_000;
    private static final List<String> FIELDS = List.of(
            "artNo",
            "title",
            "description",
            "price",
            "images",
            "video",
            "categoryIds",
            "categoryNames",
            "attributes",
            "state");

    private static final String STATES =
            Arrays.stream(State.values()).map(State::word).collect(Collectors.joining(", "));

    private final int number;
    private final List<ProductReader.Reject> violations = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();
    private String artNo = "";
    private String title = "";
    private String description = "";
    private @Nullable BigDecimal price;
    private List<String> images = List.of();
    private String video = "";
    private String categoryIds = "";
    private String categoryNames = "";
    private List<Attribute> attributes = List.of();
    private State state = State.ON_SALE;

    ProductLine(int number) {
        this.number = number;
    }

    void read(JsonParser parser) {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            violation("", Violation.of(Message.OBJECT_EXPECTED, Json.kind(parser)));
            return;
        }
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            if (violations.size() >= MAX_VIOLATIONS) {
                return;
            }
            var name = parser.currentName();
            parser.nextToken();
            if (!seen.add(name)) {
                violation(name, Violation.of(Message.FIELD_REPEATED, name));
            }
            readField(name, parser);
        }
        if (parser.nextToken() != null) {
            violation(
                    "",
                    Violation.of(
                            Message.JSON_CONTINUES,
                            1,
                            parser.currentTokenLocation().getColumnNr()));
        }
        for (var required : REQUIRED) {
            if (!seen.contains(required)) {
                violation(required, Violation.of(Message.FIELD_MISSING, required));
            }
        }
    }

    private void readField(String name, JsonParser parser) {
        switch (name) {
            case "artNo" -> artNo = text(name, parser, 1, 64);
            case "title" -> title = text(name, parser, 1, 256);
            case "description" -> description = longText(name, parser);
            case "price" -> price = price(name, parser);
            case "images" -> images = images(name, parser);
            case "video" -> video = text(name, parser, 0, 1_024);
            case "categoryIds" -> categoryIds = text(name, parser, 0, 256);
            case "categoryNames" -> categoryNames = text(name, parser, 0, 256);
            case "attributes" -> attributes = attributes(name, parser);
            case "state" -> state = state(name, parser);
            default -> {
                violation(name, Violation.of(Message.FIELD_UNKNOWN, Excerpt.of(name), String.join(", ", FIELDS)));
                parser.skipChildren();
            }
        }
    }

    private String text(String field, JsonParser parser, int least, int most) {
        if (parser.currentToken() == JsonToken.VALUE_NULL && least == 0) {
            return "";
        }
        var text = parser.currentToken() == JsonToken.VALUE_STRING
                ? Texts.fitting(parser.getString(), most)
                : Optional.<String>empty();
        if (text.isEmpty() || text.get().length() < least) {
            violation(field, Violation.of(Message.VALUE_NOT_TEXT, field, shown(parser), least, most));
            parser.skipChildren();
            return "";
        }
        return text.get();
    }

    /// As it came; lines and tabs are welcome.
    private String longText(String field, JsonParser parser) {
        if (parser.currentToken() == JsonToken.VALUE_NULL) {
            return "";
        }
        if (parser.currentToken() == JsonToken.VALUE_STRING) {
            var text = parser.getString();
            if (text.codePointCount(0, text.length()) <= MAX_DESCRIPTION
                    && Texts.fitting(text.replace('\n', ' ').replace('\t', ' ').replace('\r', ' '), MAX_DESCRIPTION)
                            .isPresent()) {
                return text;
            }
        }
        violation(field, Violation.of(Message.VALUE_NOT_TEXT, field, shown(parser), 0, MAX_DESCRIPTION));
        parser.skipChildren();
        return "";
    }

    private @Nullable BigDecimal price(String field, JsonParser parser) {
        if (parser.currentToken().isScalarValue()) {
            var text = parser.getString();
            if (text != null && PRICE.matcher(text).matches()) {
                return new BigDecimal(text).setScale(2);
            }
        }
        violation(field, Violation.of(Message.VALUE_NOT_PRICE, field, shown(parser)));
        parser.skipChildren();
        return null;
    }

    private List<String> images(String field, JsonParser parser) {
        var list = new ArrayList<String>();
        if (parser.currentToken() == JsonToken.START_ARRAY) {
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                list.add(text(place(field, list.size()), parser, 1, 1_024));
            }
            return inRange(field, list, 1, 50, parser);
        }
        violation(field, Violation.of(Message.VALUE_NOT_LIST, field, shown(parser), 1, 50));
        parser.skipChildren();
        return list;
    }

    private List<Attribute> attributes(String field, JsonParser parser) {
        var list = new ArrayList<Attribute>();
        if (parser.currentToken() == JsonToken.START_ARRAY) {
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                list.add(attribute(place(field, list.size()), parser));
            }
            return inRange(field, list, 0, 100, parser);
        }
        violation(field, Violation.of(Message.VALUE_NOT_LIST, field, shown(parser), 0, 100));
        parser.skipChildren();
        return list;
    }

    private Attribute attribute(String place, JsonParser parser) {
        var name = "";
        var value = "";
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            violation(place, Violation.of(Message.OBJECT_EXPECTED, Json.kind(parser)));
            parser.skipChildren();
            return new Attribute(name, value);
        }
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            var key = parser.currentName();
            parser.nextToken();
            switch (key) {
                case "name" -> name = text(place + ".name", parser, 1, 64);
                case "value" -> value = text(place + ".value", parser, 0, 256);
                default -> {
                    violation(place + "." + key, Violation.of(Message.FIELD_UNKNOWN, Excerpt.of(key), "name, value"));
                    parser.skipChildren();
                }
            }
        }
        if (name.isEmpty()) {
            violation(place + ".name", Violation.of(Message.FIELD_MISSING, place + ".name"));
        }
        return new Attribute(name, value);
    }

    private State state(String field, JsonParser parser) {
        if (parser.currentToken() == JsonToken.VALUE_NULL) {
            return State.ON_SALE;
        }
        var state = parser.currentToken() == JsonToken.VALUE_STRING
                ? State.of(parser.getString())
                : Optional.<State>empty();
        if (state.isEmpty()) {
            violation(field, Violation.of(Message.VALUE_NOT_CHOICE, field, shown(parser), STATES));
            parser.skipChildren();
        }
        return state.orElse(State.ON_SALE);
    }

    private static String place(String field, int index) {
        return field + "[" + index + "]";
    }

    private <T> List<T> inRange(String field, List<T> list, int least, int most, JsonParser parser) {
        if (list.size() < least || list.size() > most) {
            violation(field, Violation.of(Message.VALUE_NOT_LIST, field, list.size(), least, most));
            parser.skipChildren();
        }
        return list;
    }

    /// The line is no JSON; what was wrong before does not matter.
    void broken(Violation violation) {
        violations.clear();
        violation("", violation);
    }

    List<ProductReader.Reject> violations() {
        return violations;
    }

    private void violation(String field, Violation violation) {
        if (violations.size() < MAX_VIOLATIONS) {
            violations.add(new ProductReader.Reject(number, Excerpt.of(field), violation.text(Locale.ENGLISH)));
        }
    }

    private static Object shown(JsonParser parser) {
        return parser.currentToken() == JsonToken.VALUE_STRING ? Excerpt.of(parser.getString()) : Json.kind(parser);
    }

    NewProduct product() {
        return new NewProduct(
                artNo,
                title,
                description,
                Objects.requireNonNull(price),
                images,
                video,
                categoryIds,
                categoryNames,
                attributes,
                state);
    }
}
