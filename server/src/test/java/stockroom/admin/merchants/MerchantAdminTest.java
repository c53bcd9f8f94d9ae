package stockroom.admin.merchants;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import stockroom.testing.http.Reply;
import stockroom.testing.platform.Operators;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import tools.jackson.databind.JsonNode;

class MerchantAdminTest {
    private static final Platform platform = Platform.start(Map.of());
    private static final Operators operator = platform.operator();

    private final TestMerchant merchant = platform.merchant();
    private final String path = "/merchants/" + merchant.id().value();

    @AfterAll
    static void stop() {
        platform.close();
    }

    @Test
    void aMerchantIsReadBackAsItWasCreated() {
        var created = operator.create(
                "/merchants",
                "{\"storeUrl\":\"north-gate\",\"storeName\":\"北门 \\\"Shoes\\\" 👟\",\"openCatalogue\":true}");

        var shown = operator.read("/merchants/" + created.path("merchantId").asLong());

        assertThat(shown.path("storeName").asString()).isEqualTo("北门 \"Shoes\" 👟");
        assertThat(created.properties()).isSubsetOf(shown.properties());
        assertThat(shown.path("products").asInt()).isZero();
        assertThat(operator.all("/merchants", 1000)).contains(created);
        assertThat(operator.create("/merchants", "{\"storeUrl\":\"x\",\"storeName\":\"X\"}")
                        .path("openCatalogue")
                        .asBoolean())
                .isFalse();
    }

    @Test
    @Tag("contract")
    void aStoreUrlHasOneMerchant() {
        var south = operator.create("/merchants", "{\"storeUrl\":\"south\",\"storeName\":\"South\"}");
        var southPath = "/merchants/" + south.path("merchantId").asLong();

        assertTaken(operator.post("/merchants", "{\"storeUrl\":\"south\",\"storeName\":\"Another\"}"));
        assertTaken(operator.patch(path, "{\"storeUrl\":\"south\"}"));
        assertThat(operator.read("/merchants?storeUrl=south").path("items")).containsExactly(south);

        operator.change(southPath, "{\"storeUrl\":\"south-2\"}");
        assertThat(operator.read("/merchants?storeUrl=south").path("items")).isEmpty();
        assertThat(operator.change(path, "{\"storeUrl\":\"south\"}")
                        .path("storeUrl")
                        .asString())
                .isEqualTo("south");
        // setting the present value again is allowed
        assertThat(operator.patch(path, "{\"storeUrl\":\"south\"}").status()).isEqualTo(200);
    }

    private static void assertTaken(Reply reply) {
        assertThat(reply.status()).as(reply.text()).isEqualTo(409);
        assertThat(reply.code()).isEqualTo("STORE_URL_TAKEN");
    }

