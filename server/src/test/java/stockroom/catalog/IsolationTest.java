package stockroom.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import stockroom.admin.merchants.AccountStore.BoundStore;
import stockroom.audit.Operator;
import stockroom.config.Secret;
import stockroom.testing.http.Reply;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;

/// Combines merchants, applications, endpoints, credentials, and own, others' and absent products. Another merchant's
/// product gets the same response as an absent one, byte for byte, and wrong credentials reveal nothing.
@Tag("also-on-citus")
@Tag("contract")
@Tag("isolation")
@Tag("slow")
class IsolationTest {
    /// The id is as long as all others here, so that responses have the same length.
    private static final int ABSENT = 1_999_999_999;

    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final List<Shop> SHOPS = new ArrayList<>();
    private static final Platform platform = Platform.start(Map.of());

    private record Shop(String name, boolean open, List<TestMerchant> applications, int withStock, int withoutStock) {
        List<Integer> products() {
            return List.of(withStock, withoutStock);
        }
    }

    @BeforeAll
    static void start() {
        platform.execute("ALTER SEQUENCE product_id RESTART WITH 1000000000");
        SHOPS.addAll(List.of(shop("A", false), shop("B", false), shop("C", true)));
    }

    private static Shop shop(String name, boolean open) {
        var merchant = open ? platform.merchantWithOpenCatalogue() : platform.merchant();
        var ids = merchant.products(2);
        merchant.withStock(ids.getFirst(), "red", 38, 5);
        return new Shop(
                name,
                open,
                List.of(merchant, platform.throughAnotherApplication(merchant)),
                ids.getFirst(),
                ids.getLast());
    }

    @AfterAll
    static void stop() {
        platform.close();
        SHOPS.clear();
    }

    private enum Endpoint {
        PRODUCT_LIST,
        STOCK_LIST,
        STOCK_AS_OF,
        CREATE_STOCK,
        BATCH,
        HISTORY,
        DELETE_STOCK,
        CHANGES,
        UNDO,
        PRODUCT_DETAIL,
        UPLOAD_RESULT,
        ACCOUNT_LIMITS;

        boolean namesNoProduct() {
            return this == CHANGES || this == UNDO || this == ACCOUNT_LIMITS;
        }

        boolean readsStock() {
            return this == STOCK_LIST || this == STOCK_AS_OF;
        }

        Reply call(TestMerchant caller, int product) {
            return switch (this) {
                case PRODUCT_LIST -> caller.productList("page", 1);
                case STOCK_LIST -> caller.stockList(product);
                case CREATE_STOCK -> caller.createStock("""
                        [{"pid":%d,"color":"%s","param":[{"size":"40","stock":1}]}]""".formatted(product, caller.shopId()));
                case STOCK_AS_OF ->
                    caller.post(
                            "/Stock/List",
                            TestMerchant.FORM,
                            TestMerchant.form("productid", product, "asOf", Instant.now()));
                case BATCH -> caller.batch(product);
                case HISTORY -> caller.history("productid", product);
                case DELETE_STOCK -> caller.deleteStock("""
                        [{"pid":%d,"color":"%s"}]""".formatted(product, caller.shopId()), "key");
                case CHANGES -> caller.changes("limit", 500);
                case UNDO -> caller.undo(1, false, "key");
                case PRODUCT_DETAIL -> caller.detail(product);
                case UPLOAD_RESULT -> caller.uploadResult(product, 1);
                case ACCOUNT_LIMITS -> caller.limits();
            };
        }
    }

    private enum Credentials {
        SECRET_WRONG("SIGN_MISMATCH"),
        SECRET_OF_ANOTHER("SIGN_MISMATCH"),
        APPID_OF_ANOTHER("SIGN_MISMATCH"),
        APPID_AND_SECRET_OF_ANOTHER("TOKEN_INVALID"),
        TOKEN_WRONG("TOKEN_INVALID"),
        TOKEN_OF_ANOTHER("TOKEN_INVALID");

        private final String code;

        Credentials(String code) {
            this.code = code;
        }

