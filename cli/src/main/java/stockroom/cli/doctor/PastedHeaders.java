package stockroom.cli.doctor;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds headers in what people paste: raw header lines, the `> ` lines of `curl -v`, or a whole `curl` command.
final class PastedHeaders {
    private static final Pattern DATE_OF_ANSWER = Pattern.compile("(?i)< date: (.*)");

    private PastedHeaders() {}

    static Headers read(String text) {
        var headers = new Headers();
        if (text.strip().matches("(?s)(\\$\\s+)?curl(\\.exe)?\\s.*")) {
            readCommand(text, headers);
        } else {
            readLines(text, headers);
        }
        return headers;
    }

    /// The server's clock in the answer that `curl -v` shows.
    static Optional<Instant> dateOfAnswer(String text) {
        return text.lines()
                .map(DATE_OF_ANSWER::matcher)
                .filter(Matcher::matches)
                .map(line -> HttpDate.parse(line.group(1)))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /// One line `name: value`; a name alone, with `:` or curl's `;` at its end, is an empty header.
    static void readLine(String line, Headers into) {
        int colon = line.indexOf(':');
        if (colon > 0) {
            into.add(line.substring(0, colon), line.substring(colon + 1));
        } else if (line.endsWith(";")) {
            into.add(line.substring(0, line.length() - 1), "");
        }
    }

    private static void readLines(String text, Headers into) {
        boolean verbose = text.lines().anyMatch(line -> line.startsWith("> "));
        text.lines()
                .filter(line -> !verbose || line.startsWith("> "))
                .map(line -> verbose ? line.substring(2) : line)
                // the request line
                .filter(line -> !line.matches("[A-Z]+ \\S+ HTTP/.*"))
                .forEach(line -> readLine(line, into));
    }

    private static void readCommand(String command, Headers into) {
        var words = words(command);
        for (int i = 0; i < words.size(); i++) {
            var word = words.get(i);
            if ((word.equals("-H") || word.equals("--header")) && i + 1 < words.size()) {
                readLine(words.get(++i), into);
            } else if (word.startsWith("--header=")) {
                readLine(word.substring("--header=".length()), into);
            } else if (word.startsWith("-H") && word.length() > 2) {
                readLine(word.substring(2), into);
            }
        }
    }

    /// A shell's words: quoted by `'` or `"`, escaped by a backslash, over several lines.
    private static List<String> words(String command) {
        var words = new ArrayList<String>();
        var word = new StringBuilder();
        boolean begun = false;
        char quote = 0;
        for (int i = 0; i < command.length(); i++) {
            char c = command.charAt(i);
            if (c == '\\' && quote != '\'' && i + 1 < command.length()) {
                char next = command.charAt(++i);
                if (next != '\n') {
                    word.append(next);
                    begun = true;
                }
            } else if (quote != 0) {
                if (c == quote) {
                    quote = 0;
                } else {
                    word.append(c);
                }
            } else if (c == '\'' || c == '"') {
                quote = c;
                begun = true;
            } else if (Character.isWhitespace(c)) {
                if (begun) {
                    words.add(word.toString());
                }
                word.setLength(0);
                begun = false;
            } else {
                word.append(c);
                begun = true;
            }
        }
        if (begun) {
            words.add(word.toString());
        }
        return words;
    }
}
