package stockroom.cli.doctor;

/// One thing wrong with a call's headers.
///
/// @param text what came and what was expected; never a secret, a token or a signature
record Finding(FindingKind kind, String text) {
    // every text is planted by a test
    @SuppressWarnings("AnnotateFormatMethod")
    static Finding of(FindingKind kind, String text, Object... values) {
        return new Finding(kind, values.length == 0 ? text : text.formatted(values));
    }
}
