package stockroom.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.http.CompressedContentFormat;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.MimeTypes;
import org.eclipse.jetty.http.content.CachingHttpContentFactory;
import org.eclipse.jetty.http.content.HttpContent;
import org.eclipse.jetty.http.content.PreCompressedHttpContentFactory;
import org.eclipse.jetty.http.content.ResourceHttpContentFactory;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.server.handler.ResourceHandler;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.jspecify.annotations.Nullable;
import stockroom.http.input.Digest;

/// Serves files from the class path. Only routes can request them.
final class StaticFiles extends ResourceHandler {
    private final Map<String, String> etags = new ConcurrentHashMap<>();

    StaticFiles() {
        setBaseResource(ResourceFactory.of(this).newClassLoaderResource("stockroom/http/"));
        setPrecompressedFormats(CompressedContentFormat.GZIP);
        setDirAllowed(false);
        setAcceptRanges(false);
        setEtags(true);
        setCacheControl("no-cache");
    }

    @Override
    protected HttpContent.Factory newHttpContentFactory(ByteBufferPool.Sized buffers) {
        var types = new MimeTypes.Mutable();
        types.addMimeMapping("html", "text/html; charset=utf-8");
        types.addMimeMapping("css", "text/css; charset=utf-8");
        types.addMimeMapping("js", "text/javascript; charset=utf-8");
        types.addMimeMapping("yaml", "application/yaml");
        types.addMimeMapping("json", "application/json");
        var files = new ResourceHttpContentFactory(getBaseResource(), types, buffers);
        // without this cache, every response would hold a whole file until it is read
        var cached = new CachingHttpContentFactory(files, buffers);
        HttpContent.Factory hashed = path -> {
            HttpContent content;
            synchronized (cached) { // keeps concurrent first requests from each reading the file
                content = cached.getContent(path);
            }
            return content == null ? null : new Hashed(content, etags.computeIfAbsent(path, _ -> etag(content)));
        };
        return new PreCompressedHttpContentFactory(hashed, getPrecompressedFormats());
    }

    /// All files of a reproducible build have the same modification time, so ETags are hashes.
    private static final class Hashed extends HttpContent.Wrapper {
        private final String etag;

        Hashed(HttpContent content, String etag) {
            super(content);
            this.etag = etag;
        }

        @Override
        public String getETagValue() {
            return etag;
        }

        @Override
        public HttpField getETag() {
            return new HttpField(HttpHeader.ETAG, etag);
        }

        @Override
        public @Nullable HttpField getLastModified() {
            return null;
        }
    }

    private static String etag(HttpContent content) {
        try (var in = content.getResource().newInputStream()) {
            return '"' + HexFormat.of().formatHex(Digest.of("SHA-256", in.readAllBytes()), 0, 8) + '"';
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
