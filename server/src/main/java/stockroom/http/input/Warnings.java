package stockroom.http.input;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Violation;

/// Collects names in a request that its call does not know. They are ignored, and a successful response warns
/// of them. Only then are they compared with the known names.
public final class Warnings {
    private static final int MAX_WARNINGS = 20;
    /// Long names are cut, since the request may wait for long.
    private static final int MAX_KEPT_CHARACTERS = 64;
    /// Some programs send these headers in the query string or the body instead.
    private static final List<String> HEADERS = List.of("Dry-Run", "Idempotency-Key", "Reference");

    private record UnknownName(Place parent, String name, FieldNames known) {}

    record Warning(String at, String msg) {}

    private final List<UnknownName> unknown = new ArrayList<>(0);

    void add(Place parent, String name, FieldNames known) {
        if (!name.isEmpty() && unknown.size() < MAX_WARNINGS) {
            var kept = name.substring(0, Math.min(name.length(), MAX_KEPT_CHARACTERS));
            unknown.add(new UnknownName(parent, kept, known));
        }
    }

    /// Warns of every parameter, for a call that reads none from its query string.
    public void addAll(String query) {
        for (int from = 0; from < query.length() && unknown.size() < MAX_WARNINGS; ) {
            int end = query.indexOf('&', from);
            int to = end < 0 ? query.length() : end;
            var name = query.substring(from, to).split("=", 2)[0];
            if (!name.isEmpty() && !isForCaches(name)) {
                add(Place.BODY, name, FieldNames.NONE);
            }
            from = to + 1;
        }
    }

    /// Browsers' libraries add such names so that no cache has the response.
    static boolean isForCaches(String name) {
        return name.startsWith("_");
    }

    public boolean isEmpty() {
        return unknown.isEmpty();
    }

    /// Appends the warnings to `success`, a JSON object that is not empty.
    public byte[] appendedTo(byte[] success, Locale language) {
        var warnings =
                Json.write(unknown.stream().map(name -> warning(name, language)).toList());
        var bytes = new ByteArrayOutputStream(success.length + warnings.length + 16);
        bytes.write(success, 0, success.length - 1);
        bytes.writeBytes(",\"warnings\":".getBytes(US_ASCII));
        bytes.writeBytes(warnings);
        bytes.write('}');
        return bytes.toByteArray();
    }

    private static Warning warning(UnknownName name, Locale language) {
        var at = name.parent.field(Excerpt.of(name.name)).toString();
        return new Warning(at, explained(name).at(at).text(language));
    }

    private static Violation explained(UnknownName name) {
        var known = name.known.all();
        return Resemblance.of(name.name, known)
                .map(meant -> Violation.of(WarningMessage.NAME_MISSPELT, meant))
                .or(() -> Resemblance.of(name.name, HEADERS)
                        .map(meant -> Violation.of(WarningMessage.NAME_OF_HEADER, meant)))
                .orElseGet(() -> known.isEmpty()
                        ? Violation.of(WarningMessage.NAME_UNNEEDED)
                        : Violation.of(WarningMessage.NAME_UNKNOWN, name.known));
    }
}
