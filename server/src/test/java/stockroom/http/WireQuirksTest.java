package stockroom.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.audit.Operator;
import stockroom.catalog.products.NewProduct;
import stockroom.testing.http.Reply;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.SingleProduct;
import stockroom.testing.platform.TestMerchant;

/// Oddities of the interface that must stay, because clients rely on them.
@Tag("contract")
class WireQuirksTest {
    private final Platform platform = Platform.shared();
    private final SingleProduct shelf = new SingleProduct();
    private final TestMerchant merchant = shelf.merchant;
    private final int product = shelf.product;

    @Test
    void thePathOfCreateStockIsSpeltCreat() {
        var body = shelf.group("red", "38", 5);

        assertThat(merchant.post("/Stock/Create", TestMerchant.JSON, body).status())
                .isEqualTo(404);
        assertThat(merchant.post("/Stock/Creat", TestMerchant.JSON, body).text())
                .isEqualTo("{\"success\":true,\"msg\":\"\",\"push\":1}");
    }

    @Test
    void everyFailureOfTheStockListHasAnEmptyTextAsData() {
        assertThat(List.of(
                        merchant.stockList(product),
                        merchant.stockList(Integer.MAX_VALUE),
                        merchant.stockList("shoe"),
                        merchant.withSecret(merchant.token()).stockList(product)))
                .allSatisfy(reply -> {
                    assertThat(reply.success()).isFalse();
                    assertThat(reply.text()).contains("\"data\":\"\"");
                });
    }

    @Test
    void aBarCodeThatIsNotSetIsNullInTheStockList() {
        shelf.create(shelf.group("red", "38", 5));

        assertThat(merchant.stockList(product).text()).contains("\"barCode\":null");
    }

    @Test
    void aSizeIsANumberInTheStockListAndATextInTheDetail() {
        shelf.create(shelf.group("red", "38-39", 5));

        assertThat(merchant.stockList(product).text()).contains("\"size\":38,").contains("\"size\":39,");
        assertThat(merchant.detail(product).text()).contains("\"size\":\"38,39\",\"stockNum\":\"5,5\"");
    }

    @Test
    void thePageMayStandInTheQueryString() {
        var inQuery = merchant.send(
                "POST", "/Stock/Product?page=1", merchant.headers().entrySet(), new byte[0]);

        assertThat(inQuery.success()).isTrue();
        assertThat(inQuery.text())
                .isEqualTo(merchant.productList("page", 1).text())
                .contains("\"id\":" + product + ",");
    }

    @Test
    void theFormWinsOverTheQueryString() {
        var both =
                merchant.post("/Stock/Product?page=2&pageSize=1&stock=true", TestMerchant.FORM, "page=1&stock=false");

        assertThat(both.text()).isEqualTo(merchant.productList("page", 1).text());
        assertThat(merchant.post("/Stock/List?productid=0", TestMerchant.FORM, "productid=" + product)
                        .code())
                .isEqualTo("STOCK_NOT_ADDED");
    }

    @Test
    void theStockFilterMayBeWrittenAsDotNetWritesIt() {
        assertThat(merchant.productList("page", 1, "stock", "False").json().path("data"))
                .hasSize(1);
        assertThat(merchant.productList("page", 1, "stock", "True").json().path("data"))
                .isEmpty();
    }

    @Test
    void theArrayMayBeWrappedInAnObjectNamedList() {
        assertThat(shelf.create("{\"list\":%s}".formatted(shelf.group("red", "38", 5)))
                        .success())
                .isTrue();
        assertThat(shelf.entries()).containsExactly("red 38 5 null");
    }

    @Test
    void namesMayBeSpeltInAnyCase() {
        shelf.create("""
                [{"Color":"red","pId":%d,"PARAM":[{"Size":"38","Stock":5,"BarCode":"690"}]}]""".formatted(product));

        assertThat(shelf.entries()).containsExactly("red 38 5 690");
        assertThat(merchant.post("/Stock/List", TestMerchant.FORM, "ProductId=" + product)
                        .success())
                .isTrue();
        assertThat(merchant.post("/Product/Detail", TestMerchant.JSON, "{\"pId\":%d}".formatted(product))
                        .success())
                .isTrue();
    }

    @Test
    void aSizeMayComeAsANumberAndAProductIdAsAText() {
        shelf.create("""
                [{"color":"red","pid":"%d","param":[{"size":38,"stock":"5","barCode":690}]}]""".formatted(product));

        assertThat(shelf.entries()).containsExactly("red 38 5 690");
    }

    @Test
    void theDetailIsAskedForByFormOrQueryStringOrJson() {
        var byForm = merchant.detail(product);

        assertThat(byForm.success()).isTrue();
        assertThat(List.of(
                        merchant.send(
                                "POST",
                                "/Product/Detail?pid=" + product,
                                merchant.headers().entrySet(),
                                new byte[0]),
                        merchant.post("/Product/Detail", TestMerchant.JSON, "{\"pid\":%d}".formatted(product)),
                        merchant.post("/Product/Detail", TestMerchant.JSON, "{\"pid\":\"%d\"}".formatted(product))))
                .extracting(Reply::text)
                .containsOnly(byForm.text());
    }

    @Test
    void aPriceIsANumberWithTwoDecimalsAndEndsTheOuterId() {
        assertThat(merchant.detail(product).text()).contains("\"price\":99.50,");
        assertThat(merchant.detail(priced("100")).text())
                .contains("\"price\":100.00,", "\"outerId\":\"%s/P-100/100.00\"".formatted(storeUrl()));
        assertThat(merchant.detail(priced("0.1")).text()).contains("\"price\":0.10,", "/P-0.1/0.10\"");
        assertThat(merchant.detail(priced("9999999999.99")).text()).contains("\"price\":9999999999.99,");
    }

    @Test
    void skusHaveTheColoursInTheOrderFirstAddedAndTheSizesAscending() {
        shelf.create(SingleProduct.groups(
                shelf.item("white", "42", 1), shelf.item("black", "40", 2), shelf.item("white", "9", 3)));
        shelf.create(SingleProduct.groups(
                shelf.item("azure", "38", 4), shelf.item("black", "100", 5), shelf.item("white", "41", 6)));

        assertThat(merchant.detail(product).text()).contains("""
                "skus":[{"color":"white","size":"9,41,42","stockNum":"3,6,1","skuImg":""},\
                {"color":"black","size":"40,100","stockNum":"2,5","skuImg":""},\
                {"color":"azure","size":"38","stockNum":"4","skuImg":""}]""");
    }

    private String storeUrl() {
        return platform.query("SELECT store_url FROM merchant WHERE merchant_id = "
                + merchant.id().value());
    }

    private int priced(String price) {
        var product = new NewProduct(
                "P-" + price, "Shoe", "", new BigDecimal(price), List.of("p.jpg"), "", "50", "Shoes", List.of());
        return platform.catalogue()
                .add(Operator.onTheServer(), merchant.id(), List.of(product))
                .getFirst();
    }
}
