package stockroom.cli.admin;

import java.util.regex.Pattern;
import stockroom.cli.shell.CommandFailure;

final class HexId {
    private static final Pattern FORM = Pattern.compile("[0-9a-f]{16}");

    private HexId() {}

    /// Does not repeat the text in the message, because it may be the token itself.
    static String of(String what, String text) {
        if (!FORM.matcher(text).matches()) {
            throw CommandFailure.usage(
                    "%s id of %d characters (expected: 16 lower-case hex digits)", what, text.length());
        }
        return text;
    }
}
