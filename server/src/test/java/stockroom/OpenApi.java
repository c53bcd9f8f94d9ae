package stockroom;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// A description in OpenAPI 3.1, whose schemas can be held against JSON.
record OpenApi(String text, JsonNode document) {
    private static final SchemaRegistry REGISTRY = SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12,
            builder -> builder.schemaRegistryConfig(
                    SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build()));
    /// Keeps numbers as they are written: 99.50.
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    static OpenApi of(String text) {
        return new OpenApi(text, YAML.readTree(text));
    }

    /// The `openapi.yaml` beside a class.
    static OpenApi beside(Class<?> type) {
        try (InputStream file = type.getResourceAsStream("openapi.yaml")) {
            if (file == null) {
                throw new IllegalStateException("there is no openapi.yaml beside " + type);
            }
            return of(new String(file.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? document.at(node.path("$ref").asString().substring(1)) : node;
    }

    /// With all components beside it, so that it may refer to them.
    Schema compiled(JsonNode schema) {
        var whole = (ObjectNode) schema.deepCopy();
        whole.set("components", document.path("components"));
        return REGISTRY.getSchema(whole);
    }
}
