package stockroom.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.testing.http.FailureAssertions;
import stockroom.testing.http.RawConnection;
import stockroom.testing.http.Reply;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;

@Tag("slow")
class MutatedRequestsTest {
    private static final int THREADS = 8;
    private static final int REQUESTS_PER_THREAD = 2_500;
    private static final long SEED = 20_260_101;
    /// Parsers have failed on these before.
    private static final List<String> SPLINTERS = List.of(
            "0",
            "-1",
            "2147483648",
            "999999999999",
            "1e9",
            "NaN",
            "null",
            "true",
            "[]",
            "{}",
            "[[",
            "}",
            "\"",
            "\\",
            "\\u0000",
            "\\ud800",
            "%",
            "%00",
            "%ff",
            "&",
            "=",
            "+",
            ";",
            "\r\n",
            "\n",
            "\r\n\r\n",
            "\u0000",
            "\u00ff\u00fe",
            " ",
            "\t",
            "-",
            "1-2-3",
            "1-50",
            "'",
            "' OR 1=1 --",
            "$1",
            "?",
            ":x",
            "../",
            "//",
            "#",
            "HTTP/1.1",
            "Content-Length: 5\r\n",
            "Transfer-Encoding: chunked\r\n",
            "Expect: 100-continue\r\n",
            "Connection: close\r\n",
            "\u00ef\u00bb\u00bf",
            "３８");

    private record Outcome(String what, String request) {}

    @Test
    void mutatedRequestsAreAnsweredAndNeverWithAnInternalError() throws Exception {
        try (var platform = Platform.start(
                Map.of("STOCKROOM_READ_TIMEOUT", "100ms", "STOCKROOM_AUTH_FAILURES_PER_MINUTE", "1000000"))) {
            var outcomes = new ConcurrentLinkedQueue<Outcome>();
            var merchants = new ArrayList<TestMerchant>();
            var work = new ArrayList<Future<?>>();
            try (var threads = Executors.newFixedThreadPool(THREADS)) {
                for (int i = 0; i < THREADS; i++) {
                    var merchant = platform.merchant();
                    merchants.add(merchant);
                    var random = new SplittableRandom(SEED + i);
                    work.add(threads.submit(() -> mutate(merchant, random, outcomes)));
                }
                for (var part : work) {
                    part.get(10, TimeUnit.MINUTES);
                }
            }

            report(outcomes);
            assertThat(outcomes).hasSize(THREADS * REQUESTS_PER_THREAD);
            assertThat(outcomes)
                    .filteredOn(outcome -> outcome.what.startsWith("5"))
                    .extracting(outcome -> outcome.what + "\n" + outcome.request)
                    .isEmpty();
            assertThat(outcomes)
                    .filteredOn(outcome -> outcome.what.equals("200"))
                    .isNotEmpty();
            assertRowsObeyTheContract(platform);
            var merchant = merchants.getFirst();
            assertThat(merchant.productList("page", 1).success()).isTrue();
        }
    }

    private static void report(Queue<Outcome> outcomes) {
        var counts = new TreeMap<String, Integer>();
        outcomes.forEach(outcome -> counts.merge(outcome.what, 1, Integer::sum));
        System.out.println("mutated requests by status and code: " + counts);
    }

    private static void mutate(TestMerchant merchant, SplittableRandom random, Queue<Outcome> outcomes) {
        var products = merchant.products(3);
        merchant.withStock(products.getFirst(), "red", 38, 5);
        var connection = new RawConnection(merchant.platform().port());
        for (int i = 0; i < REQUESTS_PER_THREAD; i++) {
            // a new connection now and then varies the order of requests
            if (i % 50 == 0) {
                connection.close();
                connection = new RawConnection(merchant.platform().port());
            }
            var request = mutated(good(merchant, products, random), random);
            var answer = answer(connection, request);
            outcomes.add(new Outcome(
                    answer.map(MutatedRequestsTest::named).orElse("closed"), new String(request, ISO_8859_1)));
            if (answer.isEmpty() || answer.get().header("Connection").orElse("").equalsIgnoreCase("close")) {
                connection.close();
                connection = new RawConnection(merchant.platform().port());
            }
        }
        connection.close();
    }

    private static Optional<Reply> answer(RawConnection connection, byte[] request) {
        var reply = connection.send(request).answer();
        while (reply.isPresent() && reply.get().status() == 100) {
            reply = connection.answer();
        }
        return reply;
    }

    private static String named(Reply reply) {
        if (reply.status() == 200 && reply.success()) {
            return "200";
        }
        if (reply.text().isEmpty()) {
            return reply.status() + " without a body";
        }
        if (reply.status() < 500) {
            FailureAssertions.assertFailure(reply);
        }
        return reply.status() + " " + reply.code();
    }

