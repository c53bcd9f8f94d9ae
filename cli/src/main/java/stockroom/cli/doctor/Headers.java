package stockroom.cli.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// The headers of a call as the server sees them: names in any case, values trimmed.
final class Headers {
    private static final String COMMAND = "(?s)(\\$\\s+)?curl(\\.exe)?\\s.*";
    private static final String REQUEST_LINE = "[A-Z]+ \\S+ HTTP/.*";
    private static final char END_OF_WORD = 0;
    private static final Pattern HEADER_OPTION = Pattern.compile("\0(?:-H|--header=|--header\0)\0*((?!-)[^\0]*)");

    private final Map<String, List<String>> values = new TreeMap<>();

    /// Finds headers in raw header lines, the `> ` lines of `curl -v`, or a `curl` command.
    static Headers pasted(String text) {
        var headers = new Headers();
        if (text.strip().matches(COMMAND)) {
            HEADER_OPTION.matcher(words(text)).results().forEach(option -> headers.addLine(option.group(1)));
            return headers;
        }
        boolean verbose = text.lines().anyMatch(line -> line.startsWith("> "));
        text.lines()
                .filter(line -> !verbose || line.startsWith("> "))
                .map(line -> verbose ? line.substring(2) : line)
                .filter(line -> !line.matches(REQUEST_LINE))
                .forEach(headers::addLine);
        return headers;
    }

    /// Splits a command as a shell does, with quotes, backslashes and several lines.
    private static String words(String command) {
        var words = new StringBuilder();
        char quote = 0;
        for (int i = 0; i < command.length(); i++) {
            char c = command.charAt(i);
            if (command.startsWith("\\\n", i) && quote != '\'') {
                i++;
            } else if (c == '\\' && quote != '\'' && i + 1 < command.length()) {
                words.append(command.charAt(++i));
            } else if (quote == 0 && (c == '\'' || c == '"')) {
                quote = c;
            } else if (quote != 0 && c == quote) {
                quote = 0;
            } else {
                words.append(quote == 0 && Character.isWhitespace(c) ? END_OF_WORD : c);
            }
        }
        return words.toString();
    }

    /// Reads a line `name: value`. A name alone with `:` or curl's `;` at its end is an empty header.
    void addLine(String line) {
        int colon = line.indexOf(':');
        if (colon > 0) {
            add(line.substring(0, colon), line.substring(colon + 1));
        } else if (line.endsWith(";")) {
            add(line.substring(0, line.length() - 1), "");
        }
    }

    void add(String name, String value) {
        values.computeIfAbsent(name.strip().toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
                .add(value.replaceAll("\\A[ \t\r\n]+|[ \t\r\n]+\\z", ""));
    }

    Set<String> names() {
        return values.keySet();
    }

    List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    /// Returns the value if there is exactly one, else an empty text.
    String only(String name) {
        var all = all(name);
        return all.size() == 1 && !all.getFirst().isBlank() ? all.getFirst() : "";
    }
}
