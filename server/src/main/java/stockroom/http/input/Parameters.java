package stockroom.http.input;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.http.failure.Violation;

/// Parameters of a form or a query string: names without regard to case, each at most once, UTF-8 and nothing else.
public final class Parameters {
    private static final int MAX_PARAMETERS = 64;
    static final Parameters NONE = new Parameters(Map.of());

    private final Map<String, String> values;

    private Parameters(Map<String, String> values) {
        this.values = values;
    }

    public static Parameters parse(String encoded) {
        if (encoded.isEmpty()) {
            return NONE;
        }
        var values = new HashMap<String, String>();
        var pairs = encoded.split("&", MAX_PARAMETERS + 1);
        if (pairs.length > MAX_PARAMETERS) {
            throw new Failure.BadRequest(Violation.of(InputMessage.TOO_MANY_NAMES, MAX_PARAMETERS));
        }
        for (String pair : pairs) {
            if (pair.isEmpty()) {
                continue;
            }
            int equals = pair.indexOf('=');
            var name = decode(equals < 0 ? pair : pair.substring(0, equals)).toLowerCase(Locale.ROOT);
            var value = equals < 0 ? "" : decode(pair.substring(equals + 1));
            if (values.put(name, value) != null) {
                throw new Failure.BadRequest(Violation.at(name, InputMessage.PARAMETER_REPEATED, name));
            }
        }
        return new Parameters(values);
    }

    public Parameters orElse(Parameters others) {
        if (others.values.isEmpty()) {
            return this;
        }
        var both = new HashMap<>(others.values);
        both.putAll(values);
        return new Parameters(both);
    }

    /// A blank value counts as none: clients send `stock=` for "not chosen".
    public Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name)).map(String::strip).filter(value -> !value.isEmpty());
    }

    public String required(String name) {
        return text(name)
                .orElseThrow(() -> new Failure.BadRequest(Violation.at(name, InputMessage.PARAMETER_MISSING, name)));
    }

    public int requiredId(String name) {
        var value = required(name);
        return Numbers.whole(value, 1, Integer.MAX_VALUE)
                .orElseThrow(
                        () -> new Failure.BadRequest(Violation.at(name, InputMessage.ID_INVALID, Excerpt.of(value))));
    }

    private static String decode(String encoded) {
        var in = encoded.getBytes(StandardCharsets.UTF_8);
        var out = new byte[in.length];
        int length = 0;
        for (int i = 0; i < in.length; i++) {
            if (in[i] != '%') {
                out[length++] = in[i] == '+' ? (byte) ' ' : in[i];
            } else if (i + 2 < in.length && HexFormat.isHexDigit(in[i + 1]) && HexFormat.isHexDigit(in[i + 2])) {
                out[length++] = (byte) (HexFormat.fromHexDigit(in[i + 1]) << 4 | HexFormat.fromHexDigit(in[i + 2]));
                i += 2;
            } else {
                throw new Failure.BadRequest(Violation.of(InputMessage.ENCODING_INVALID));
            }
        }
        return utf8(ByteBuffer.wrap(out, 0, length));
    }

    public static String utf8(ByteBuffer bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
        } catch (CharacterCodingException e) {
            throw new Failure.BadRequest(Violation.of(InputMessage.ENCODING_INVALID));
        }
    }
}
