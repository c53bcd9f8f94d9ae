package stockroom.cli.show;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Measures and breaks text for a terminal, where some characters take two columns and some none.
public final class Text {
    public static final char UNBROKEN_SPACE = '\u00A0';

    private static final String CUT = "…";
    private static final String END = " \\";
    private static final Pattern COLOURS = Pattern.compile("\u001B\\[[0-9;]*m");
    private static final Pattern QUOTED = Pattern.compile("'[^']*'|(?<!\u001B)\\[[^\\]]*\\]");
    private static final Pattern BEFORE_IDEOGRAPH = Pattern.compile("(?<=.)(?=\\p{IsIdeographic})");
    private static final Pattern ORDERS = Pattern.compile("[\\p{Cc}\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069]");

    private Text() {}

    /// Removes characters that would move the cursor, change colours or reverse the line; names and titles come
    /// from untrusted sources.
    public static String plain(String text) {
        return ORDERS.matcher(text).replaceAll(" ");
    }

    /// Returns the width in columns; colour codes take none.
    public static int width(String text) {
        var shown = text.indexOf('\u001B') < 0 ? text : COLOURS.matcher(text).replaceAll("");
        return shown.codePoints().map(Text::width).sum();
    }

    private static int width(int c) {
        return switch (Character.getType(c)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> 0;
            default -> isWide(c) ? 2 : 1;
        };
    }

    /// Common ranges that Unicode calls wide or full width.
    private static boolean isWide(int c) {
        return c >= 0x1100
                && (c <= 0x115F
                        || (c >= 0x2E80 && c <= 0xA4CF && c != 0x303F)
                        || (c >= 0xA960 && c <= 0xA97F)
                        || (c >= 0xAC00 && c <= 0xD7A3)
                        || (c >= 0xF900 && c <= 0xFAFF)
                        || (c >= 0xFE30 && c <= 0xFE6F)
                        || (c >= 0xFF00 && c <= 0xFF60)
                        || (c >= 0xFFE0 && c <= 0xFFE6)
                        || (c >= 0x1F300 && c <= 0x1F64F)
                        || (c >= 0x1F680 && c <= 0x1F6FF)
                        || (c >= 0x1F900 && c <= 0x1F9FF)
                        || (c >= 0x20000 && c <= 0x3FFFD));
    }

    /// Cuts the text to this width with a mark at the end: after a word, unless that would lose half.
    public static String cut(String text, int columns) {
        if (width(text) <= columns) {
            return text;
        }
        var kept = new StringBuilder();
        int used = 0;
        for (int c : text.codePoints().toArray()) {
            used += width(c);
            if (used > columns - 1) {
                break;
            }
            kept.appendCodePoint(c);
        }
        int space = kept.lastIndexOf(" ");
        if (text.charAt(kept.length()) != ' ' && space > columns / 2) {
            kept.setLength(space);
        }
        return kept.append(CUT).toString();
    }

    /// Breaks lines at spaces and before Chinese characters, so that keys and addresses stay whole.
    public static List<String> wrap(String text, int columns) {
        var lines = new ArrayList<String>();
        var line = new StringBuilder();
        for (var word : text.split(" ", -1)) {
            var gap = " ";
            for (var piece : BEFORE_IDEOGRAPH.split(word, -1)) {
                if (!line.isEmpty() && width(line + gap + piece) > columns) {
                    lines.add(line.toString());
                    line.setLength(0);
                }
                line.append(line.isEmpty() ? "" : gap).append(piece);
                gap = "";
            }
        }
        lines.add(line.toString());
        return lines;
    }

    /// Wraps each line and indents continuations; commands stay copyable.
    public static String fold(String text, int columns) {
        return text.lines().map(line -> foldLine(line, columns)).collect(Collectors.joining("\n"));
    }

    private static String foldLine(String line, int columns) {
        if (width(line) <= columns) {
            return line;
        }
        var words = line.stripLeading();
        var indent = line.substring(0, line.length() - words.length());
        // brackets mark a synopsis, which is not copied
        if (!indent.isEmpty() && words.startsWith("stockroom") && words.indexOf('[') < 0) {
            return foldCommand(line, columns);
        }
        return indent + String.join("\n" + indent + "  ", wrap(words, columns - indent.length() - 2));
    }

    /// Breaks a command with backslashes, so that it can be copied, and not within quotes.
    public static String foldCommand(String line, int columns) {
        if (width(line) <= columns) {
            return line;
        }
        var words = line.stripLeading();
        var indent = line.substring(0, line.length() - words.length());
        var lines = wrap(unbroken(words), columns - indent.length() - 2 - END.length());
        return indent + String.join(END + "\n" + indent + "  ", lines).replace(UNBROKEN_SPACE, ' ');
    }

    /// Replaces spaces within quotes and brackets with [#UNBROKEN_SPACE].
    public static String unbroken(String text) {
        return QUOTED.matcher(text)
                .replaceAll(part -> Matcher.quoteReplacement(part.group().replace(' ', UNBROKEN_SPACE)));
    }

    static String padRight(String text, int columns) {
        return text + " ".repeat(Math.max(0, columns - width(text)));
    }

    static String padLeft(String text, int columns) {
        return " ".repeat(Math.max(0, columns - width(text))) + text;
    }
}
