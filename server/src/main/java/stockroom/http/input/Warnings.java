package stockroom.http.input;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Violation;

/// Names in a request that its call does not know. They are ignored, and its success says so: what they were meant for
/// did not happen. Only a success compares them with the names there are.
public final class Warnings {
    private static final int MAX_WARNINGS = 20;
    /// Of a name; the request may wait for long.
    private static final int MAX_KEPT_CHARACTERS = 64;
    /// Of writes, which some programs send in the query string or the body instead.
    private static final List<String> HEADERS = List.of("Dry-Run", "Idempotency-Key", "Reference");

    /// @param parent of the name, in a JSON body
    private record UnknownName(Place parent, String name, FieldNames known) {}

    /// As the answer has it.
    record Warning(String at, String msg) {}

    private final List<UnknownName> unknown = new ArrayList<>(0);

    void add(Place parent, String name, FieldNames known) {
        if (!name.isEmpty() && unknown.size() < MAX_WARNINGS) {
            var kept = name.substring(0, Math.min(name.length(), MAX_KEPT_CHARACTERS));
            unknown.add(new UnknownName(parent, kept, known));
        }
    }

    /// Notes every parameter in the query string of a call that reads none.
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

    /// Browsers' libraries add such names to a query string, so that no cache has its answer.
    static boolean isForCaches(String name) {
        return name.startsWith("_");
    }

    public boolean isEmpty() {
        return unknown.isEmpty();
    }

    /// A success with the warnings at its end.
    ///
    /// @param success a JSON object that is not empty
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
