package stockroom.http.input;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/// Limits nesting, names and numbers, which are short in this API.
public final class Json {
    static final JsonFault.ParserBounds BOUNDS = new JsonFault.ParserBounds(8, 64, 32, 8_192);
    /// Descriptions of products may be long.
    static final JsonFault.ParserBounds LINE_BOUNDS = new JsonFault.ParserBounds(8, 64, 32, 64 << 10);

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(constraints(BOUNDS))
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .build();
    private static final JsonFactory LONG_TEXTS =
            FACTORY.rebuild().streamReadConstraints(constraints(LINE_BOUNDS)).build();

    static final JsonMapper MAPPER = JsonMapper.builder(FACTORY).build();
    static final JsonMapper STRICT_MAPPER = JsonMapper.builder(FACTORY)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    static final JsonMapper LINES_MAPPER = JsonMapper.builder(LONG_TEXTS).build();

    private Json() {}

    private static StreamReadConstraints constraints(JsonFault.ParserBounds bounds) {
        return StreamReadConstraints.builder()
                .maxNestingDepth(bounds.depth())
                .maxNameLength(bounds.name())
                .maxNumberLength(bounds.number())
                .maxStringLength(bounds.text())
                .build();
    }

    public static byte[] write(Object value) {
        return MAPPER.writeValueAsBytes(value);
    }

    public static byte[] compressed(byte[] json) {
        var bytes = new ByteArrayOutputStream(json.length / 4);
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
