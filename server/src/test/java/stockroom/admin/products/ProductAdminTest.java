package stockroom.admin.products;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import stockroom.testing.platform.Operators;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Tag("slow")
class ProductAdminTest {
    private static final Platform platform = Platform.start(Map.of());
    private static final Operators operator = platform.operator();

    private final TestMerchant merchant = platform.merchant();
    private final String products =
            "/merchants/%d/products".formatted(merchant.id().value());

    @AfterAll
    static void stop() {
        platform.close();
    }

    private static String line(String artNo, String title) {
        return "{\"artNo\":\"%s\",\"title\":\"%s\",\"price\":\"59.00\",\"images\":[\"https://p.example/1.jpg\"]}"
                .formatted(artNo, title);
    }

    private List<Integer> upsert(String... lines) {
        var reply = operator.postLines(products, lines);
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        var body = reply.json();
        return List.of(
                body.path("created").asInt(),
                body.path("updated").asInt(),
                body.path("unchanged").asInt(),
                body.path("rejected").size());
    }

    private List<String> titles() {
        return operator.all(products, 3).stream()
                .map(product -> product.path("title").asString())
                .toList();
    }

    @Test
    void linesAreCreatedInTheirOrderUpdatedAndLeftAlone() {
        assertThat(upsert(line("C", "c"), line("A", "a"), line("B", "b"))).isEqualTo(List.of(3, 0, 0, 0));
        assertThat(titles()).containsExactly("c", "a", "b");

        assertThat(upsert(line("B", "b"), line("A", "a2"), line("D", "d"), "", "  "))
                .isEqualTo(List.of(1, 1, 1, 0));
        assertThat(titles()).containsExactly("c", "a2", "b", "d");
        assertThat(operator.read("/merchants/" + merchant.id().value())
                        .path("products")
                        .asInt())
                .isEqualTo(4);
    }

    @Test
    void aListIsNarrowedByItemNumberStateAndStock() {
        upsert(line("A", "a"), line("B", "b"), line("C", "c").replace("}", ",\"state\":\"delisted\"}"));
        int withStock = operator.read(products + "?artNo=B")
                .path("items")
                .get(0)
                .path("productId")
                .asInt();
        merchant.withStock(withStock, "red", 38, 1);

        assertThat(narrowed("artNo=B")).containsExactly("b");
        assertThat(narrowed("artNo=b")).isEmpty();
        assertThat(narrowed("state=delisted")).containsExactly("c");
        assertThat(narrowed("hasStock=true")).containsExactly("b");
        assertThat(narrowed("hasStock=false")).containsExactly("a", "c");
        assertThat(narrowed("hasStock=false&state=on_sale")).containsExactly("a");
        assertThat(operator.get(products + "?state=sold").status()).isEqualTo(400);
    }

    private List<String> narrowed(String filter) {
        return operator.all(products + "?" + filter, 1).stream()
                .map(product -> product.path("title").asString())
                .toList();
    }

    @Test
    void theSameBodyAgainChangesNothingAndIsNotLogged() {
        var lines = IntStream.range(0, 50).mapToObj(i -> line("A" + i, "t" + i)).toArray(String[]::new);
        upsert(lines);
        var before = platform.digest();

        assertThat(upsert(lines)).isEqualTo(List.of(0, 0, 50, 0));

        assertThat(platform.digest()).isEqualTo(before);
    }

    @Test
    void ofTwoLinesWithTheSameArtNoTheLaterStays() {
        upsert(line("A", "first"), line("B", "b"), line("A", "second"));
        assertThat(titles()).containsExactly("second", "b");

        upsert(line("A", "third"), line("A", "fourth"));
        assertThat(titles()).containsExactly("fourth", "b");
    }

    private static String lineIn(String state) {
        return line("A", "a").replace("}", ",\"state\":%s}".formatted(state));
    }