    @Test
    @Tag("contract")
    void ofManyMerchantsWithOneStoreUrlOneIsCreated() throws Exception {
        var replies = new ArrayList<Future<Reply>>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 6; i++) {
                replies.add(threads.submit(
                        () -> operator.post("/merchants", "{\"storeUrl\":\"contended\",\"storeName\":\"Contended\"}")));
            }
        }
        var statuses = new ArrayList<Integer>();
        for (var reply : replies) {
            statuses.add(reply.get().status());
        }

        assertThat(statuses).containsOnlyOnce(201).contains(409);
        assertThat(platform.query("SELECT count(*) FROM merchant WHERE store_url = 'contended'"))
                .isEqualTo("1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"north gate", "north/gate", "a\\u3000b", ""})
    void aStoreUrlIsAPartOfAddresses(String storeUrl) {
        var reply = operator.post("/merchants", "{\"storeUrl\":\"%s\",\"storeName\":\"X\"}".formatted(storeUrl));
        assertThat(reply.status()).as(reply.text()).isEqualTo(400);
        assertThat(reply.json().at("/errors/0/at").asString()).isEqualTo("storeUrl");
        assertThat(operator.patch(path, "{\"storeUrl\":\"%s\"}".formatted(storeUrl))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void allViolationsAreNamedAtOnceAndNothingIsWritten() {
        var before = platform.query("SELECT count(*) FROM merchant");
        var reply = operator.post("/merchants", "{\"storeUrl\":5,\"openCatalogue\":\"yes\",\"colour\":\"red\"}");

        assertThat(reply.json()
                        .path("errors")
                        .valueStream()
                        .map(error -> error.path("at").asString()))
                .containsExactlyInAnyOrder("storeUrl", "storeName", "openCatalogue", "colour");
        assertThat(platform.query("SELECT count(*) FROM merchant")).isEqualTo(before);
    }

    @Test
    void pagesHoldEveryMerchantOnceInTheOrderOfIds() {
        IntStream.range(0, 7).forEach(_ -> platform.merchant());

        var ids = operator.all("/merchants", 3).stream()
                .map(item -> item.path("merchantId").asLong())
                .toList();

        assertThat(ids).isSorted().doesNotHaveDuplicates();
        assertThat(ids).hasSize(Integer.parseInt(platform.query("SELECT count(*) FROM merchant")));
        assertThat(operator.read("/merchants?after=%d".formatted(ids.getLast())).path("items"))
                .isEmpty();
    }

    @Test
    void merchantsAreFoundByAPartOfTheirNamesAndByTheirState() {
        var boots = created("northern", "北门靴 Boots_100%");
        var shoes = created("southern", "Boot and Shoe");
        operator.change("/merchants/" + shoes.path("merchantId").asLong(), "{\"suspended\":true}");

        assertThat(found("search=BOOT")).containsExactly("northern", "southern");
        assertThat(found("search=thern")).containsExactly("northern", "southern");
        assertThat(found("search=%E9%97%A8%E9%9D%B4")).containsExactly("northern");
        assertThat(found("search=s_100%25")).containsExactly("northern");
        assertThat(found("search=boot&state=active")).containsExactly("northern");
        assertThat(found("search=boot&state=suspended")).containsExactly("southern");
        assertThat(found("search=boot&limit=1&after=" + boots.path("merchantId").asLong()))
                .containsExactly("southern");
        assertThat(found("search=no%20such")).isEmpty();
    }

    private static JsonNode created(String storeUrl, String name) {
        return operator.create("/merchants", "{\"storeUrl\":\"%s\",\"storeName\":\"%s\"}".formatted(storeUrl, name));
    }

    private static List<String> found(String query) {
        return operator.read("/merchants?" + query)
                .path("items")
                .valueStream()
                .map(item -> item.path("storeUrl").asString())
                .toList();
    }

    @Test
    void anotherMerchantsProgramsFetchWhatIsOpenAndNotWhatIsClosed() {
        var stranger = platform.merchant();
        int product = merchant.product();
        assertThat(stranger.detail(product).code()).isEqualTo("PRODUCT_UNKNOWN");

        operator.change(path, "{\"openCatalogue\":true}");
        assertThat(stranger.detail(product).success()).isTrue();

        operator.change(path, "{\"openCatalogue\":false}");
        assertThat(stranger.detail(product).code()).isEqualTo("PRODUCT_UNKNOWN");
    }

    @Test
    void aSuspendedMerchantIsRefusedAndItsCatalogueClosedUntilItIsResumed() {
        var stranger = platform.merchant();
        int product = merchant.product();
        operator.change(path, "{\"openCatalogue\":true}");
        assertThat(merchant.detail(product).success()).isTrue();

        assertThat(operator.change(path, "{\"suspended\":true}")
                        .path("suspended")
                        .asBoolean())
                .isTrue();
        await().atMost(60, SECONDS).until(() -> merchant.detail(product).code().equals("MERCHANT_SUSPENDED"));
        assertThat(stranger.detail(product).code()).isEqualTo("PRODUCT_UNKNOWN");
        assertThat(operator.read(path).path("suspended").asBoolean()).isTrue();
        assertThat(operator.read(path).path("openCatalogue").asBoolean()).isTrue();

        operator.change(path, "{\"suspended\":false}");
        await().atMost(60, SECONDS).until(() -> merchant.detail(product).success());
        assertThat(stranger.detail(product).success()).isTrue();
    }

    @Test
    void theContentsOfAMerchantCountItsStockEntries() {
        int product = merchant.product();
        merchant.withStock(product, "red", 38, 5);
        merchant.withStock(product, "red", 39, 0);
        merchant.withStock(merchant.product(), "blue", 40, 1);

        var contents = operator.read(path + "/contents");

        assertThat(contents.path("stockEntries").asInt()).isEqualTo(3);
        assertThat(contents.path("products").asInt()).isEqualTo(2);
    }

    @Test
    void onlyWhatIsGivenIsChanged() {
        var before = operator.read(path);
        var after = operator.change(path, "{\"storeName\":\"Renamed\"}");

        assertThat(after.path("storeName").asString()).isEqualTo("Renamed");
        assertThat(after.path("storeUrl")).isEqualTo(before.path("storeUrl"));
        assertThat(operator.read(path).path("storeName").asString()).isEqualTo("Renamed");
    }

    @Test
    void accountsAreCreatedListedRenamedAndBoundToAnotherStore() {
        var created = account("clerk", "shop-a");
        long id = created.path("accountId").asLong();
        var same = account("colleague", "shop-a");
        assertThat(same.at("/store/storeId")).isEqualTo(created.at("/store/storeId"));
        assertThat(operator.all(path + "/accounts", 1)).hasSize(3).contains(created, same);

        var renamed = operator.change(path + "/accounts/" + id, "{\"name\":\"chief\"}");
        assertThat(renamed.path("name").asString()).isEqualTo("chief");
        assertThat(renamed.path("store")).isEqualTo(created.path("store"));

        var bound = operator.change(
                path + "/accounts/" + id, "{\"store\":{\"platform\":\"jd\",\"shopId\":\"shop-b\",\"shopName\":\"B\"}}");
        assertThat(bound.at("/store/platform").asString()).isEqualTo("jd");
        assertThat(bound.at("/store/storeId")).isNotEqualTo(created.at("/store/storeId"));
        assertThat(operator.read(path + "/accounts/%d/usage".formatted(id)).path("store"))
                .isEqualTo(bound.path("store"));
        assertThat(operator.all(path + "/accounts", 100)).contains(bound, same);
        assertThat(operator.read(path + "/accounts?search=CHIEF").path("items")).containsExactly(bound);
        assertThat(operator.read(path + "/accounts?search=shop-a").path("items"))
                .containsExactly(same);
        assertThat(operator.read(path + "/accounts?search=nobody").path("items"))
                .isEmpty();
    }

    @Test
    void anAccountBoundToAnotherStoreReportsForThatStore() {
        int product = merchant.product();
        merchant.detail(product);
        assertThat(merchant.uploadResult(product, 1).success()).isTrue();

        operator.change(
                path + "/accounts/" + merchant.account(),
                "{\"store\":{\"platform\":\"tb\",\"shopId\":\"elsewhere\",\"shopName\":\"B\"}}");

        assertThat(merchant.uploadResult(product, 1).code()).isEqualTo("SHOP_MISMATCH");
    }

    @Test
    void anAccountIsFoundUnderItsOwnMerchantOnly() {
        var other =
                "/merchants/%d/accounts/%d".formatted(platform.merchant().id().value(), merchant.account());
        assertThat(operator.patch(other, "{\"name\":\"stolen\"}").status()).isEqualTo(404);
        assertThat(operator.get(other + "/usage").status()).isEqualTo(404);
    }

    @Test
    void aPlatformThatIsNotSetIsRefused() {
        var reply = operator.post(
                path + "/accounts",
                "{\"name\":\"n\",\"store\":{\"platform\":\"nowhere\",\"shopId\":\"1\",\"shopName\":\"s\"}}");
        assertThat(reply.json().at("/errors/0/at").asString()).isEqualTo("store.platform");
    }

    private JsonNode account(String name, String shop) {
        return operator.create(
                path + "/accounts",
                "{\"name\":\"%s\",\"store\":{\"platform\":\"tb\",\"shopId\":\"%s\",\"shopName\":\"Shop\"}}"
                        .formatted(name, shop));
    }
}
