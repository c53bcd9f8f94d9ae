package stockroom.http.docs;

import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import stockroom.ArchitectureTest;
import stockroom.contract.ContractTest;
import stockroom.http.failure.Message;
import stockroom.http.failure.Messages;
import stockroom.testing.http.MerchantDescription;
import stockroom.testing.http.OpenApi;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import stockroom.testing.samples.ContractSample;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The description agrees with `contract/` and the server. [MerchantDescription#checked] validates the responses of
/// all tests.
@Tag("slow")
class MerchantDescriptionTest {
    private static final OpenApi OPEN_API = MerchantDescription.read().openApi();
    private static final Map<String, ContractSample> SAMPLES =
            ContractSample.all().stream().collect(java.util.stream.Collectors.toMap(ContractSample::name, s -> s));

    record Example(String path, String status, String name, JsonNode media, JsonNode content) {
        @Override
        public String toString() {
            return "%s %s %s".formatted(path, status, name);
        }
    }

    static List<Example> examples() {
        var examples = new ArrayList<Example>();
        var document = OPEN_API.document();
        document.path("paths")
                .forEachEntry((path, item) -> item.forEach(operation -> addExamples(path, operation, examples)));
        addExamples("", document.path("x-other-paths"), examples);
        return examples;
    }

    private static void addExamples(String path, JsonNode operation, List<Example> examples) {
        operation.path("responses").forEachEntry((status, response) -> {
            var media = response.path("content").path("application/json");
            media.path("examples")
                    .forEachEntry((name, content) -> examples.add(new Example(path, status, name, media, content)));
        });
    }

    @Test
    void theCodesAreThoseTheServerKnows() {
        var codes = OPEN_API.document()
                .at("/components/schemas/Code/enum")
                .valueStream()
                .map(JsonNode::asString);

        assertThat(codes.toList())
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(
                        Messages.forMerchants().map(Message::code).collect(toSet()));
    }

    @Test
    void everyEndpointIsDescribed() {
        var signed = new TreeSet<String>();
        OPEN_API.document().path("paths").forEachEntry((path, item) -> {
            if (!item.path("post").isMissingNode()) {
                signed.add(path);
            }
        });

        assertThat(signed).hasSize(ArchitectureTest.endpoints().size());
        for (var path : signed) {
            assertThat(Platform.shared()
                            .merchant()
                            .post(path, TestMerchant.FORM, "")
                            .status())
                    .as(path)
                    .isNotIn(404, 405);
        }
    }

    @Test
    void everyAnswerThatIsJsonHasAnExample() {
        var without = new ArrayList<String>();
        OPEN_API.document()
                .path("paths")
                .forEachEntry((path, item) -> item.forEach(operation -> operation
                        .path("responses")
                        .forEachEntry((status, response) -> response.path("content")
                                .forEachEntry((type, media) -> {
                                    if (type.equals("application/json")
                                            && !(path.equals("/openapi.json") && status.equals("200"))
                                            && media.path("examples").isEmpty()) {
                                        without.add(path + " " + status);
                                    }
                                }))));
        assertThat(without).isEmpty();
    }

    @TestFactory
    Stream<DynamicTest> everyExampleFitsItsSchema() {
        return examples().stream()
                .map(example -> DynamicTest.dynamicTest(
                        example.toString(),
                        () -> assertThat(OPEN_API.compiled(example.media.path("schema"))
                                        .validate(example.content.path("value")))
                                .isEmpty()));
    }

    /// Examples stand under the sample's path and status, word for word.
    @Test
    void theExamplesAreTheSamplesOfTheContract() {
        var vocabulary = new HashMap<String, Object>();
        ContractSample.vocabulary().path("placeholders").forEachEntry((name, about) -> {
            if (!about.has("pattern")) {
                var example = about.path("example");
                vocabulary.put(name, example.isNumber() ? example.asInt() : example.asString());
            }
        });
        var shown = examples().stream()
                .filter(example -> example.name.contains("/"))
                .toList();

        assertThat(shown.stream().map(Example::name)).containsExactlyInAnyOrderElementsOf(SAMPLES.keySet());
        for (var example : shown) {
            var sample = Objects.requireNonNull(SAMPLES.get(example.name));
            assertThat(example.status)
                    .as(example.name)
                    .isEqualTo(sample.answer().path("status").asString());
            var path = sample.request().path("path").asString().split("\\?", 2)[0];
            assertThat(example.path).as(example.name).isEqualTo(isDescribed(path) ? path : "");
            assertThat(example.content.path("summary").asString())
                    .as(example.name)
                    .isEqualTo(sample.about());
            ContractTest.compare(
                    example.name,
                    sample.expectedBody(vocabulary),
                    ContractSample.oneLine(example.content.path("value").toString()),
                    new HashMap<>());
        }
    }

    private static boolean isDescribed(String path) {
        return OPEN_API.document().path("paths").has(path);
    }

    /// Covers responses without a sample; the example's name is the code.
    @Test
    void theOtherExamplesHaveTheServersOwnWords() {
        var others = examples().stream()
                .filter(example -> !example.name.contains("/"))
                .toList();
        var texts = Messages.forMerchants().collect(toMap(Message::name, Messages::text));
        assertThat(others).hasSizeGreaterThan(15);
        for (var example : others) {
            var value = example.content.path("value");
            assertThat(value.path("code").asString()).as(example.toString()).isEqualTo(example.name);
            var words = String.valueOf(texts.get(example.name)).split("%[sd]", -1);
            assertThat(value.path("msg").asString())
                    .as(example.toString())
                    .startsWith(words[0])
                    .endsWith(words[words.length - 1]);
        }
    }

    /// Product 7 of the examples becomes one of the caller's, and 880001 its shop.
    @Test
    void everyRequestThatIsShownIsCarriedOut() {
        var merchant = Platform.shared().merchant();
        int product = merchant.product();
        merchant.withStock(product, "white", 38, 1);
        int sent = 0;
        assertThat(merchant.detail(product).success()).isTrue();
        var push = merchant.createStock(
                        "[{\"pid\":%d,\"color\":\"white\",\"param\":[{\"size\":38,\"stock\":2}]}]".formatted(product))
                .json()
                .path("push")
                .asString();
        for (var path : OPEN_API.document().path("paths").properties()) {
            for (var content : path.getValue().at("/post/requestBody/content").properties()) {
                for (var body : requestExamples(content)) {
                    var asked = body.replaceAll("(?<=pid\"?[:=]\"?|productid\"?[:=])7\\b|(?<=pId\":)7", "" + product)
                            .replaceAll("(?<=push\"?[:=])17", push)
                            .replace("880001", merchant.shopId());
                    var key = Map.of("Idempotency-Key", "example-" + sent);
                    var reply = await().atMost(1, MINUTES)
                            .until(
                                    () -> merchant.post(path.getKey(), content.getKey(), asked, key),
                                    answered -> answered.status() != 429);
                    assertThat(reply.success())
                            .as("%s %s: %s", path.getKey(), asked, reply.text())
                            .isTrue();
                    sent++;
                }
            }
        }
        assertThat(sent).isGreaterThanOrEqualTo(8);
    }

    private static List<String> requestExamples(Map.Entry<String, JsonNode> content) {
        if (content.getKey().equals(TestMerchant.FORM)) {
            var form = new ArrayList<Object>();
            OPEN_API.resolved(content.getValue().path("schema"))
                    .path("properties")
                    .forEachEntry((name, given) -> {
                        var example = OPEN_API.resolved(given).path("example");
                        if (!example.isMissingNode()) {
                            form.addAll(List.of(name, (example.isArray() ? example.path(0) : example).asString()));
                        }
                    });
            return List.of(TestMerchant.form(form.toArray()));
        }
        var schema = OPEN_API.compiled(content.getValue().path("schema"));
        var examples = content.getValue().has("example")
                ? List.of(content.getValue().path("example"))
                : content.getValue()
                        .path("examples")
                        .valueStream()
                        .map(example -> example.path("value"))
                        .toList();
        examples.forEach(example -> assertThat(schema.validate(example)).isEmpty());
        return examples.stream().map(JsonNode::toString).toList();
    }

    /// Covers requests to copy, not those that only show what is also accepted.
    @Test
    void theRequestsOfTheSamplesThatSucceedAreAsDescribed() {
        for (var name : List.of("create-stock/success", "upload-result/success")) {
            var sample = Objects.requireNonNull(SAMPLES.get(name));
            var schema = OPEN_API.document()
                    .path("paths")
                    .path(sample.request().path("path").asString())
                    .at("/post/requestBody/content/application~1json/schema");
            var body = JsonMapper.shared()
                    .readTree(sample.request().path("body").toString().replaceAll("\"\\{\\w+}\"", "7"));
            assertThat(OPEN_API.compiled(schema).validate(body)).as(name).isEmpty();
        }
    }
}
