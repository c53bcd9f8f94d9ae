package stockroom.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import stockroom.client.model.ProductSummary;
import stockroom.client.model.PublishResult;
import stockroom.client.model.StockEntry;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/// The answers of `contract/`, which the server's tests hold the server to: each becomes the right type or exception.
class ContractSamplesTest {
    private static final Path FOLDER = Path.of("..", "..", "contract");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([A-Za-z]+)[0-9]*}");
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();
    private static final JsonNode EXAMPLES =
            read(FOLDER.resolve("vocabulary.json")).path("placeholders");

    record Sample(String name, String path, int status, Map<String, String> headers, JsonNode body) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Sample> samples() throws IOException {
        try (var files = Files.walk(FOLDER, 2)) {
            return files
                    .filter(file -> file.toString().endsWith(".json") && !file.endsWith("vocabulary.json"))
                    .sorted()
                    .map(ContractSamplesTest::sample)
                    .toList()
                    .stream();
        }
    }

    private static Sample sample(Path file) {
        var json = read(file);
        var answer = json.path("answer");
        var headers = new TreeMap<String, String>();
        answer.path("headers").forEachEntry((name, value) -> {
            if (!value.isNull()) {
                headers.put(name, filled(value).asString());
            }
        });
        return new Sample(
                FOLDER.relativize(file).toString(),
                json.path("request").path("path").asString(),
                answer.path("status").asInt(),
                headers,
                filled(answer.path("body")));
    }

    private static JsonNode read(Path file) {
        try {
            return JSON.readTree(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode filled(JsonNode node) {
        if (node.isObject()) {
            var filled = JsonNodeFactory.instance.objectNode();
            node.forEachEntry((name, value) -> filled.set(name, filled(value)));
            return filled;
        }
        if (node.isArray()) {
            var filled = JsonNodeFactory.instance.arrayNode();
            node.forEach(value -> filled.add(filled(value)));
            return filled;
        }
        if (!node.isString()) {
            return node;
        }
        var whole = PLACEHOLDER.matcher(node.asString());
        if (whole.matches() && EXAMPLES.path(whole.group(1)).path("example").isNumber()) {
            return EXAMPLES.path(whole.group(1)).path("example");
        }
        return JsonNodeFactory.instance.stringNode(PLACEHOLDER
                .matcher(node.asString())
                .replaceAll(found -> Matcher.quoteReplacement(
                        EXAMPLES.path(found.group(1)).path("example").asString(""))));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void everySampleIsUnderstood(Sample sample) {
        if (sample.body().path("success").asBoolean()) {
            typed(sample);
            return;
        }
        var thrown = failure(sample);

        assertThat(thrown).isExactlyInstanceOf(expected(sample));
        assertThat(thrown.status()).isEqualTo(sample.status());
        assertThat(thrown.code()).isEqualTo(sample.body().path("code").asString());
        assertThat(thrown.reason()).isEqualTo(sample.body().path("msg").asString());
        assertThat(thrown.requestId()).isEqualTo(sample.body().path("requestId").asString());
        assertThat(thrown.products())
                .isEqualTo(sample.body()
                        .path("products")
                        .valueStream()
                        .map(JsonNode::asInt)
                        .toList());
        assertThat(thrown.violations()).hasSize(sample.body().path("errors").size());
        for (int i = 0; i < thrown.violations().size(); i++) {
            var error = sample.body().path("errors").path(i);
            assertThat(thrown.violations().get(i))
                    .isEqualTo(new Violation(
                            error.path("at").asString(""),
                            error.path("code").asString(),
                            error.path("msg").asString()));
        }
        if (thrown instanceof RateLimitedException limited) {
            assertThat(limited.retryAfter()).hasSeconds(2);
        }
    }

    private static StockroomException failure(Sample sample) {
        try (var server = new Interference("http://127.0.0.1:1");
                var client = client(server)) {
            var answer = Interference.answer(
                    sample.status(), sample.headers(), sample.body().toString());
            // a refused clock is corrected and tried once more
            server.then(answer, answer);
            return catchThrowableOfType(StockroomException.class, () -> client.stock(1));
        }
    }

    private static StockroomClient client(Interference server) {
        return StockroomClient.builder()
                .address(server.url())
                .appid("1")
                .secret("s")
                .token("t")
                .retryPolicy(RetryPolicy.none())
                .build();
    }

    private static Class<? extends StockroomException> expected(Sample sample) {
        return switch (sample.status()) {
            case 200 -> RefusedException.class;
            case 400 ->
                sample.name().startsWith("authentication/")
                        ? NotAuthenticatedException.class
                        : BadRequestException.class;
            case 413 -> BadRequestException.class;
            case 429 -> RateLimitedException.class;
            default -> UnexpectedAnswerException.class;
        };
    }

    /// Through the client, from a server that answers as the sample does.
    private static void typed(Sample sample) {
        try (var server = new Interference("http://127.0.0.1:1");
                var client = client(server)) {
            server.then(Interference.answer(200, sample.body().toString()));
            var data = sample.body().path("data");
            switch (sample.path().replaceFirst("\\?.*", "")) {
                case "/Stock/Product" -> {
                    var page = client.productPage(1);
                    assertThat(page.totalPages())
                            .isEqualTo(sample.body().path("totalPages").asInt());
                    assertThat(page.products())
                            .extracting(ProductSummary::id)
                            .isEqualTo(data.valueStream()
                                    .map(each -> each.path("id").asInt())
                                    .toList());
                }
                case "/Stock/List" ->
                    assertThat(client.stock(1))
                            .extracting(item -> item.colour() + item.size() + " " + item.stock() + item.barCode())
                            .isEqualTo(data.valueStream()
                                    .map(each -> each.path("color").asString()
                                            + each.path("size").asInt() + " "
                                            + each.path("stock").asInt()
                                            + each.path("barCode").asString("null"))
                                    .toList());
                case "/Product/Detail" -> {
                    var detail = client.productDetail(1);
                    assertThat(detail.outerId()).isEqualTo(data.path("outerId").asString());
                    assertThat(detail.price())
                            .isEqualByComparingTo(data.path("price").decimalValue());
                    assertThat(detail.skus()).hasSize(data.path("skus").size());
                    assertThat(detail.imgs()).hasSize(data.path("imgs").size());
                }
                case "/Product/UploadResult" ->
                    client.reportPublishResult(new PublishResult(1, "tb", "1", "s", "u", "n", "i", 1, null));
                case "/Stock/Creat" ->
                    assertThat(client.createStock(List.of(new StockEntry(1, "red", 38, 1)))
                                    .written())
                            .isEqualTo(1);
                default -> throw new AssertionError(sample.path());
            }
        }
    }
}
