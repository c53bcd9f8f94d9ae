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
    static String sign(String secret, String timestamp) throws Exception {
        byte[] text = (secret + timestamp).getBytes(StandardCharsets.UTF_8);
        byte[] digest = MessageDigest.getInstance("MD5").digest(text);
        return HexFormat.of().withUpperCase().formatHex(digest);
    }

    public static void main(String[] args) throws Exception {
        if (args.length == 3 && args[0].equals("sign")) {
            System.out.println(sign(args[1], args[2]));
            return;
        }
        String timestamp = Long.toString(Instant.now().getEpochSecond());
        var request = HttpRequest.newBuilder(URI.create(System.getenv("STOCKROOM_ADDRESS") + "/Stock/Product"))
                .header("appid", System.getenv("STOCKROOM_APPID"))
                .header("timestamp", timestamp)
                .header("sign", sign(System.getenv("STOCKROOM_SECRET"), timestamp))
                .header("accesstoken", System.getenv("STOCKROOM_TOKEN"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("page=1"))
                .build();
        var answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        System.out.println(answer.body());
    }
}
