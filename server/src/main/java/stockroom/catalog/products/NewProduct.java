package stockroom.catalog.products;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The price has two decimal places, and the first image is the product's picture.
public record NewProduct(
        String artNo,
        String title,
        String description,
        @JsonFormat(shape = JsonFormat.Shape.STRING) BigDecimal price,
        List<String> images,
        String video,
        String categoryIds,
        String categoryNames,
        List<Attribute> attributes,
        State state) {

    public record Attribute(String name, String value) {}

    /// Says whether other merchants may fetch the product's detail.
    public enum State {
        @JsonProperty("on_sale")
        ON_SALE("on_sale"),
        @JsonProperty("delisted")
        DELISTED("delisted");

        private final String word;

        State(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }

        public static Optional<State> of(String word) {
            return Arrays.stream(values())
                    .filter(state -> state.word.equals(word))
                    .findFirst();
        }
    }

    public NewProduct {
        if (images.isEmpty()) {
            throw new IllegalArgumentException("images: none (expected: at least one)");
        }
    }

    public NewProduct(
            String artNo,
            String title,
            String description,
            BigDecimal price,
            List<String> images,
            String video,
            String categoryIds,
            String categoryNames,
            List<Attribute> attributes) {
        this(artNo, title, description, price, images, video, categoryIds, categoryNames, attributes, State.ON_SALE);
    }
}
