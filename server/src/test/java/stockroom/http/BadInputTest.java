package stockroom.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import stockroom.testing.http.FailureAssertions;
import stockroom.testing.http.Reply;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;

/// Invalid input is refused as the contract says, at once and without a query.
class BadInputTest {
    private static final String GROUP = "{\"pid\":1,\"color\":\"red\",\"param\":[{\"size\":\"38\",\"stock\":1}]}";
    private static Platform platform;
    private static TestMerchant merchant;

    /// Credentials stay cached, so that only endpoints could query the database. The first calls warm up the JVM.
    @BeforeAll
    static void warmUp() {
        platform = Platform.start(Map.of("STOCKROOM_AUTH_CACHE_TIME", "1h"));
        merchant = platform.merchant();
        for (int i = 0; i < 60; i++) {
            merchant.createStock(array(GROUP.replace("38", "x")));
            merchant.stockList("x");
            merchant.productList("page", "x");
            merchant.detail("x");
            merchant.post("/Product/UploadResult", TestMerchant.JSON, "{}");
        }
        for (int i = 0; i < 10; i++) {
            merchant.createStock(array(groups(300, "1-50")) + " ".repeat(3 << 20) + "x");
            merchant.createStock(array(groups(300, "x")));
        }
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "1-999999999,SIZE_INVALID", "5-1,SIZE_INVALID", "1-2-3,SIZE_INVALID", "３８,SIZE_INVALID",
                "３８-４０,SIZE_INVALID", "٣٨,SIZE_INVALID", "38.5,SIZE_INVALID", "-1,SIZE_INVALID",
                "1-,SIZE_INVALID", "-,SIZE_INVALID", "038,SIZE_INVALID", "38-039,SIZE_INVALID",
                "0,SIZE_INVALID", "1000,SIZE_INVALID", "38 ,SIZE_INVALID", "38 - 40,SIZE_INVALID",
                "+38,SIZE_INVALID", "3e1,SIZE_INVALID", "0x26,SIZE_INVALID", "38–40,SIZE_INVALID",
                "'',FIELD_MISSING", "'   ',FIELD_MISSING", "1-51,SIZE_RANGE_TOO_LONG", "1-999,SIZE_RANGE_TOO_LONG"
            })
    void aSizeIsAWholeNumberOrARangeOfAtMostFifty(String size, String code) {
        var reply = refused(400, code, () -> merchant.createStock(array(GROUP.replace("38", size))));

        assertThat(reply.json().at("/errors/0/at").asString()).isEqualTo("[0].param[0].size");
    }

    static Stream<Arguments> badStock() {
        return Stream.of(
                Arguments.of("301 elements", array(groups(301, "38")), "GROUPS_TOO_MANY"),
                Arguments.of("no element", "[]", "GROUPS_NONE"),
                Arguments.of("no list", "{\"liste\":[]}", "ARRAY_EXPECTED"),
                Arguments.of(
                        "15,001 entries",
                        array(groups(299, "1-50") + "," + group(299, "1-50", "900")),
                        "ENTRIES_TOO_MANY"),
                Arguments.of("the same entry twice", array(GROUP + "," + GROUP), "ENTRY_REPEATED"),
                Arguments.of("the same entry, composed", array(group("é") + "," + group("e\u0301")), "ENTRY_REPEATED"),
                Arguments.of(
                        "the same field twice",
                        array(GROUP.replace("{\"pid\":1", "{\"PID\":1,\"pid\":1")),
                        "FIELD_REPEATED"),
                Arguments.of("100,000 deep", "[".repeat(100_000), "JSON_INVALID"),
                Arguments.of("100,000 objects deep", "[" + "{\"a\":".repeat(100_000), "JSON_INVALID"),
                Arguments.of(
                        "a million digits",
                        array(GROUP.replace(":1,", ":" + "9".repeat(1 << 20) + ",")),
                        "JSON_INVALID"),
                Arguments.of(
                        "a million digits of a text", array(GROUP.replace("38", "9".repeat(1 << 20))), "JSON_INVALID"),
                Arguments.of("a million characters", array(group("x".repeat(1 << 20))), "JSON_INVALID"),
                Arguments.of("a name of a million", array("{\"" + "x".repeat(1 << 20) + "\":1}"), "JSON_INVALID"),
                Arguments.of("65 characters", array(group("x".repeat(65))), "COLOR_INVALID"),
                Arguments.of("a NUL in a text", array(group("re\\u0000d")), "COLOR_INVALID"),
                Arguments.of("a NUL in the JSON", array(group("re\u0000d")), "JSON_INVALID"),
                Arguments.of("half a surrogate pair", array(group("\\ud800")), "COLOR_INVALID"),
                Arguments.of("trailing garbage", array(GROUP) + "x", "JSON_INVALID"),
                Arguments.of("a second array", array(GROUP) + array(GROUP), "JSON_INVALID"),
                Arguments.of("a comment", "/* */" + array(GROUP), "JSON_INVALID"),
                Arguments.of("NaN", array(GROUP.replace(":1}", ":NaN}")), "JSON_INVALID"),
                Arguments.of("a comma too many", array(GROUP + ","), "JSON_INVALID"),
                Arguments.of("single quotes", array(GROUP.replace('"', '\'')), "JSON_INVALID"),
                Arguments.of("null", "null", "ARRAY_EXPECTED"),
                Arguments.of("null elements", "[null,null]", "OBJECT_EXPECTED"),
                Arguments.of("null fields", "[{\"pid\":null,\"color\":null,\"param\":null}]", "ARRAY_EXPECTED"),
                Arguments.of("null sizes", array(GROUP.replaceAll("\\{\"size.*?}", "null")), "OBJECT_EXPECTED"),
                Arguments.of("negative stock", array(GROUP.replace(":1}", ":-1}")), "STOCK_INVALID"),
                Arguments.of("stock as fraction", array(GROUP.replace(":1}", ":1.5}")), "STOCK_INVALID"),
                Arguments.of(
                        "stock with a decimal point alone", array(GROUP.replace(":1}", ":\"1.\"}")), "STOCK_INVALID"),
                Arguments.of("stock with exponent", array(GROUP.replace(":1}", ":1e3}")), "STOCK_INVALID"),
                Arguments.of("a thousand million", array(GROUP.replace(":1}", ":1000000000}")), "STOCK_INVALID"),
                Arguments.of("nothing", "", "ARRAY_EXPECTED"),
                Arguments.of("4 MiB of elements", array("{},".repeat(1_300_000) + "{}"), "GROUPS_TOO_MANY"),
                Arguments.of("4 MiB of spaces", " ".repeat(4 << 20), "ARRAY_EXPECTED"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badStock")
    void createStockRefusesWhatIsBeyondItsBounds(String name, String body, String code) {
        refused(400, code, () -> merchant.createStock(body));
    }

    @Test
    void aByteOrderMarkIsNoViolation() {
        assertThat(merchant.createStock("\uFEFF" + array(GROUP.replace("38", "x")))
                        .code())
                .isEqualTo("SIZE_INVALID");
    }

    @ParameterizedTest
    @CsvSource({
        "/Stock/Product,page=0,PAGE_INVALID",
        "/Stock/Product,page=-1,PAGE_INVALID",
        "/Stock/Product,page=１,PAGE_INVALID",
        "/Stock/Product,page=99999999999999999999,PAGE_INVALID",
        "/Stock/Product,page=1&page=2,PARAMETER_REPEATED",
        "/Stock/Product,page=1&PAGE=2,PARAMETER_REPEATED",
        "/Stock/Product,page=1&stock=maybe,STOCK_FILTER_INVALID",
        "/Stock/Product,page=1&pageSize=101,PAGE_SIZE_INVALID",
        "/Stock/Product,page=%ff,ENCODING_INVALID",
        "/Stock/Product,page=%c0%b1,ENCODING_INVALID",
        "/Stock/Product,page=%1,ENCODING_INVALID",
        "/Stock/Product,page=%zz,ENCODING_INVALID",
        "/Stock/List,productid=1%00,ID_INVALID",
        "/Stock/List,productid=2147483648,ID_INVALID",
        "/Stock/List,productid=0,ID_INVALID",
        "/Stock/List,productid=1 OR 1=1,ID_INVALID",
        "/Stock/List,product=1,PARAMETER_MISSING",
        "/Product/Detail,pid=1e3,ID_INVALID",
        "/Product/Detail,pid=,PARAMETER_MISSING"
    })
    void formsAreHeldToTheirBounds(String path, String form, String code) {
        refused(400, code, () -> merchant.post(path, TestMerchant.FORM, form));
    }

    @Test
    void aFormIsAtMost64KibibytesLong() {
        refused(400, "PARAMETER_MISSING", () -> merchant.post("/Stock/List", TestMerchant.FORM, "&".repeat(64 << 10)));
        var manyNames = IntStream.range(0, 9_000).mapToObj(n -> "n" + n).collect(Collectors.joining("&"));
        refused(400, "REQUEST_MALFORMED", () -> merchant.post("/Stock/List", TestMerchant.FORM, manyNames));
        refused(
                400,
                "ID_INVALID",
                () -> merchant.post("/Stock/List", TestMerchant.FORM, "productid=" + "%41".repeat(21_000)));
        for (int length : new int[] {(64 << 10) + 1, 4 << 20, (4 << 20) + 1}) {
            var reply = refused(
                    413, "BODY_TOO_LARGE", () -> merchant.post("/Stock/List", TestMerchant.FORM, "&".repeat(length)));
            assertThat(reply.msg()).contains("65536");
        }
    }

    @Test
    void publishResultsAreHeldToTheirBounds() {
        var fields =
                IntStream.range(0, 200_000).mapToObj("\"f%d\":1"::formatted).collect(Collectors.joining(","));
        refused(400, "FIELD_MISSING", () -> merchant.post("/Product/UploadResult", TestMerchant.JSON, "{}"));
        refused(
                400,
                "REQUEST_MALFORMED",
                () -> merchant.post("/Product/UploadResult", TestMerchant.JSON, "{" + fields + "}"));
        refused(400, "REQUEST_MALFORMED", () -> merchant.createStock("[{" + fields + "}]"));
        refused(400, "OBJECT_EXPECTED", () -> merchant.post("/Product/UploadResult", TestMerchant.JSON, "[]"));
        refused(
                400,
                "FIELD_REPEATED",
                () -> merchant.post("/Product/UploadResult", TestMerchant.JSON, "{\"pId\":1,\"pid\":2}"));
    }

    @Test
    void brokenUtf8IsRefusedInFormAndJson() {
        var broken = new byte[] {'[', '"', (byte) 0xc3, '(', '"', ']'};
        refused(400, "ENCODING_INVALID", () -> send("/Stock/List", TestMerchant.FORM, broken));
        refused(
                400,
                "ENCODING_INVALID",
                () -> send("/Product/UploadResult", TestMerchant.JSON, new byte[] {'{', '"', -1}));
        refused(
                400,
                "ENCODING_INVALID",
                () -> send(
                        "/Stock/Creat",
                        TestMerchant.JSON,
                        array(group("\u00c3(")).getBytes(ISO_8859_1)));
    }

    @Test
    void firstBytesThatAreOfNoEncodingAreRefused() {
        var bytes = new byte[] {0, 0, '5', 0};
        refused(400, "ENCODING_INVALID", () -> send("/Stock/Creat", TestMerchant.JSON, bytes));
        refused(400, "ENCODING_INVALID", () -> send("/Product/UploadResult", TestMerchant.JSON, bytes));
        refused(400, "ENCODING_INVALID", () -> send("/Product/Detail", TestMerchant.JSON, bytes));
    }

    @Test
    void aContentTypeThatIsNoneIsAWrongOne() {
        refused(400, "CONTENT_TYPE_INVALID", () -> send("/Stock/List", "", "productid=1".getBytes(ISO_8859_1)));
        for (var type : List.of(";", "application/json; charset=\"utf-8", "application/json; charset")) {
            refused(400, "CONTENT_TYPE_INVALID", () -> send("/Stock/Creat", type, "[]".getBytes(ISO_8859_1)));
        }
    }

    @Test
    void anAcceptLanguageOfThousandsIsNoBurden() {
        var headers = new LinkedHashMap<>(merchant.headers());
        headers.put(
                "Accept-Language",
                IntStream.range(0, 1_000).mapToObj("a%d"::formatted).collect(Collectors.joining(",")));
        headers.put("Content-Type", TestMerchant.FORM);
        refused(400, "PARAMETER_MISSING", () -> merchant.send("POST", "/Stock/List", headers.entrySet(), new byte[0]));
    }

    private static Reply send(String path, String contentType, byte[] body) {
        var headers = merchant.headers();
        headers.put("Content-Type", contentType);
        return merchant.send("POST", path, headers.entrySet(), body);
    }

    private static Reply refused(int status, String code, Supplier<Reply> request) {
        // tries again if another task used a connection
        var reply = await("an answer for which no connection is used")
                .pollDelay(Duration.ZERO)
                .atMost(60, SECONDS)
                .until(() -> answeredWithoutConnection(request), Optional::isPresent)
                .orElseThrow();
        FailureAssertions.assertFailure(reply);
        assertThat(reply.status()).as(reply.text()).isEqualTo(status);
        assertThat(reply.code()).isEqualTo(code);
        return reply;
    }

    private static Optional<Reply> answeredWithoutConnection(Supplier<Reply> request) {
        long before = platform.connectionsUsed();
        var reply = FailureAssertions.answeredAtOnce(request);
        return platform.connectionsUsed() == before ? Optional.of(reply) : Optional.empty();
    }

    private static String array(String groups) {
        return "[" + groups + "]";
    }

    private static String group(String colour) {
        return GROUP.replace("red", colour);
    }

    private static String groups(int count, String size) {
        return IntStream.range(0, count).mapToObj(i -> group(i, size)).collect(Collectors.joining(","));
    }

    private static String group(int colour, String... sizes) {
        return "{\"pid\":1,\"color\":\"c%d\",\"param\":[%s]}"
                .formatted(
                        colour,
                        Stream.of(sizes)
                                .map("{\"size\":\"%s\",\"stock\":1}"::formatted)
                                .collect(Collectors.joining(",")));
    }
}
