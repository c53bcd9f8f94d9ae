package stockroom.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;
import stockroom.cli.show.Text;

/// Explains why a command line is not valid: what came, what was expected, and what resembles it.
final class Mistakes {
    private static final String BELOW = " (expected: after the whole command)";

    private Mistakes() {}

    static String message(ParameterException thrown, String[] arguments) {
        return switch (thrown) {
            case UnmatchedArgumentException e -> unmatched(e);
            case MissingParameterException e -> missing(e, arguments);
            case OverwrittenOptionException e -> name(e.getOverwritten()) + ": given twice (expected: once)";
            default ->
                thrown.getArgSpec() == null || thrown.getValue() == null ? commandMissing(thrown) : wrongValue(thrown);
        };
    }

    /// Returns options or commands that resemble the first unmatched argument, or nothing if there is none.
    static List<String> suggestions(ParameterException thrown) {
        if (!(thrown instanceof UnmatchedArgumentException unmatched)) {
            return List.of();
        }
        var command = thrown.getCommandLine();
        var given = unmatched.getUnmatched().getFirst();
        if (given.startsWith("-")) {
            var options = command.getCommandSpec().options().stream().flatMap(option -> Stream.of(option.names()));
            return Resemblance.of(given.replaceFirst("=.*", ""), options.toList());
        }
        var name = command.getCommandSpec().qualifiedName() + " ";
        return meant(given, command).stream().map(name::concat).toList();
    }

    /// Prefers an option with exactly this name to commands that resemble it.
    private static List<String> meant(String given, CommandLine command) {
        var option = "--" + given;
        if (command.getCommandSpec().findOption(option) != null) {
            return List.of(option);
        }
        var resembling = Resemblance.of(given, command.getSubcommands().keySet());
        return resembling.isEmpty() ? inGroups(given, command) : resembling;
    }

    private static List<String> inGroups(String given, CommandLine command) {
        return command.getSubcommands().entrySet().stream()
                .filter(group -> group.getValue().getSubcommands().containsKey(given))
                .map(group -> group.getKey() + " " + given)
                .toList();
    }

    private static String unmatched(UnmatchedArgumentException e) {
        var given = Text.plain(e.getUnmatched().getFirst());
        var command = e.getCommandLine();
        if (given.startsWith("-")) {
            return given + ": unknown option" + (belongsBelow(given, command) ? BELOW : withoutOption(given, command));
        }
        if (!command.getSubcommands().isEmpty()) {
            return "%s: unknown command".formatted(given);
        }
        var expected = command.getCommandSpec().positionalParameters().stream()
                .map(ArgSpec::paramLabel)
                .collect(Collectors.joining(" "));
        return "%s: one argument too many (expected: %s)".formatted(given, expected.isEmpty() ? "none" : expected);
    }

    private static boolean belongsBelow(String given, CommandLine command) {
        return command.getSubcommands().values().stream()
                .anyMatch(sub -> sub.getCommandSpec().findOption(given.replaceFirst("=.*", "")) != null
                        || belongsBelow(given, sub));
    }

    /// Explains that an option was given where an argument is expected.
    private static String withoutOption(String given, CommandLine command) {
        return command.getCommandSpec().positionalParameters().stream()
                .map(ArgSpec::paramLabel)
                .filter(label -> given.replaceFirst("=.*", "").equals("--" + label.toLowerCase(Locale.ROOT)))
                .map(label -> " (expected: %s without an option)".formatted(label))
                .findFirst()
                .orElse("");
    }

    private static String missing(MissingParameterException e, String[] arguments) {
        var missing = e.getMissing();
        if (missing.size() == 1
                && missing.getFirst() instanceof OptionSpec option
                && Stream.of(option.names()).anyMatch(Arrays.asList(arguments)::contains)) {
            return "%s: no value (expected: %s)".formatted(name(option), option.paramLabel());
        }
        // picocli stops at the first missing parameter
        var names = e.getCommandLine().getCommandSpec().args().stream()
                .filter(argument ->
                        argument.required() && argument.stringValues().isEmpty())
                .map(argument -> argument.isOption() ? name(argument) + " " + argument.paramLabel() : name(argument))
                .toList();
        return names.size() == 1
                ? names.getFirst() + " is missing"
                : "%s and %s are missing"
                        .formatted(String.join(", ", names.subList(0, names.size() - 1)), names.getLast());
    }

    private static String commandMissing(ParameterException e) {
        return e.getCommandLine().getSubcommands().isEmpty()
                ? String.valueOf(e.getMessage())
                : "a command is missing (expected: one of these)";
    }

    private static String wrongValue(ParameterException e) {
        var argument = e.getArgSpec();
        var type = argument.auxiliaryTypes()[0];
        var given = e.getValue().isEmpty() ? "''" : Text.plain(e.getValue());
        if (argument.arity().max() == 0) {
            return "%s: %s (expected: no value)".formatted(name(argument), given);
        }
        if (type.isEnum()) {
            var choices = Stream.of(type.getEnumConstants()).map(String::valueOf);
            return "%s: %s (expected: %s)".formatted(name(argument), given, choices.collect(Collectors.joining(", ")));
        }
        if (e.getCause() instanceof TypeConversionException own && !isNumber(type)) {
            return name(argument) + ": " + own.getMessage();
        }
        var expected = isNumber(type) ? number(type, given) : argument.paramLabel();
        return "%s: %s (expected: %s)".formatted(name(argument), given, expected);
    }

    private static String number(Class<?> type, String given) {
        if (!given.matches("[-+]?[0-9]+")) {
            return "a whole number";
        }
        boolean isInt = type == int.class || type == Integer.class;
        return "at most %d".formatted(isInt ? Integer.MAX_VALUE : Long.MAX_VALUE);
    }

    private static boolean isNumber(Class<?> type) {
        return List.of(int.class, long.class, Integer.class, Long.class).contains(type);
    }

    private static String name(ArgSpec argument) {
        return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
    }
}
