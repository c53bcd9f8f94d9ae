package stockroom.cli;

import java.util.HashMap;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.UsageMessageSpec;
import stockroom.cli.shell.Shell;
import stockroom.cli.show.Text;

/// Breaks help into lines that fit the terminal. picocli would break within an address, a file name or a command to
/// copy, and supports no terminal narrower than 55 columns. There, descriptions stand below their options.
final class HelpLayout {
    private static final int DEFAULT_COLUMNS = 80;
    private static final int NARROWEST = 55;
    private static final int WIDEST = 100;
    /// The width for picocli, so that it breaks no line itself.
    private static final int UNBROKEN = 1000;

    private static final String USAGE = "Usage: ";
    private static final String BELOW = "        ";
    private static final Set<String> PROSE =
            Set.of(UsageMessageSpec.SECTION_KEY_DESCRIPTION, UsageMessageSpec.SECTION_KEY_FOOTER);
    /// After a long option comes only one space, which may follow the end of a colour.
    private static final Pattern TWO_COLUMNS =
            Pattern.compile("( *\\S.*?(?: {2,}|(?<=[A-Z][\u001B\\[0-9;m]{0,15}) ))(\\S.*)");

    private final int columns;
    private final boolean narrow;

    private HelpLayout(int columns) {
        this.columns = columns;
        this.narrow = columns < NARROWEST;
    }

    static void apply(CommandLine commands, Shell shell) {
        var layout = new HelpLayout(shell.terminals().out() ? Math.min(shell.columns(), WIDEST) : DEFAULT_COLUMNS);
        commands.setUsageHelpWidth(UNBROKEN)
                .setColorScheme(
                        Help.defaultColorScheme(shell.colour() && !layout.narrow ? Help.Ansi.ON : Help.Ansi.OFF));
        var sections = new HashMap<>(commands.getHelpSectionMap());
        sections.replaceAll(layout::section);
        commands.setHelpSectionMap(sections);
    }

    private IHelpSectionRenderer section(String key, IHelpSectionRenderer section) {
        if (key.equals(UsageMessageSpec.SECTION_KEY_SYNOPSIS)) {
            return help -> synopsis(section.render(help), help.commandSpec().qualifiedName());
        }
        return help -> {
            var text = section.render(help);
            boolean fits = text.lines().allMatch(line -> Text.width(line) <= columns);
            return fits
                    ? text
                    : text.lines()
                            .map(line -> PROSE.contains(key) ? prose(line) : listed(line))
                            .collect(Collectors.joining("\n", "", "\n"));
        };
    }

    private String synopsis(String text, String name) {
        int end = text.indexOf(' ', text.indexOf(name) + name.length());
        if (end < 0) {
            return text;
        }
        if (narrow) {
            return hanging(USAGE, Text.unbroken(text.strip()), "  ").substring(USAGE.length()) + "\n";
        }
        var indent = " ".repeat(USAGE.length() + name.length() + 1);
        var arguments = Text.unbroken(text.substring(end + 1).strip());
        return text.substring(0, end + 1) + hanging(indent, arguments, indent).stripLeading() + "\n";
    }

    /// Indented lines are commands.
    private String prose(String line) {
        return line.startsWith("  ") ? Text.foldCommand(line, columns) : String.join("\n", Text.wrap(line, columns));
    }

    private String listed(String line) {
        var words = line.stripLeading();
        var indent = line.substring(0, line.length() - words.length());
        var both = TWO_COLUMNS.matcher(line);
        if (indent.length() >= BELOW.length()) {
            // an indented line continues a description
            return narrow ? hanging(BELOW, words, BELOW) : hanging(indent, words, indent);
        }
        if (!both.matches() || (Text.width(line) <= columns && !narrow)) {
            return line;
        }
        var description = both.group(2);
        return narrow
                ? both.group(1).stripTrailing() + "\n" + hanging(BELOW, description, BELOW)
                : hanging(both.group(1), description, " ".repeat(Text.width(both.group(1))));
    }

    private String hanging(String before, String words, String indent) {
        var lines = Text.wrap(words, columns - Math.max(Text.width(before), indent.length()));
        return before + String.join("\n" + indent, lines).replace(Text.UNBROKEN_SPACE, ' ');
    }
}
