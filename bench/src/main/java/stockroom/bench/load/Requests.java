package stockroom.bench.load;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import stockroom.bench.process.Failure;

/// Builds requests, signed with the time of construction.
public final class Requests {
    private static final String FORM = "application/x-www-form-urlencoded";

    private final String headers;
    private final boolean fromManyAddresses;

    private Requests(Application application, String sign, long timestamp, boolean fromManyAddresses) {
        this.fromManyAddresses = fromManyAddresses;
        this.headers = "Host: 127.0.0.1\r\nappid: %d\r\ntimestamp: %d\r\nsign: %s\r\n"
                .formatted(application.id(), timestamp, sign);
    }

    public static Requests signedBy(Application application) {
        long now = Instant.now().getEpochSecond();
        return new Requests(application, application.sign(now), now, false);
    }

    /// Signs with another second. Each merchant calls from its own address, so that no address is closed.
    public static Requests wronglySignedBy(Application application) {
        long now = Instant.now().getEpochSecond();
        return new Requests(application, application.sign(now - 1), now, true);
    }

    public byte[] stockList(RequestKey key) {
        return post("/Stock/List", FORM, key, "productid=" + key.product());
    }

    public byte[] productList(RequestKey key, String form) {
        return post("/Stock/Product", FORM, key, form);
    }

    public byte[] productDetail(RequestKey key) {
        return post("/Product/Detail", FORM, key, "pid=" + key.product());
    }

    public byte[] changes(RequestKey key) {
        return post("/Stock/Changes", FORM, key, "");
    }

    public byte[] createStock(RequestKey key, StockPayload payload, int turn) {
        return post("/Stock/Creat", "application/json", key, payload.json(key.product(), turn));
    }

    private byte[] post(String path, String type, RequestKey key, String body) {
        int length = body.getBytes(StandardCharsets.UTF_8).length;
        return "POST %s HTTP/1.1\r\n%saccesstoken: %s\r\n%sContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s"
                .formatted(path, headers, key.token(), forwarded(key), type, length, body)
                .getBytes(StandardCharsets.UTF_8);
    }

    private String forwarded(RequestKey key) {
        long n = key.merchant();
        return fromManyAddresses
                ? "X-Forwarded-For: 10.%d.%d.%d\r\n".formatted(n >> 16 & 255, n >> 8 & 255, n & 255)
                : "";
    }

    /// Writes the length of each request on a line and then its bytes, for wrk.lua.
    public static void write(Path file, List<byte[]> requests) {
        try (var out = new BufferedOutputStream(Files.newOutputStream(file))) {
            for (var request : requests) {
                out.write((request.length + "\n").getBytes(StandardCharsets.US_ASCII));
                out.write(request);
            }
        } catch (IOException e) {
            throw new Failure("%s: %s".formatted(file, e.getMessage()), e);
        }
    }
}
