package stockroom.admin.products;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import stockroom.catalog.products.NewProduct;
import stockroom.catalog.products.NewProduct.Attribute;
import stockroom.catalog.products.NewProduct.State;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Violations;
import stockroom.http.input.FieldNames;
import stockroom.http.input.InputMessage;
import stockroom.http.input.JsonReader;
import stockroom.http.input.Place;
import stockroom.http.input.Texts;
import stockroom.http.input.ValueMessage;
import tools.jackson.core.JsonToken;

final class ProductLine {
    static final int MAX_ART_NO = 64;

    private static final List<String> REQUIRED = List.of("artNo", "title", "price", "images");
    private static final Pattern PRICE = Pattern.compile("[0-9]{1,10}(\\.[0-9]{1,2})?");
    private static final int MAX_DESCRIPTION = 20_000;
    private static final FieldNames FIELDS = FieldNames.exactly(
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
    private static final FieldNames ATTRIBUTE = FieldNames.exactly("name", "value");
    private static final String STATES =
            Arrays.stream(State.values()).map(State::word).collect(Collectors.joining(", "));

    private final JsonReader json;
    private final Violations violations;
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

    private ProductLine(JsonReader json, Violations violations) {
        this.json = json;
        this.violations = violations;
    }

    static Optional<NewProduct> read(ByteBuffer line, Violations violations) {
        var read = JsonReader.readLine(line, violations, json -> new ProductLine(json, violations).read());
        return violations.all().isEmpty() ? Optional.of(read.product()) : Optional.empty();
    }

    private ProductLine read() {
        if (json.expectObject(Place.BODY)) {
            var given = json.fields(FIELDS, Place.BODY, this::readField);
            for (var required : REQUIRED) {
                if (!given.has(required)) {
                    violations.add(required, InputMessage.FIELD_MISSING, required);
                }
            }
        }
        return this;
    }

    private void readField(String name, Place place) {
        switch (name) {
            case "artNo" -> artNo = text(place, 1, MAX_ART_NO);
            case "title" -> title = text(place, 1, 256);
            case "description" -> description = longText(place);
            case "price" -> price = price(place);
            case "images" -> images = list(place, 1, 50, item -> text(item, 1, 1_024));
            case "video" -> video = text(place, 0, 1_024);
            case "categoryIds" -> categoryIds = text(place, 0, 256);
            case "categoryNames" -> categoryNames = text(place, 0, 256);
            case "attributes" -> attributes = list(place, 0, 100, this::attribute);
            case "state" -> state = state(place);
            default -> throw new IllegalArgumentException(name);
        }
    }

    private String text(Place place, int least, int most) {
        if (json.token() == JsonToken.VALUE_NULL && least == 0) {
            return "";
        }
        var text = json.token() == JsonToken.VALUE_STRING
                ? Texts.fitting(json.characters(), most)
                : Optional.<String>empty();
        if (text.isEmpty() || text.get().length() < least) {
            violations.add(place, ValueMessage.VALUE_NOT_TEXT, place, shown(), least, most);
            json.skip();
            return "";
        }
        return text.get();
    }

    private String longText(Place place) {
        if (json.token() == JsonToken.VALUE_NULL) {
            return "";
        }
        if (json.token() == JsonToken.VALUE_STRING) {
            var text = json.characters();
            if (text.codePointCount(0, text.length()) <= MAX_DESCRIPTION
                    && Texts.fitting(text.replace('\n', ' ').replace('\t', ' ').replace('\r', ' '), MAX_DESCRIPTION)
                            .isPresent()) {
                return text;
            }
        }
        violations.add(place, ValueMessage.VALUE_NOT_TEXT, place, shown(), 0, MAX_DESCRIPTION);
        json.skip();
        return "";
    }

    private @Nullable BigDecimal price(Place place) {
        var token = json.token();
        if (token != null
                && token.isScalarValue()
                && PRICE.matcher(json.characters()).matches()) {
            return new BigDecimal(json.characters()).setScale(2);
        }
        violations.add(place, ProductMessage.VALUE_NOT_PRICE, place, shown());
        json.skip();
        return null;
    }

    private State state(Place place) {
        if (json.token() == JsonToken.VALUE_NULL) {
            return State.ON_SALE;
        }
        var state = json.token() == JsonToken.VALUE_STRING ? State.of(json.characters()) : Optional.<State>empty();
        if (state.isEmpty()) {
            violations.add(place, ValueMessage.VALUE_NOT_CHOICE, place, shown(), STATES);
            json.skip();
        }
        return state.orElse(State.ON_SALE);
    }

    private <T> List<T> list(Place place, int least, int most, Function<Place, T> read) {
        var list = new ArrayList<T>();
        if (json.token() != JsonToken.START_ARRAY) {
            violations.add(place, ProductMessage.VALUE_NOT_LIST, place, shown(), least, most);
            json.skip();
            return list;
        }
        int count = json.items(index -> list.add(read.apply(place.item(index))));
        if (count < least || count > most) {
            violations.add(place, ProductMessage.VALUE_NOT_LIST, place, count, least, most);
        }
        return list;
    }

    private Attribute attribute(Place place) {
        var attribute = new String[] {"", ""};
        if (json.expectObject(place)) {
            json.fields(ATTRIBUTE, place, (name, at) -> {
                switch (name) {
                    case "name" -> attribute[0] = text(at, 1, 64);
                    default -> attribute[1] = text(at, 0, 256);
                }
            });
            if (attribute[0].isEmpty()) {
                violations.add(place.field("name"), InputMessage.FIELD_MISSING, place.field("name"));
            }
        }
        return new Attribute(attribute[0], attribute[1]);
    }

    private Object shown() {
        return json.token() == JsonToken.VALUE_STRING ? Excerpt.of(json.characters()) : json.kind();
    }

    private NewProduct product() {
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
