package stockroom.testing.platform;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.MINUTES;
import static org.awaitility.Awaitility.await;

import java.math.BigDecimal;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import stockroom.audit.Operator;
import stockroom.auth.MerchantId;
import stockroom.auth.Sign;
import stockroom.catalog.products.NewProduct;
import stockroom.catalog.products.NewProduct.Attribute;
import stockroom.config.Secret;
import stockroom.demo.DemoStockStore;
import stockroom.testing.http.MerchantDescription;
import stockroom.testing.http.Reply;
import stockroom.testing.http.SimpleHttp;

/// Calls as a merchant's program, over real HTTP, and validates every response. The address is sent as that of the
/// caller through a trusted proxy.
public record TestMerchant(
        Platform platform,
        MerchantId id,
        long account,
        long appid,
        Secret secret,
        Secret token,
        String shopId,
        String address) {

    public static final String FORM = "application/x-www-form-urlencoded";
    public static final String JSON = "application/json";
    private static final AtomicInteger ART_NO = new AtomicInteger();

    public List<Integer> products(int count) {
        var products = IntStream.range(0, count)
                .mapToObj(_ -> "A%06d".formatted(ART_NO.incrementAndGet()))
                .map(artNo -> new NewProduct(
                        artNo,
                        "Shoe " + artNo,
                        "<p>A shoe.</p>",
                        new BigDecimal("99.50"),
                        List.of(
                                "https://pictures.example/%s-1.jpg".formatted(artNo),
                                "https://pictures.example/%s-2.jpg".formatted(artNo)),
                        "",
                        "50,5012",
                        "Shoes,Sports",
                        List.of(new Attribute("Sole", "Rubber"))))
                .toList();
        return platform.catalogue().add(Operator.onTheServer(), id, products);
    }

    public int product() {
        return products(1).getFirst();
    }

    /// Sets stock without using a turn.
    public TestMerchant withStock(int product, String colour, int size, int quantity) {
        platform.stock()
                .create(id, account, List.of(new DemoStockStore.Entry(product, colour, size, quantity, "690" + size)));
        return this;
    }

    public TestMerchant withSecret(Secret other) {
        return new TestMerchant(platform, id, account, appid, other, token, shopId, address);
    }

    public TestMerchant withToken(Secret other) {
        return new TestMerchant(platform, id, account, appid, secret, other, shopId, address);
    }

    public TestMerchant withAppid(long other) {
        return new TestMerchant(platform, id, account, other, secret, token, shopId, address);
    }

    public TestMerchant withAccount(long other, Secret itsToken) {
        return new TestMerchant(platform, id, other, appid, secret, itsToken, shopId, address);
    }

    public TestMerchant from(String otherAddress) {
        return new TestMerchant(platform, id, account, appid, secret, token, shopId, otherAddress);
    }

    public Map<String, String> headers() {
        return headers(platform.clock().instant().getEpochSecond());
    }

    public Map<String, String> headers(long timestamp) {
        var headers = new LinkedHashMap<String, String>();
        headers.put("appid", Long.toString(appid));
        headers.put("sign", Sign.of(secret, timestamp));
        headers.put("timestamp", Long.toString(timestamp));
        headers.put("accesstoken", token.reveal());
        return headers;
    }

    public Reply productList(Object... namesAndValues) {
        return post("/Stock/Product", FORM, form(namesAndValues));
    }

    public Reply stockList(Object product) {
        return post("/Stock/List", FORM, form("productid", product));
    }

    public Reply createStock(String json) {
        return post("/Stock/Creat", JSON, json);
    }

    /// Sends a key: a repeated call gets the first response.
    public Reply createStock(String json, String key) {
        return post("/Stock/Creat", JSON, json, Map.of("Idempotency-Key", key));
    }

    public Reply deleteStock(String json, String key) {
        return post("/Stock/Delete", JSON, json, Map.of("Idempotency-Key", key));
    }

    public Reply undo(long push, boolean all, String key) {
        return post("/Stock/Undo", FORM, form("push", push, "all", all), Map.of("Idempotency-Key", key));
    }

    public Reply changes(Object... namesAndValues) {
        return post("/Stock/Changes", FORM, form(namesAndValues));
    }

    public Reply history(Object... namesAndValues) {
        return post("/Stock/History", FORM, form(namesAndValues));
    }

    public Reply limits() {
        return post("/Account/Limits", FORM, "");
    }

    public Reply batch(Object... products) {
        return post(
                "/Stock/Batch",
                FORM,
                Stream.of(products).map(id -> form("productids", id)).collect(Collectors.joining("&")));
    }

    /// Waits for its turn first, like a well-behaved client.
    public Reply createStockInTurn(String json) {
        return await().atMost(1, MINUTES).until(() -> createStock(json), reply -> reply.status() != 429);
    }

    /// Writes until a call comes too soon; each admitted call takes a turn of two seconds.
    public Reply createTooSoon(String json) {
        return untilTooSoon(() -> createStock(json));
    }

    /// Repeats a call until it comes too soon: if the machine pauses for two seconds, the next turn is open.
    public static Reply untilTooSoon(Supplier<Reply> write) {
        return Stream.generate(write)
                .limit(100)
                .filter(reply -> reply.status() == 429)
                .findFirst()
                .orElseThrow(() -> new AssertionError("none of a hundred came too soon"));
    }

    public Reply detail(Object product) {
        return post("/Product/Detail", FORM, form("pid", product));
    }

    public Reply uploadResult(int product, int status) {
        return post("/Product/UploadResult", JSON, """
                {"pId":%d,"platform":"tb","shopId":"%s","shopName":"s","userId":"u","userNick":"n","itemId":"i","status":%d}
                """.formatted(product, shopId, status));
    }

    public Reply post(String path, String contentType, String body) {
        return postTo(platform.baseUrl(), path, contentType, body);
    }

    public Reply post(String path, String contentType, String body, Map<String, String> moreHeaders) {
        var headers = headers();
        headers.put("Content-Type", contentType);
        headers.putAll(moreHeaders);
        return send("POST", path, headers.entrySet(), body.getBytes(UTF_8));
    }

    public Reply postTo(String baseUrl, String path, String contentType, String body) {
        var headers = headers();
        headers.put("Content-Type", contentType);
        return send(baseUrl, "POST", path, headers.entrySet(), body.getBytes(UTF_8));
    }

    public Reply postUnchecked(String baseUrl, String path, String contentType, String body) {
        var headers = headers();
        headers.put("Content-Type", contentType);
        return sendUnchecked(baseUrl, "POST", path, headers.entrySet(), body.getBytes(UTF_8));
    }

    /// Sends only these headers, and the address.
    public Reply send(String method, String pathAndQuery, Iterable<Map.Entry<String, String>> headers, byte[] body) {
        return send(platform.baseUrl(), method, pathAndQuery, headers, body);
    }

    public Reply send(
            String baseUrl,
            String method,
            String pathAndQuery,
            Iterable<Map.Entry<String, String>> headers,
            byte[] body) {
        return MerchantDescription.read()
                .checked(method, pathAndQuery, sendUnchecked(baseUrl, method, pathAndQuery, headers, body));
    }

    /// Does not validate the response, which would take more processor time than the server took.
    public Reply sendUnchecked(
            String baseUrl,
            String method,
            String pathAndQuery,
            Iterable<Map.Entry<String, String>> headers,
            byte[] body) {
        var request = HttpRequest.newBuilder(URI.create(baseUrl + pathAndQuery))
                .method(method, BodyPublishers.ofByteArray(body))
                .header("X-Forwarded-For", address);
        headers.forEach(header -> request.header(header.getKey(), header.getValue()));
        return SimpleHttp.send(request);
    }

    public static String form(Object... namesAndValues) {
        var pairs = new ArrayList<String>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            pairs.add(encode(namesAndValues[i]) + "=" + encode(namesAndValues[i + 1]));
        }
        return pairs.stream().collect(Collectors.joining("&"));
    }

    private static String encode(Object value) {
        return URLEncoder.encode(value.toString(), UTF_8);
    }

    /// Hides secret and token, which a failed test would print otherwise.
    @Override
    public String toString() {
        return "merchant " + id.value();
    }
}
