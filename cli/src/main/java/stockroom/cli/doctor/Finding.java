package stockroom.cli.doctor;

/// A fault that was found.
///
/// @param text what came and what was expected; never a secret, a token or a signature
record Finding(Fault fault, String text) {
    // every text is planted by a test
    @SuppressWarnings("AnnotateFormatMethod")
    static Finding of(Fault fault, String text, Object... values) {
        return new Finding(fault, values.length == 0 ? text : text.formatted(values));
    }
}