    @Test
    void aDelistedProductIsUnknownToOthersAndStaysInListsAndStock() {
        var path = "/merchants/" + merchant.id().value();
        operator.change(path, "{\"openCatalogue\":true}");
        upsert(line("A", "a"));
        int product = operator.all(products, 3).getFirst().path("productId").asInt();
        var stranger = platform.merchant();
        assertThat(operator.read(products + "/" + product).path("state").asString())
                .isEqualTo("on_sale");
        assertThat(stranger.detail(product).success()).isTrue();

        assertThat(upsert(lineIn("\"delisted\""))).isEqualTo(List.of(0, 1, 0, 0));

        assertThat(operator.read(products + "/" + product).path("state").asString())
                .isEqualTo("delisted");
        assertThat(stranger.detail(product).code()).isEqualTo("PRODUCT_UNKNOWN");
        assertThat(merchant.detail(product).success()).isTrue();
        merchant.withStock(product, "red", 38, 5);
        assertThat(merchant.stockList(product).success()).isTrue();
        assertThat(merchant.productList("page", 1).text()).contains("\"id\":" + product);

        assertThat(upsert(lineIn("null"))).isEqualTo(List.of(0, 1, 0, 0));
        assertThat(stranger.detail(product).success()).isTrue();
    }

    @Test
    void theAuditLogHasTheStateBeforeAndAfter() {
        upsert(line("A", "a"));
        upsert(lineIn("\"delisted\""));

        var change = operator.all("/audit?merchant=" + merchant.id().value(), 100).stream()
                .filter(entry -> entry.path("before").path("updated").size() == 1)
                .findFirst()
                .orElseThrow();
        assertThat(change.at("/before/updated/0/state").asString()).isEqualTo("on_sale");
        assertThat(change.at("/after/updated/0/state").asString()).isEqualTo("delisted");
        assertThat(change.at("/after/updated/0").size())
                .as("fields that changed, and the id")
                .isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {"title":"t","price":1,"images":["i"]}                                  | artNo
                    {"artNo":"","title":"t","price":1,"images":["i"]}                       | artNo
                    {"artNo":7,"title":"t","price":1,"images":["i"]}                        | artNo
                    {"artNo":"a","title":null,"price":1,"images":["i"]}                     | title
                    {"artNo":"a","title":"\\u0007","price":1,"images":["i"]}                | title
                    {"artNo":"a","title":"\\ud800","price":1,"images":["i"]}                | title
                    {"artNo":"a","title":"t","price":-1,"images":["i"]}                     | price
                    {"artNo":"a","title":"t","price":"1.005","images":["i"]}                | price
                    {"artNo":"a","title":"t","price":1e3,"images":["i"]}                    | price
                    {"artNo":"a","title":"t","price":"12345678901","images":["i"]}          | price
                    {"artNo":"a","title":"t","price":true,"images":["i"]}                   | price
                    {"artNo":"a","title":"t","price":{},"images":["i"]}                     | price
                    {"artNo":"a","title":"t","price":1,"images":[]}                         | images
                    {"artNo":"a","title":"t","price":1,"images":"i"}                        | images
                    {"artNo":"a","title":"t","price":1,"images":["i",""]}                   | images[1]
                    {"artNo":"a","title":"t","price":1,"images":["i",["x"]]}                | images[1]
                    {"artNo":"a","title":"t","price":1,"images":["i"],"colour":"red"}       | colour
                    {"artNo":"a","title":"t","price":1,"images":["i"],"description":"\\u0000"} | description
                    {"artNo":"a","title":"t","price":1,"images":["i"],"attributes":{}}      | attributes
                    {"artNo":"a","title":"t","price":1,"images":["i"],"attributes":[{}]}    | attributes[0].name
                    {"artNo":"a","title":"t","price":1,"images":["i"],"attributes":["x"]}   | attributes[0]
                    {"artNo":"a","title":"t","price":1,"images":["i"],"state":"gone"}       | state
                    {"artNo":"a","title":"t","price":1,"images":["i"],"state":1}            | state
                    {"artNo":"a","artNo":"b","title":"t","price":1,"images":["i"]}          | artNo
                    {"artNo":"a","title":"t","price":1,"images":["i"]} {}                   | ``
                    {"artNo":"a","title":"t"                                                | ``
                    ["a"]                                                                   | ``
                    nonsense                                                                | ``
                    `\u0000\u00005\u0000`                                                    | ``
                    """)
    void aLineThatIsNoProductIsNamedAndTheOthersGoOn(String wrong, String field) {
        var reply = operator.postLines(products, line("good", "good"), "", wrong, line("better", "better"));

        var rejected = reply.json().path("rejected");
        assertThat(rejected).as(reply.text()).hasSize(1);
        assertThat(rejected.at("/0/line").asInt()).isEqualTo(3);
        assertThat(rejected.at("/0/field").asString()).isEqualTo(field);
        assertThat(rejected.at("/0/msg").asString()).isNotBlank();
        assertThat(titles()).containsExactly("good", "better");
    }

    @Test
    void allViolationsOfALineAreNamed() {
        var reply = operator.postLines(products, "{\"artNo\":\"\",\"price\":\"x\",\"images\":[]}");

        assertThat(reply.json()
                        .path("rejected")
                        .valueStream()
                        .map(reject -> reject.path("field").asString()))
                .containsExactlyInAnyOrder("artNo", "price", "images", "title");
        assertThat(titles()).isEmpty();
    }

    @Test
    void everyCharacterOfADescriptionSurvives() {
        var description =
                "<p class=\"a\">line one\nline\ttwo \\ back\\\\slash \\n \\. 'quoted' \r\n 中文 👟 {} \\N é</p> ";
        var json = JsonMapper.shared();
        var attributes = """
                [{"name":"Sole \\\\ \\"x\\"","value":"Rubber, 橡胶 {}"},{"name":"Empty","value":""}]""";
        var body = """
                {"artNo":"A\\\\1","title":"N\\\\ULL","price":12.5,"images":["a,b{}\\"\\\\","NULL"],\
                "description":%s,"attributes":%s}""".formatted(json.writeValueAsString(description), attributes);
        for (var round : List.of("created", "replaced")) {
            upsert(round.equals("created") ? body : line("A\\\\1", "other"));
            upsert(body);

            var product = operator.all(products, 10).getFirst();

            assertThat(product.path("description").asString()).as(round).isEqualTo(description);
            assertThat(product.path("attributes")).isEqualTo(json.readTree(attributes));
            assertThat(product.path("artNo").asString()).isEqualTo("A\\1");
            assertThat(product.path("title").asString()).isEqualTo("N\\ULL");
            assertThat(product.path("images").valueStream().map(JsonNode::asString))
                    .containsExactly("a,b{}\"\\", "NULL");
            assertThat(product.path("price").asString()).isEqualTo("12.50");
            assertThat(merchant.detail(product.path("productId").asInt())
                            .json()
                            .at("/data/description")
                            .asString())
                    .isEqualTo(description);
        }
    }

    @Test
    void aPriceIsANumberOrAText() {
        var body = "{\"artNo\":\"%s\",\"title\":\"t\",\"price\":%s,\"images\":[\"i\"]}";
        upsert(
                body.formatted("1", "0"),
                body.formatted("2", "\"0.5\""),
                body.formatted("3", "19.99"),
                body.formatted("4", "\"9999999999.99\""));
        assertThat(operator.all(products, 10).stream()
                        .map(product -> product.path("price").asString()))
                .containsExactly("0.00", "0.50", "19.99", "9999999999.99");
        assertThat(upsert(body.formatted("3", "\"19.99\""))).isEqualTo(List.of(0, 0, 1, 0));
    }

    @Test
    void tenThousandLinesAreTakenAndOneMoreIsNot() {
        var lines = IntStream.range(0, 10_000).mapToObj(i -> line("A" + i, "t")).toArray(String[]::new);
        var tooMany = operator.postLines(products, String.join("\n", lines), line("B", "t"));
        assertThat(tooMany.code()).isEqualTo("LINES_TOO_MANY");
        assertThat(titles()).isEmpty();

        assertThat(upsert(lines)).isEqualTo(List.of(10_000, 0, 0, 0));

        assertThat(operator.all(products, 1_000))
                .extracting(product -> product.path("artNo").asString())
                .isEqualTo(IntStream.range(0, 10_000).mapToObj(i -> "A" + i).toList());
        assertThat(merchant.productList("page", 100, "pagesize", 100).json().path("data"))
                .hasSize(100);
    }
}
