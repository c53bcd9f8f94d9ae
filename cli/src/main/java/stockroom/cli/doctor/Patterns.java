package stockroom.cli.doctor;

import java.util.regex.Pattern;

/// What the server expects of the four headers.
final class Patterns {
    static final Pattern DIGITS = Pattern.compile("[0-9]{1,18}");
    static final Pattern HEX = Pattern.compile("[0-9A-Fa-f]+");
    static final Pattern HEX_32 = Pattern.compile("[0-9A-Fa-f]{32}");
    static final Pattern SIGN = Pattern.compile("[0-9A-F]{32}");
    static final Pattern TOKEN = Pattern.compile("[0-9a-f]{32}");
    static final Pattern BASE64_OF_MD5 = Pattern.compile("[A-Za-z0-9+/]{22}==");
    /// White space of any kind, and characters that cannot be seen.
    static final Pattern UNSEEN = Pattern.compile("[\\s\\p{Z}\\p{C}]");

    private Patterns() {}
}
