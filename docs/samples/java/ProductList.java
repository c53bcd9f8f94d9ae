import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;

/// Lists the first page of a merchant's products. Java 17 or newer, nothing to compile:
///
///     java ProductList.java
///     java ProductList.java sign SECRET TIMESTAMP   # the sign alone
public class ProductList {
    static final String FORM = "application/x-www-form-urlencoded";
    static final String JSON = "application/json";

    static String sign(String secret, String timestamp) throws Exception {
        byte[] text = (secret + timestamp).getBytes(StandardCharsets.UTF_8);
        byte[] digest = MessageDigest.getInstance("MD5").digest(text);
        return HexFormat.of().withUpperCase().formatHex(digest);
    }

    static String call(String path, String type, String body, String... idempotencyKey) throws Exception {
        String timestamp = Long.toString(Instant.now().getEpochSecond());
        var request = HttpRequest.newBuilder(URI.create(System.getenv("STOCKROOM_ADDRESS") + path))
                .header("appid", System.getenv("STOCKROOM_APPID"))
                .header("timestamp", timestamp)
                .header("sign", sign(System.getenv("STOCKROOM_SECRET"), timestamp))
                .header("accesstoken", System.getenv("STOCKROOM_TOKEN"))
                .header("Content-Type", type)
                .POST(BodyPublishers.ofString(body));
        for (String key : idempotencyKey) {
            request.header("Idempotency-Key", key);
        }
        return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString()).body();
    }

    public static void main(String[] args) throws Exception {
        if (args.length == 3 && args[0].equals("sign")) {
            System.out.println(sign(args[1], args[2]));
            return;
        }
        var body = "page=1";
        System.out.println(call("/Stock/Product", FORM, body));
    }
}
