package stockroom.cli.show;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Text as a terminal shows it: some characters take two columns, some none, and some are orders to the terminal.
public final class Text {
    /// A space at which no line is broken.
    public static final char UNBROKEN_SPACE = '\u00A0';

    private static final String CUT = "…";
    private static final String END = " \\";
    private static final Pattern COLOURS = Pattern.compile("\u001B\\[[0-9;]*m");
    private static final Pattern QUOTED = Pattern.compile("'[^']*'|(?<!\u001B)\\[[^\\]]*\\]");
    private static final Pattern BEFORE_IDEOGRAPH = Pattern.compile("(?<=.)(?=\\p{IsIdeographic})");
    private static final Pattern ORDERS = Pattern.compile("[\\p{Cc}\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069]");

    private Text() {}

    /// Without characters that would move the cursor, recolour the screen or turn the line around: names and titles
    /// are written by strangers.
    public static String plain(String text) {
        return ORDERS.matcher(text).replaceAll(" ");
    }

    /// In columns of a terminal; colours take none.
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

    /// The ranges Unicode calls wide or full width that people write.
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

    /// At most so many columns, with a sign where something is missing: behind a word, unless that would lose half.
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

    /// In lines of so many columns, broken at spaces and before Chinese characters: a key or an address is copied
    /// whole.
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

    /// The same line by line. What follows a break is indented; a command can be copied with its breaks.
    public static String fold(String text, int columns) {
        return text.lines().map(line -> foldLine(line, columns)).collect(Collectors.joining("\n"));
    }

    private static String foldLine(String line, int columns) {
        if (width(line) <= columns) {
            return line;
        }
        var words = line.stripLeading();
        var indent = line.substring(0, line.length() - words.length());
        // what has brackets says how a command is written, and is not to be copied
        if (!indent.isEmpty() && words.startsWith("stockroom") && words.indexOf('[') < 0) {
            return foldCommand(line, columns);
        }
        return indent + String.join("\n" + indent + "  ", wrap(words, columns - indent.length() - 2));
    }

    /// A command in lines that can be copied together: broken by a sign of the shell, and not within quotes.
    public static String foldCommand(String line, int columns) {
        if (width(line) <= columns) {
            return line;
        }
        var words = line.stripLeading();
        var indent = line.substring(0, line.length() - words.length());
        var lines = wrap(unbroken(words), columns - indent.length() - 2 - END.length());
        return indent + String.join(END + "\n" + indent + "  ", lines).replace(UNBROKEN_SPACE, ' ');
    }

    /// The same with [#UNBROKEN_SPACE] within quotes and brackets.
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
