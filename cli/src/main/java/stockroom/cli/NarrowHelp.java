package stockroom.cli;

import java.util.regex.Pattern;
import java.util.stream.Collectors;
import stockroom.cli.show.Text;

/// Help for terminals that have no room for two columns: descriptions stand below what they describe.
final class NarrowHelp {
    private static final String INDENT = "        ";
    private static final Pattern TWO_COLUMNS = Pattern.compile("( +\\S.*?) {2,}(\\S.*)");

    private NarrowHelp() {}

    /// @param section of the help, as it is where there is room
    static String of(String section, int columns) {
        if (section.lines().allMatch(line -> Text.width(line) <= columns)) {
            return section;
        }
        return section.lines().map(line -> line(line, columns)).collect(Collectors.joining("\n", "", "\n"));
    }

    private static String line(String line, int columns) {
        var both = TWO_COLUMNS.matcher(line);
        if (both.matches() && !line.startsWith("  stockroom")) {
            return both.group(1) + "\n" + below(both.group(2), columns);
        }
        if (!line.startsWith(" ") && !line.startsWith("stockroom")) {
            return String.join("\n", Text.wrap(line, columns));
        }
        // the rest of a description
        return line.startsWith(INDENT.repeat(2)) ? below(line.strip(), columns) : Text.fold(line, columns);
    }

    private static String below(String description, int columns) {
        return INDENT + String.join("\n" + INDENT, Text.wrap(description, columns - INDENT.length()));
    }
}
