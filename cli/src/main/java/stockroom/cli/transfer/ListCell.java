package stockroom.cli.transfer;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Several texts in one CSV field, with `|` between them; a `\` before `|`, `=` or `\` means just that character, so
/// that what was exported is imported as it was.
final class ListCell {
    private static final Pattern ESCAPED = Pattern.compile("\\\\([|=\\\\])");

    private ListCell() {}

    static String escape(String text) {
        return text.replace("\\", "\\\\").replace("|", "\\|").replace("=", "\\=");
    }

    /// A web address is full of `=`, and outside attributes it means nothing.
    static String escapeButEquals(String text) {
        return text.replace("\\", "\\\\").replace("|", "\\|");
    }

    /// Splits at every separator that no `\` stands before; the parts keep theirs.
    static List<String> split(String cell, char separator) {
        var parts = new ArrayList<String>();
        int start = 0;
        for (int i = 0; i < cell.length(); i++) {
            if (cell.charAt(i) == '\\') {
                i++;
            } else if (cell.charAt(i) == separator) {
                parts.add(cell.substring(start, i));
                start = i + 1;
            }
        }
        parts.add(cell.substring(start));
        return parts;
    }

    static String unescape(String part) {
        return ESCAPED.matcher(part).replaceAll("$1");
    }
}
