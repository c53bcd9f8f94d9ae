package stockroom.http.input;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import stockroom.testing.http.Reply;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;

/// A successful response lists what was ignored. Without ignored input there is no `warnings`; the samples test that.
@Tag("contract")
class WarningsTest {
    private final TestMerchant merchant = Platform.shared().merchant();
    private final int product = merchant.product();

    private Reply call(String path, String body) {
        merchant.withStock(product, "red", 38, 5);
        boolean isJson = body.startsWith("{") || body.startsWith("[");
        var filled = body.replace('\'', '"').replace("#", "" + product).replace("@", merchant.shopId());
        var type = isJson ? TestMerchant.JSON : TestMerchant.FORM;
        var reply = merchant.post(path, type, filled, Map.of("Idempotency-Key", "warned"));
        assertThat(reply.success()).as(reply.text()).isTrue();
        return reply;
    }

    private static List<String> warnings(Reply reply) {
        return reply.json()
                .path("warnings")
                .valueStream()
                .map(warning -> warning.path("at").asString() + " | "
                        + warning.path("msg").asString())
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            /Stock/Product       | page=1&pageNo=2                                      | pageNo    | (did you mean page?)
            /Stock/Product?Sort=1| page=1                                               | Sort      | (known here: page, pageSize, stock, artNo, fields)
            /Stock/List          | productid=#&as_off=1                                 | as_off    | (did you mean asOf?)
            /Stock/Batch         | productids=#&feilds=cursor                           | feilds    | (did you mean fields?)
            /Stock/Batch         | {'productids':[#],'wait':1}                          | wait      | known here: productids
            /Stock/Changes       | from=now&limits=3                                    | limits    | (did you mean limit?)
            /Stock/Changes?max=1 | {'from':'now'}                                       | max       | (known here: cursor, from, limit, wait)
            /Stock/History       | {'productid':#,'colour':'blue'}                      | colour    | (did you mean color?)
            /Stock/Creat         | [{'pid':#,'color':'red','param':[{'size':1,'stock':1}]},{'pid':#,'color':'blue','sku':1,'param':[{'size':1,'stock':1}]}] | [1].sku | known here: pid
            /Stock/Creat         | {'list':[{'pid':#,'color':'red','param':[{'size':1,'stock':1}]}],'idempotencyKey':1} | idempotencyKey | (did you mean the header Idempotency-Key?)
            /Stock/Creat?a%20b=1&_=2 | [{'pid':#,'color':'red','param':[{'size':1,'stock':1}]}] | a%20b  | (nothing is read here)
            /Stock/Delete        | [{'pid':#,'color':'red','size':38}]                  | [0].size  | (did you mean sizes?)
            /Product/Detail      | pid=#&pids=1                                         | pids      | (did you mean pid?)
            /Product/Detail      | {'pid':#,'fields':'price'}                           | fields    | (known here: pid)
            /Account/Limits      | page=1                                               | page      | (nothing is read here)
            """)
    void everyCallNamesWhatItDoesNotKnowWithItsPlaceAndWhatItResembles(
            String path, String body, String place, String said) {
        assertThat(warnings(call(path, body)))
                .singleElement()
                .asString()
                .startsWith("%1$s | %1$s: unknown name, ignored (".formatted(place))
                .contains(said);
    }

    @Test
    void thoseOfAnUndoAndAPublishResultAreNamed() {
        assertThat(merchant.detail(product).success()).isTrue();
        var published = call(
                "/Product/UploadResult",
                "{'pId':#,'platform':'tb','shopId':'@','shopName':'s','userId':'u','userNick':'n','itemId':'i','item_ID':'i','itemIds':1,'status':1}");
        var push = call("/Stock/Creat", "[{'pid':#,'color':'red','param':[{'size':38,'stock':7}]}]")
                .json()
                .path("push")
                .asString();
        var undone = Platform.shared()
                .anotherAccount(merchant)
                .post(
                        "/Stock/Undo",
                        TestMerchant.FORM,
                        "push=" + push + "&Dry-Run=true",
                        Map.of("Idempotency-Key", "1"));

        assertThat(warnings(published)).hasSize(2);
        assertThat(warnings(undone))
                .containsExactly("Dry-Run | Dry-Run: unknown name, ignored (did you mean the header Dry-Run?)");
    }

    @Test
    void atMostTwentyAreNamedHoweverManyThereAre() {
        var groups = IntStream.range(0, 200)
                .mapToObj("{'pid':#,'color':'c%d','colr':'x','param':[{'size':1,'stock':1}]}"::formatted)
                .collect(joining(",", "[", "]"));

        assertThat(warnings(call("/Stock/Creat", groups)))
                .hasSize(20)
                .allSatisfy(warning -> assertThat(warning).endsWith("(did you mean color?)"))
                .element(19)
                .asString()
                .startsWith("[19].colr | ");
    }

    @Test
    void aNameThatIsVeryLongIsCutAndResemblesNothing() {
        assertThat(warnings(call("/Stock/List", "productid=#&" + "fields".repeat(1_000))))
                .singleElement()
                .asString()
                .hasSizeLessThan(200)
                .contains("…", "(known here: productid, asOf, fields)");
    }

    @Test
    void aReplayComputesThemAnewInTheLanguageOfTheRepeat() {
        merchant.withStock(product, "red", 38, 5);
        var body = "[{\"pid\":%d,\"color\":\"red\",\"param\":[{\"size\":38,\"stock\":3,\"barcod\":\"1\"}]}]"
                .formatted(product);
        var first = merchant.createStock(body, "again");
        var second = merchant.post(
                "/Stock/Creat",
                TestMerchant.JSON,
                body,
                Map.of("Idempotency-Key", "again", "Accept-Language", "zh-CN"));

        assertThat(second.header("Idempotent-Replayed")).hasValue("true");
        assertThat(second.json().path("push")).isEqualTo(first.json().path("push"));
        assertThat(warnings(first))
                .containsExactly(
                        "[0].param[0].barcod | [0].param[0].barcod: unknown name, ignored (did you mean barCode?)");
        assertThat(warnings(second))
                .containsExactly("[0].param[0].barcod | [0].param[0].barcod：未知的名称，已忽略（是否想写 barCode？）");
    }

    @Test
    void aRefusalHasNone() {
        var refused = merchant.post("/Stock/List", TestMerchant.FORM, "productid=2147483647&asOff=1");

        assertThat(refused.code()).isEqualTo("PRODUCT_UNKNOWN");
        assertThat(refused.json().has("warnings")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            barcod,     barCode
            BAR_CODE,   barCode
            bar-codes,  barCode
            skuBarCode, barCode
            szie,       size
            sizes,      size
            stok,       stock
            stockNum,   stock
            pd,         ''
            qty,        ''
            price,      ''
            """)
    void aNameResemblesTheNearest(String sent, String name) {
        var names = List.of("size", "stock", "delta", "expected", "barCode", "clearBarCode");

        assertThat(Resemblance.of(Objects.requireNonNull(sent), names).orElse(""))
                .isEqualTo(name);
    }
}
