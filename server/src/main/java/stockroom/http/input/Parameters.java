package stockroom.http.input;

import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import stockroom.http.failure.Failure;
import stockroom.http.failure.RequestMessage;
import stockroom.http.failure.Violations;
import tools.jackson.core.JsonToken;

/// Reads a form, query string or JSON object. Names ignore case, only lists repeat, and the encoding is UTF-8.
public final class Parameters {
    private static final int MAX_PARAMETERS = 64;
    private static final int MAX_SHOWN_FORM = 300;
    /// A list is given once for each value, or as an array.
    private static final Set<String> LISTS = Set.of("artno", "productids", "barcodes");

    static final Parameters NONE = new Parameters(Map.of());

    private final Map<String, List<String>> values;

    private Parameters(Map<String, List<String>> values) {
        this.values = values;
    }

    public static Parameters ofForm(String encoded, FieldNames known, Warnings warnings) {
        return parse(encoded, name -> {
            if (known.find(name) < 0) {
                warnings.add(Place.BODY, name, known);
            }
        });
    }

    /// Ignores unknown names that begin with `_`, which are meant for caches.
    public static Parameters ofQuery(String encoded, FieldNames known, Warnings warnings) {
        return parse(encoded, name -> {
            if (known.find(name) < 0 && !Warnings.isForCaches(name)) {
                warnings.add(Place.BODY, name, known);
            }
        });
    }

    public static Parameters parse(String encoded) {
        return parse(encoded, _ -> {});
    }

    private static Parameters parse(String encoded, Consumer<String> sent) {
        if (encoded.isEmpty()) {
            return NONE;
        }
        var values = new HashMap<String, List<String>>();
        for (int from = 0, to; from <= encoded.length(); from = to + 1) {
            to = encoded.indexOf('&', from) < 0 ? encoded.length() : encoded.indexOf('&', from);
            if (to > from) {
                add(encoded.substring(from, to), values, sent);
            }
        }
        return new Parameters(values);
    }

    private static void add(String pair, Map<String, List<String>> values, Consumer<String> sent) {
        int equals = pair.indexOf('=');
        var written = decode(equals < 0 ? pair : pair.substring(0, equals));
        sent.accept(written);
        var name = written.toLowerCase(Locale.ROOT);
        var value = equals < 0 ? "" : decodeValue(written, pair.substring(equals + 1));
        var given = values.computeIfAbsent(name, _ -> new ArrayList<>());
        if (!given.isEmpty() && !LISTS.contains(name)) {
            throw Failure.badRequest(name, InputMessage.PARAMETER_REPEATED, name);
        }
        given.add(value);
        if (values.size() > MAX_PARAMETERS) {
            throw Failure.badRequest(InputMessage.TOO_MANY_NAMES, MAX_PARAMETERS);
        }
    }

    /// Null counts as not given.
    public static Parameters ofJson(byte[] body, FieldNames names, Warnings warnings) {
        var values = new HashMap<String, List<String>>();
        var violations = new Violations();
        JsonReader.read(body, violations, warnings, json -> {
            if (json.token() != JsonToken.START_OBJECT) {
                throw Failure.badRequest(InputMessage.BODY_NOT_OBJECT, json.kind());
            }
            return json.fields(names, Place.BODY, (name, place) -> {
                var given = values.computeIfAbsent(name.toLowerCase(Locale.ROOT), _ -> new ArrayList<>());
                if (json.token() == JsonToken.START_ARRAY && LISTS.contains(name.toLowerCase(Locale.ROOT))) {
                    json.items(index -> add(json.scalar(place.item(index)), given));
                } else {
                    add(json.scalar(place), given);
                }
            });
        });
        violations.throwIfAny();
        return new Parameters(values);
    }

    private static void add(@Nullable String value, List<String> given) {
        if (value != null) {
            given.add(value);
        }
    }

    /// Refuses a JSON object and shows the form to send instead. Returns nothing if no field is known or the
    /// form is too long to show.
    public static Optional<Failure.BadRequest> refusalOfJson(byte[] body, FieldNames names) {
        try {
            var given = ofJson(body, names, new Warnings());
            var form = names.all().stream()
                    .flatMap(name -> given.texts(name.toLowerCase(Locale.ROOT)).stream()
                            .map(text -> name + "=" + URLEncoder.encode(text, StandardCharsets.UTF_8)))
                    .collect(Collectors.joining("&"));
            return form.isEmpty() || form.length() > MAX_SHOWN_FORM
                    ? Optional.empty()
                    : Optional.of(Failure.badRequest("Content-Type", RequestMessage.FORM_EXPECTED, form));
        } catch (Failure.BadRequest e) {
            return Optional.empty();
        }
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
        return texts(name).stream().findFirst();
    }

    public Optional<String> textOrBlank(String name) {
        return values.getOrDefault(name, List.of()).stream().map(String::strip).findFirst();
    }

    public List<String> texts(String name) {
        return values.getOrDefault(name, List.of()).stream()
                .map(String::strip)
                .filter(value -> !value.isEmpty())
                .toList();
    }

    public String required(String name) {
        return text(name).orElseThrow(() -> Failure.badRequest(name, InputMessage.PARAMETER_MISSING, name));
    }

    public int requiredId(String name) {
        var value = required(name);
        return Numbers.whole(value, 1, Integer.MAX_VALUE)
                .orElseThrow(() -> Failure.badRequest(name, InputMessage.ID_INVALID, Numbers.excerpt(value)));
    }

    private static String decodeValue(String name, String encoded) {
        try {
            return decode(encoded);
        } catch (Failure.BadRequest e) {
            throw Failure.badRequest(name, e.violations().getFirst().message());
        }
    }

    private static String decode(String encoded) {
        return percentDecoded(encoded.replace('+', ' '));
    }

    /// A plus sign is not decoded.
    public static String percentDecoded(String encoded) {
        var in = encoded.getBytes(StandardCharsets.UTF_8);
        var out = new byte[in.length];
        int length = 0;
        for (int i = 0; i < in.length; i++) {
            if (in[i] != '%') {
                out[length++] = in[i];
            } else if (i + 2 < in.length && HexFormat.isHexDigit(in[i + 1]) && HexFormat.isHexDigit(in[i + 2])) {
                out[length++] = (byte) (HexFormat.fromHexDigit(in[i + 1]) << 4 | HexFormat.fromHexDigit(in[i + 2]));
                i += 2;
            } else {
                throw Failure.badRequest(InputMessage.ESCAPE_INVALID);
            }
        }
        return utf8(ByteBuffer.wrap(out, 0, length));
    }

    public static String utf8(ByteBuffer bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
        } catch (CharacterCodingException e) {
            throw Failure.badRequest(InputMessage.ENCODING_INVALID);
        }
    }
}
