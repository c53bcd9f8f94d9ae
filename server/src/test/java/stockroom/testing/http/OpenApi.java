package stockroom.testing.http;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

public final class OpenApi {
    private static final SchemaRegistry REGISTRY = SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12,
            builder -> builder.schemaRegistryConfig(
                    SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build()));
    /// Keeps numbers as written, such as 99.50.
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private final String text;
    private final JsonNode document;
    /// Nodes are found by identity, since comparing large nodes is slow.
    private final Map<JsonNode, Schema> compiled = Collections.synchronizedMap(new IdentityHashMap<>());

    private OpenApi(String text) {
        this.text = text;
        this.document = YAML.readTree(text);
    }

    public static OpenApi of(String text) {
        return new OpenApi(text);
    }

    public static OpenApi beside(Class<?> type) {
        try (InputStream file = type.getResourceAsStream("openapi.yaml")) {
            if (file == null) {
                throw new IllegalStateException("there is no openapi.yaml beside " + type);
            }
            return of(new String(file.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String text() {
        return text;
    }

    public JsonNode document() {
        return document;
    }

    public JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? document.at(node.path("$ref").asString().substring(1)) : node;
    }

    public Schema compiled(JsonNode schema) {
        return compiled.computeIfAbsent(schema, this::compile);
    }

    /// Adds all components to the schema, so that it may refer to them.
    private Schema compile(JsonNode schema) {
        var whole = (ObjectNode) schema.deepCopy();
        whole.set("components", document.path("components"));
        return REGISTRY.getSchema(whole);
    }
}