        TestMerchant of(TestMerchant caller, TestMerchant another) {
            var nobodys = new Secret("0123456789abcdef0123456789abcdef");
            return switch (this) {
                case SECRET_WRONG -> caller.withSecret(nobodys);
                case SECRET_OF_ANOTHER -> caller.withSecret(another.secret());
                case APPID_OF_ANOTHER -> caller.withAppid(another.appid());
                case APPID_AND_SECRET_OF_ANOTHER ->
                    caller.withAppid(another.appid()).withSecret(another.secret());
                case TOKEN_WRONG -> caller.withToken(nobodys);
                case TOKEN_OF_ANOTHER -> caller.withToken(another.token());
            };
        }
    }

    @TestFactory
    Stream<DynamicTest> withRightCredentialsAnothersProductIsLikeOneThatIsNotThere() {
        return cells((shop, caller, endpoint) -> DynamicTest.dynamicTest(
                "merchant %s, application %d, %s".formatted(shop.name, caller.appid(), endpoint),
                () -> checkRight(shop, caller, endpoint)));
    }

    private static void checkRight(Shop shop, TestMerchant caller, Endpoint endpoint) {
        if (endpoint == Endpoint.PRODUCT_LIST) {
            assertThat(caller.productList("page", 1)
                            .json()
                            .path("data")
                            .valueStream()
                            .map(product -> product.path("id").asInt()))
                    .isEqualTo(shop.products());
            return;
        }
        var absent = endpoint.call(withAccountOfItsOwn(caller), ABSENT);
        if (endpoint == Endpoint.ACCOUNT_LIMITS) {
            checkOwnLimits(caller);
            return;
        }
        if (endpoint.namesNoProduct()) {
            checkOwnLedger(shop, caller);
            return;
        }
        assertThat(absent.success()).isEqualTo(endpoint == Endpoint.BATCH);
        for (var other : SHOPS) {
            for (int product : other.products()) {
                var stranger = withAccountOfItsOwn(caller);
                if (other.equals(shop) && endpoint == Endpoint.UPLOAD_RESULT) {
                    stranger.detail(product);
                }
                var reply = endpoint.call(stranger, product);
                if (other.equals(shop)) {
                    assertOwn(reply, endpoint, product);
                } else if (other.open && endpoint == Endpoint.PRODUCT_DETAIL) {
                    assertThat(reply.text())
                            .isEqualTo(withAccountOfItsOwn(other.applications.getFirst())
                                    .detail(product)
                                    .text());
                    assertThat(reply.success()).isTrue();
                } else {
                    assertThat(seen(reply, product)).isEqualTo(seen(absent, ABSENT));
                    assertThat(platform.query(
                                    "SELECT count(*) FROM stock WHERE colour = '%s'".formatted(stranger.shopId())))
                            .isEqualTo("0");
                }
            }
        }
    }

    private static void checkOwnLimits(TestMerchant caller) {
        var busy = withAccountOfItsOwn(caller);
        SHOPS.stream().filter(Shop::open).forEach(shop -> busy.detail(shop.withStock));

        assertThat(busy.limits().json().at("/data/store/used").asInt()).isEqualTo(1);
        for (var other : SHOPS) {
            var limits = withAccountOfItsOwn(other.applications.getFirst())
                    .limits()
                    .json()
                    .path("data");
            assertThat(limits.at("/store/used").asInt()).isZero();
            assertThat(limits.at("/details/used").asInt()).isZero();
            assertThat(limits.at("/createStock/nextTurnMs").asInt()).isZero();
        }
    }

    /// Pushes have the same numbers in every merchant, which sees and undoes only its own.
    private static void checkOwnLedger(Shop shop, TestMerchant caller) {
        var cursor = caller.changes().json().path("cursor").asString();
        for (var other : SHOPS) {
            var stranger = withAccountOfItsOwn(other.applications.getFirst());
            assertThat(stranger.changes("cursor", cursor).code()).isEqualTo(other.equals(shop) ? "" : "CURSOR_INVALID");
            assertThat(stranger.undo(1, false, "key").code()).isEqualTo("PUSH_UNKNOWN");
            for (int product : shop.products()) {
                assertThat(stranger.history("productid", product).success()).isEqualTo(other.equals(shop));
            }
        }
    }