    private static byte[] good(TestMerchant merchant, List<Integer> products, SplittableRandom random) {
        int product = products.get(random.nextInt(products.size()));
        return switch (random.nextInt(12)) {
            case 0 -> request(merchant, "/Stock/Product", TestMerchant.FORM, "page=1&stock=true&pageSize=20");
            case 1 -> request(merchant, "/Stock/List", TestMerchant.FORM, "productid=" + product);
            case 2 -> request(merchant, "/Stock/Creat", TestMerchant.JSON, """
                        [{"color":"red","pid":%1$d,"param":[{"size":"38-40","stock":7,"barCode":"69012"},{"size":41,"stock":"8"}]},
                         {"Color":"深蓝","pId":"%1$d","Param":[{"Size":"42","Stock":0}]}]""".formatted(product));
            case 4 -> request(merchant, "/Stock/Creat", TestMerchant.JSON, """
                        [{"color":"red","pid":%1$d,"param":[{"size":38,"delta":-1},{"size":39,"stock":3,"expected":-1,"clearBarCode":true}]}]""".formatted(product));
            case 5 -> request(merchant, "/Stock/Delete", TestMerchant.JSON, """
                        [{"color":"red","pid":%1$d,"sizes":["38-40",41]},{"color":"深蓝","pid":%1$d}]""".formatted(product));
            case 6 -> request(merchant, "/Stock/Undo", TestMerchant.JSON, "{\"push\":1,\"all\":false}");
            case 7 -> request(merchant, "/Stock/Changes", TestMerchant.FORM, "limit=10&wait=0&cursor=");
            case 8 ->
                request(
                        merchant,
                        "/Stock/History",
                        TestMerchant.FORM,
                        "productid=%d&color=red&size=38&limit=5".formatted(product));
            case 9 ->
                request(merchant, "/Stock/Batch", TestMerchant.FORM, "productids=%1$d&productids=1".formatted(product));
            case 10 -> request(merchant, "/Account/Limits", TestMerchant.JSON, "{}");
            case 3 -> request(merchant, "/Product/Detail", TestMerchant.FORM, "pid=" + product);
            default ->
                request(merchant, "/Product/UploadResult", TestMerchant.JSON, """
                        {"pId":%d,"platform":"tb","shopId":"%s","shopName":"s","userId":"u","userNick":"n","itemId":"i","status":1}""".formatted(
                                product, merchant.shopId()));
        };
    }

    private static byte[] request(TestMerchant merchant, String path, String contentType, String body) {
        var headers = merchant.headers();
        headers.put("Content-Type", contentType);
        headers.put("Idempotency-Key", "key-" + body.hashCode());
        return RawConnection.request("POST " + path + " HTTP/1.1", headers.entrySet(), body.getBytes(UTF_8));
    }

    /// Makes one to three changes, half of them in the body, and corrects the length so that the body is read.
    private static byte[] mutated(byte[] request, SplittableRandom random) {
        var text = new String(request, ISO_8859_1);
        int split = text.indexOf("\r\n\r\n") + 4;
        var head = text.substring(0, split);
        var body = text.substring(split);
        boolean inBody = random.nextInt(4) != 0;
        for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
            if (inBody) {
                body = changed(body, random);
            } else {
                head = changed(head, random);
            }
        }
        if (inBody) {
            head = head.replaceFirst("Content-Length: \\d+", "Content-Length: " + body.length());
        }
        return (head + body).getBytes(ISO_8859_1);
    }

    private static String changed(String text, SplittableRandom random) {
        int from = random.nextInt(text.length() + 1);
        int to = Math.min(text.length(), from + 1 + random.nextInt(12));
        var before = text.substring(0, from);
        var cut = text.substring(from, to);
        var after = text.substring(to);
        return switch (random.nextInt(8)) {
            case 0 -> before + after;
            case 1 -> before + cut + cut + after;
            case 2 -> before + (char) random.nextInt(256) + after;
            case 3 -> before + splinter(random) + cut + after;
            case 4 -> before + splinter(random) + after;
            case 5 -> before + cut.repeat(1 + random.nextInt(200)) + after;
            case 6 -> before + new StringBuilder(cut).reverse() + after;
            default ->
                before + (random.nextBoolean() ? cut.toUpperCase(Locale.ROOT) : cut.toLowerCase(Locale.ROOT)) + after;
        };
    }

    private static String splinter(SplittableRandom random) {
        var splinter = SPLINTERS.get(random.nextInt(SPLINTERS.size()));
        return new String(splinter.getBytes(UTF_8), ISO_8859_1);
    }

    /// The table's own constraints cover size and quantity; these cover the texts.
    private static void assertRowsObeyTheContract(Platform platform) {
        var wrong = new ArrayList<String>();
        for (var condition : Arrays.asList(
                "stock_entry WHERE size NOT BETWEEN 1 AND 999 OR quantity NOT BETWEEN 0 AND 999999999",
                "stock_entry WHERE length(bar_code) > 64 OR bar_code ~ '[\\x01-\\x1f\\x7f-\\x9f]'",
                "stock WHERE length(colour) NOT BETWEEN 1 AND 64 OR colour ~ '[\\x01-\\x1f\\x7f-\\x9f]' OR colour <> btrim(colour)",
                "stock WHERE colour IS NOT NFC NORMALIZED",
                "stock WHERE sizes <> ARRAY(SELECT DISTINCT unnest(sizes) AS size ORDER BY size)",
                "product WHERE has_stock <> EXISTS (SELECT FROM stock_entry e WHERE e.merchant_id = product.merchant_id"
                        + " AND e.product_id = product.product_id)",
                "product WHERE entries <> (SELECT count(*) FROM stock_entry e WHERE e.merchant_id = product.merchant_id"
                        + " AND e.product_id = product.product_id)",
                "fetched_product WHERE result_status NOT IN (0, 1) OR length(item_id) > 128 OR length(message) > 1000")) {
            if (!platform.query("SELECT count(*) FROM " + condition).equals("0")) {
                wrong.add(condition);
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(Long.parseLong(platform.query("SELECT count(*) FROM stock_entry")))
                .isPositive();
    }
}
