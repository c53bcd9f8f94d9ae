package stockroom.http;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/// A file of the class path that is sent as it is. It is read and compressed when it is first asked for, since most
/// servers are never asked, and kept compressed.
final class StoredFile implements Endpoint {
    private final String contentType;
    private final Supplier<String> resource;
    private final Map<String, String> headers;
    private volatile @Nullable Packed packed;

    private static final class Packed {
        private final byte[] gzip;
        /// Before compression.
        private final int length;
        /// One for each, since other bytes must have another one (RFC 9110, 8.8.3.3).
        private final String etagOfPlain;

        private final String etagOfGzip;

        Packed(byte[] content, byte[] gzip) {
            this.gzip = gzip;
            this.length = content.length;
            this.etagOfPlain = etag(content);
            this.etagOfGzip = etag(gzip);
        }

        private static String etag(byte[] bytes) {
            try {
                var hash = MessageDigest.getInstance("SHA-256").digest(bytes);
                return '"' + HexFormat.of().formatHex(hash, 0, 8) + '"';
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private StoredFile(String contentType, Supplier<String> resource, Map<String, String> headers) {
        this.contentType = contentType;
        this.resource = resource;
        this.headers = headers;
    }

    /// A file beside this class.
    static StoredFile ours(String contentType, String resource, Map<String, String> headers) {
        return new StoredFile(contentType, () -> resource, headers);
    }

    /// A file of a library that comes as a WebJar, in whatever version. To look for it takes opening many jars, which a
    /// starting server does without.
    static StoredFile ofWebJar(
            String contentType, String group, String name, String file, Map<String, String> headers) {
        return new StoredFile(contentType, () -> inWebJar(group, name, file), headers);
    }

    private static String inWebJar(String group, String name, String file) {
        var about = new Properties();
        try (var in = open("/META-INF/maven/%s/%s/pom.properties".formatted(group, name))) {
            about.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return "/META-INF/resources/webjars/%s/%s/%s".formatted(name, about.getProperty("version"), file);
    }

    @Override
    public Answer answer(Request request) {
        var file = packed();
        boolean gzip = acceptsGzip(request);
        var etag = gzip ? file.etagOfGzip : file.etagOfPlain;
        var sent = new HashMap<>(headers);
        sent.put("ETag", etag);
        sent.put("Cache-Control", "no-cache");
        sent.put("Vary", "Accept-Encoding");
        sent.put("X-Content-Type-Options", "nosniff");
        if (request.headers("If-None-Match").stream().anyMatch(known -> known.contains(etag))) {
            return new Answer.Unchanged(sent);
        }
        sent.put("Content-Type", contentType);
        if (gzip) {
            sent.put("Content-Encoding", "gzip");
            sent.put("Content-Length", Integer.toString(file.gzip.length));
            return new Answer.File(sent, () -> new ByteArrayInputStream(file.gzip));
        }
        sent.put("Content-Length", Integer.toString(file.length));
        return new Answer.File(sent, () -> unpacked(file.gzip));
    }

    private static boolean acceptsGzip(Request request) {
        return request.headers("Accept-Encoding").stream()
                .map(accepted -> accepted.toLowerCase(Locale.ROOT).replace(" ", ""))
                .anyMatch(accepted -> accepted.contains("gzip") && !accepted.contains("gzip;q=0"));
    }

    private static InputStream unpacked(byte[] gzip) {
        try {
            return new GZIPInputStream(new ByteArrayInputStream(gzip));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Packed packed() {
        var file = packed;
        if (file == null) {
            // two first askers do the same work twice, and the second result is kept
            file = pack();
            packed = file;
        }
        return file;
    }

    private Packed pack() {
        try (var in = open(resource.get())) {
            var content = in.readAllBytes();
            var gzip = new ByteArrayOutputStream(content.length / 3);
            try (var out = new GZIPOutputStream(gzip)) {
                out.write(content);
            }
            return new Packed(content, gzip.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputStream open(String resource) {
        return Objects.requireNonNull(StoredFile.class.getResourceAsStream(resource), resource);
    }
}
