package stockroom.testing.samples;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import stockroom.testing.http.Reply;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/// One file of `contract/`, whose README describes the format.
public record ContractSample(String name, String about, List<String> given, JsonNode request, JsonNode answer) {
    static final Path FOLDER = Path.of("..", "contract");
    public static final Pattern PLACEHOLDER = Pattern.compile("\\{([A-Za-z]+[0-9]*)}");

    /// Keeps numbers as written (99.50) and fields in their order, for comparing.
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .build();

    public static JsonNode vocabulary() {
        return read(FOLDER.resolve("vocabulary.json"));
    }

    public static List<ContractSample> all() {
        try (var files = Files.walk(FOLDER, 2)) {
            return files.filter(file -> file.toString().endsWith(".json") && !file.endsWith("vocabulary.json"))
                    .sorted()
                    .map(ContractSample::of)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ContractSample of(Path file) {
        var json = read(file);
        return new ContractSample(
                FOLDER.relativize(file).toString().replace(".json", ""),
                json.path("about").asString(),
                json.path("given").valueStream().map(JsonNode::asString).toList(),
                json.path("request"),
                json.path("answer"));
    }

    private static JsonNode read(Path file) {
        try {
            return JSON.readTree(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Sends the request with the state's values for its placeholders.
    public Reply send(ContractState state) {
        var values = state.values();
        return state.merchant()
                .send(
                        request.path("method").asString(),
                        filledText(request.path("path").asString(), values),
                        headers(state.merchant().headers(), values),
                        body(values)
                                .getBytes(
                                        Charset.forName(request.path("charset").asString("UTF-8"))));
    }

    /// Adds the four headers unless the sample sets others or, by null, none.
    private List<Map.Entry<String, String>> headers(Map<String, String> usual, Map<String, Object> values) {
        var headers = new LinkedHashMap<String, List<String>>();
        usual.forEach((name, value) -> headers.put(name, List.of(value)));
        request.path("headers")
                .forEachEntry((name, value) -> headers.put(
                        name,
                        (value.isArray() ? value.valueStream() : java.util.stream.Stream.of(value))
                                .filter(one -> !one.isNull())
                                .map(one -> filledText(one.asString(), values))
                                .toList()));
        var all = new ArrayList<Map.Entry<String, String>>();
        headers.forEach((name, several) -> several.forEach(value -> all.add(Map.entry(name, value))));
        return all;
    }

    private String body(Map<String, Object> values) {
        if (request.has("repeat")) {
            var repeat = request.path("repeat");
            var numbered = new HashMap<>(values);
            return IntStream.rangeClosed(1, repeat.path("times").asInt())
                    .mapToObj(n -> {
                        numbered.put("n", n);
                        return write(filled(repeat.path("element"), numbered));
                    })
                    .collect(Collectors.joining(",", "[", "]"));
        }
        var body = request.path("body");
        if (body.isMissingNode()) {
            return "";
        }
        return body.isString() ? filledText(body.asString(), values) : write(filled(body, values));
    }

    /// Returns the body of the response as one line, with the placeholders that are known beforehand.
    public String expectedBody(Map<String, Object> values) {
        var line = write(filled(answer.path("body"), values));
        for (var placeholder : vocabulary().path("placeholders").properties()) {
            if (placeholder.getValue().path("example").isNumber()) {
                line = line.replace("\"{%s}\"".formatted(placeholder.getKey()), "{%s}".formatted(placeholder.getKey()));
            }
        }
        return line;
    }

    public static String oneLine(String json) {
        return write(JSON.readTree(json));
    }

    private static String write(JsonNode node) {
        return JSON.writeValueAsString(node);
    }

    /// A text that is only a placeholder becomes a value of its type, such as a number for a product id.
    private static JsonNode filled(JsonNode node, Map<String, Object> values) {
        if (node.isObject()) {
            var filled = JsonNodeFactory.instance.objectNode();
            node.forEachEntry((name, value) -> filled.set(name, filled(value, values)));
            return filled;
        }
        if (node.isArray()) {
            var filled = JsonNodeFactory.instance.arrayNode();
            node.forEach(value -> filled.add(filled(value, values)));
            return filled;
        }
        if (!node.isString()) {
            return node;
        }
        var whole = PLACEHOLDER.matcher(node.asString());
        return whole.matches() && values.get(whole.group(1)) instanceof Integer number
                ? JsonNodeFactory.instance.numberNode(number)
                : JsonNodeFactory.instance.stringNode(filledText(node.asString(), values));
    }

    public static String filledText(String text, Map<String, Object> values) {
        return PLACEHOLDER
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(
                        values.getOrDefault(found.group(1), found.group()).toString()));
    }
}
