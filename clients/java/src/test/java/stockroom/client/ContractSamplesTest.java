package stockroom.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import stockroom.client.model.ProductSummary;
import stockroom.client.model.PublishResult;
import stockroom.client.model.Push;
import stockroom.client.model.StockDeletion;
import stockroom.client.model.StockEntry;
import stockroom.client.model.UndoResult;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/// Every sample response of `contract/` becomes the right type or exception. The server's tests verify the samples.
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
                            error.path("msg").asString(),
                            integer(error.path("stock"))));
        }
        if (thrown instanceof RateLimitedException limited) {
            assertThat(limited.retryAfter()).hasSeconds(2);
        }
    }

    private static @Nullable Integer integer(JsonNode number) {
        return number.isNumber() ? number.asInt() : null;
    }

    private static StockroomException failure(Sample sample) {
        try (var server = new Interference("http://127.0.0.1:1");
                var client = client(server)) {
            var answer = Interference.answer(
                    sample.status(), sample.headers(), sample.body().toString());
            // after a refused timestamp the client corrects its clock and tries once more
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
        if (sample.body().path("code").asString().startsWith("CURSOR_")) {
            return InvalidCursorException.class;
        }
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
                    assertThat(page.products())
                            .extracting(
                                    product -> product.stockTotal() + " " + product.updatedAt() + " " + product.state())
                            .isEqualTo(data.valueStream()
                                    .map(each -> each.path("stockTotal").asString("null") + " "
                                            + each.path("updatedAt").asString("null") + " "
                                            + each.path("state").asString("null"))
                                    .toList());
                }
                case "/Stock/List" ->
                    assertThat(client.stock(1))
                            .extracting(item -> item.color() + item.size() + " " + item.stock() + item.barCode())
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
                case "/Stock/Creat" -> {
                    var report = client.createStock(List.of(new StockEntry(1, "red", 38, 1)));
                    assertThat(report.written()).isEqualTo(1);
                    assertThat(report.pushes())
                            .isEqualTo(push(sample).stream().boxed().toList());
                }
                case "/Stock/Delete" ->
                    assertThat(client.deleteStock(List.of(new StockDeletion(1, "red"))))
                            .isEqualTo(push(sample));
                case "/Stock/Undo" -> {
                    var undone = client.undo(1);
                    assertThat(undone.push()).isEqualTo(push(sample));
                    assertThat(undone.undone()).isEqualTo(data.path("undone").asInt());
                    assertThat(undone.conflicts())
                            .isEqualTo(data.path("conflicts").asInt());
                    assertThat(undone.skipped())
                            .isEqualTo(data.path("skipped")
                                    .valueStream()
                                    .map(ContractSamplesTest::skipped)
                                    .toList());
                }
                case "/Stock/Batch" ->
                    assertThat(client.stocks(List.of(1)).entrySet())
                            .extracting(each ->
                                    each.getKey() + " " + each.getValue().size())
                            .isEqualTo(data.valueStream()
                                    .map(each -> each.path("productid").asInt() + " "
                                            + each.path("stock").size())
                                    .toList());
                case "/Stock/Changes" -> {
                    var page = client.changePage("c", 100, Duration.ZERO);
                    assertThat(page.pushes()).isEqualTo(pushes(data));
                    assertThat(page.cursor())
                            .isEqualTo(sample.body().path("cursor").asString());
                    assertThat(page.more()).isEqualTo(sample.body().path("more").asBoolean());
                }
                case "/Stock/History" ->
                    assertThat(client.history(1).limit(data.size())).isEqualTo(pushes(data));
                case "/Account/Limits" -> {
                    var limits = client.limits();
                    assertThat(limits.createStock().nextTurnMs())
                            .isEqualTo(
                                    data.path("createStock").path("nextTurnMs").asLong());
                    assertThat(limits.details().resetsAt().toString())
                            .isEqualTo(data.path("details").path("resetsAt").asString());
                    assertThat(limits.store().used())
                            .isEqualTo(data.path("store").path("used").asInt());
                    assertThat(limits.publish().owing())
                            .hasSize(data.path("publish").path("owing").size());
                    assertThat(limits.token().expiresAt().toString())
                            .isEqualTo(data.path("token").path("expiresAt").asString());
                }
                default -> throw new AssertionError(sample.path());
            }
        }
    }

    private static OptionalLong push(Sample sample) {
        var push = sample.body().path("push");
        return push.isNumber() ? OptionalLong.of(push.asLong()) : OptionalLong.empty();
    }

    private static UndoResult.Skipped skipped(JsonNode entry) {
        return new UndoResult.Skipped(
                entry.path("productid").asInt(),
                entry.path("color").asString(),
                entry.path("size").asInt(),
                integer(entry.path("left")),
                integer(entry.path("stock")),
                entry.path("reason").asString());
    }

    private static List<Push> pushes(JsonNode data) {
        return data.valueStream()
                .map(push -> new Push(
                        push.path("push").asLong(),
                        Instant.parse(push.path("at").asString()),
                        push.path("kind").asString(),
                        push.path("by").asString(),
                        text(push.path("appid")),
                        text(push.path("application")),
                        text(push.path("account")),
                        text(push.path("requestId")),
                        text(push.path("reference")),
                        push.path("changes")
                                .valueStream()
                                .map(change -> new Push.Change(
                                        change.path("productid").asInt(),
                                        change.path("color").asString(),
                                        change.path("size").asInt(),
                                        integer(change.path("before")),
                                        integer(change.path("stock"))))
                                .toList()))
                .toList();
    }

    private static @Nullable String text(JsonNode node) {
        return node.isString() ? node.asString() : null;
    }
}