    /// The owner's own create-stock cell may have added stock to the product without stock.
    private static void assertOwn(Reply reply, Endpoint endpoint, int product) {
        boolean hasStock = platform.query("SELECT has_stock FROM product WHERE product_id = " + product)
                .equals("t");
        if (endpoint.readsStock() && !hasStock) {
            assertThat(reply.code()).isEqualTo("STOCK_NOT_ADDED");
        } else {
            assertThat(reply.success()).as(reply.text()).isTrue();
        }
    }

    @TestFactory
    Stream<DynamicTest> withWrongOrMixedCredentialsEveryProductIsAnsweredAlike() {
        return Stream.of(Credentials.values())
                .flatMap(credentials -> cells((shop, caller, endpoint) -> DynamicTest.dynamicTest(
                        "merchant %s, application %d, %s, %s"
                                .formatted(shop.name, caller.appid(), endpoint, credentials),
                        () -> checkWrong(shop, caller, endpoint, credentials))));
    }

    private static void checkWrong(Shop shop, TestMerchant caller, Endpoint endpoint, Credentials credentials) {
        for (var other : SHOPS) {
            // with another merchant's credentials, or those of the merchant's other application
            var another = other.equals(shop)
                    ? shop.applications.get(1 - shop.applications.indexOf(caller))
                    : other.applications.getFirst();
            var mixed = credentials.of(caller, another);
            var absent = endpoint.call(mixed.from(anotherAddress()), ABSENT);

            assertThat(absent.status()).isEqualTo(400);
            assertThat(absent.code()).isEqualTo(credentials.code);
            assertThat(Stream.of(shop.withStock, other.withStock, SHOPS.getLast().withStock))
                    .allSatisfy(product -> assertThat(seen(endpoint.call(mixed.from(anotherAddress()), product)))
                            .isEqualTo(seen(absent)));
        }
    }

    @FunctionalInterface
    private interface Cell {
        DynamicTest of(Shop shop, TestMerchant caller, Endpoint endpoint);
    }

    private static Stream<DynamicTest> cells(Cell cell) {
        return SHOPS.stream()
                .flatMap(shop -> shop.applications.stream()
                        .flatMap(caller ->
                                Stream.of(Endpoint.values()).map(endpoint -> cell.of(shop, caller, endpoint))));
    }

    /// Has its own turn, day and bound store, so that no cell waits for another.
    private static TestMerchant withAccountOfItsOwn(TestMerchant caller) {
        var shopId = "own%d".formatted(10_000 + COUNT.incrementAndGet());
        long account = platform.accounts()
                .create(Operator.onTheServer(), caller.id(), shopId, new BoundStore("tb", shopId, "Shop"))
                .accountId();
        var token = platform.tokens()
                .issue(Operator.onTheServer(), caller.appid(), caller.id(), account, Duration.ofHours(1))
                .accesstoken();
        return new TestMerchant(
                platform, caller.id(), account, caller.appid(), caller.secret(), token, shopId, anotherAddress());
    }

    private static String anotherAddress() {
        int number = COUNT.incrementAndGet();
        return "10.200.%d.%d".formatted(number / 250, number % 250 + 1);
    }

    private static String seen(Reply reply, int product) {
        return seen(reply).replace(Integer.toString(product), "{product}");
    }

    private static String seen(Reply reply) {
        var headers = new TreeMap<>(reply.headers().map());
        headers.keySet().removeIf(name -> name.equalsIgnoreCase("date") || name.equalsIgnoreCase("x-request-id"));
        // a second may pass between two responses
        var shown =
                headers.toString().replaceAll(";t=\\d+", ";t=…").replaceAll("next-turn-ms=\\[\\d+]", "next-turn-ms=…");
        return "%d %s %s".formatted(reply.status(), shown, reply.textWithoutRequestId());
    }
}
