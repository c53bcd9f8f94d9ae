package stockroom.commands;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;
import stockroom.http.input.Resemblance;

public final class Mistakes {
    private Mistakes() {}

    public static int print(ParameterException thrown, String[] arguments) {
        var mistake = thrown instanceof MissingParameterException ? mistyped(thrown, arguments) : thrown;
        var command = mistake.getCommandLine();
        var spec = command.getCommandSpec();
        var err = command.getErr();
        err.println("stockroom-server: " + message(mistake, arguments));
        var suggestions = suggestions(mistake);
        if (!suggestions.isEmpty()) {
            err.println("Did you mean: " + String.join(", ", suggestions));
        } else if (command.getSubcommands().isEmpty()) {
            var synopsis = new Help(spec, Help.defaultColorScheme(Help.Ansi.OFF)).synopsis(0);
            err.println("  " + synopsis.strip().replaceAll("\\s+", " "));
        } else {
            command.getSubcommands().keySet().forEach(sub -> err.println("  " + spec.qualifiedName() + " " + sub));
        }
        err.println("See: " + spec.qualifiedName() + " --help");
        return ExitCode.USAGE;
    }

    /// Returns the misspelt option if one stands in place of a missing one.
    private static ParameterException mistyped(ParameterException thrown, String[] arguments) {
        var known = thrown.getCommandLine().getCommandSpec().optionsMap();
        var unknown = Arrays.stream(arguments)
                .map(argument -> argument.replaceFirst("=.*", ""))
                .filter(argument -> argument.matches("--\\w.*") && !known.containsKey(argument))
                .toList();
        return unknown.isEmpty() ? thrown : new UnmatchedArgumentException(thrown.getCommandLine(), unknown);
    }

    private static String message(ParameterException thrown, String[] arguments) {
        return switch (thrown) {
            case UnmatchedArgumentException e -> unmatched(e);
            case MissingParameterException e -> missing(e, arguments);
            case OverwrittenOptionException e -> name(e.getOverwritten()) + ": given twice (expected: once)";
            default ->
                thrown.getArgSpec() == null || thrown.getValue() == null
                        ? String.valueOf(thrown.getMessage())
                        : wrongValue(thrown.getArgSpec(), thrown.getValue());
        };
    }

    private static List<String> suggestions(ParameterException thrown) {
        if (!(thrown instanceof UnmatchedArgumentException unmatched)) {
            return List.of();
        }
        var command = thrown.getCommandLine();
        var spec = command.getCommandSpec();
        var given = unmatched.getUnmatched().getFirst();
        if (given.startsWith("-")) {
            var options = spec.options().stream().flatMap(option -> Stream.of(option.names()));
            return Resemblance.of(given.replaceFirst("=.*", ""), options.toList()).stream()
                    .toList();
        }
        if (spec.findOption("--" + given) != null) {
            return List.of(spec.qualifiedName() + " --" + given);
        }
        return Resemblance.of(given, command.getSubcommands().keySet()).stream()
                .map(found -> spec.qualifiedName() + " " + found)
                .toList();
    }

    private static String unmatched(UnmatchedArgumentException e) {
        var given = e.getUnmatched().getFirst();
        var command = e.getCommandLine();
        if (given.startsWith("-")) {
            return given + ": unknown option";
        }
        if (!command.getSubcommands().isEmpty()) {
            return given + ": unknown command";
        }
        var expected = command.getCommandSpec().positionalParameters().stream()
                .map(ArgSpec::paramLabel)
                .collect(Collectors.joining(" "));
        return "%s: one argument too many (expected: %s)".formatted(given, expected.isEmpty() ? "none" : expected);
    }

    private static String missing(MissingParameterException e, String[] arguments) {
        var missing = e.getMissing();
        if (missing.size() == 1
                && missing.getFirst() instanceof OptionSpec option
                && Stream.of(option.names()).anyMatch(Arrays.asList(arguments)::contains)) {
            return "%s: no value (expected: %s)".formatted(name(option), option.paramLabel());
        }
        // picocli stops at the first parameter that is missing
        var names = e.getCommandLine().getCommandSpec().args().stream()
                .filter(Mistakes::isMissing)
                .map(argument -> argument.isOption() ? name(argument) + " " + argument.paramLabel() : name(argument))
                .toList();
        return names.size() == 1
                ? names.getFirst() + " is missing"
                : "%s and %s are missing"
                        .formatted(String.join(", ", names.subList(0, names.size() - 1)), names.getLast());
    }

    /// An optional group needs all of its options or none.
    private static boolean isMissing(ArgSpec argument) {
        var group = argument.group();
        return argument.required()
                && argument.stringValues().isEmpty()
                && (group == null
                        || group.args().stream()
                                .anyMatch(other -> !other.stringValues().isEmpty()));
    }

    private static String wrongValue(ArgSpec argument, String value) {
        var type = argument.auxiliaryTypes()[0];
        var given = value.isEmpty() ? "''" : value;
        return "%s: %s (expected: %s)".formatted(name(argument), given, expected(argument, type, given));
    }

    private static String expected(ArgSpec argument, Class<?> type, String given) {
        if (argument.arity().max() == 0) {
            return "no value";
        }
        if (type.isEnum()) {
            return Stream.of(type.getEnumConstants())
                    .map(choice -> choice.toString().toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining(", "));
        }
        if (type == int.class || type == long.class) {
            long most = type == int.class ? Integer.MAX_VALUE : Long.MAX_VALUE;
            return given.matches("[-+]?[0-9]+") ? "at most " + most : "a whole number";
        }
        return argument.paramLabel();
    }

    private static String name(ArgSpec argument) {
        return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
    }
}
