package stockroom.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;
import stockroom.cli.admin.AccountCommands;
import stockroom.cli.admin.ApplicationCommands;
import stockroom.cli.admin.AuditCommands;
import stockroom.cli.admin.ClosingCommands;
import stockroom.cli.admin.FailureCommands;
import stockroom.cli.admin.KeyCommands;
import stockroom.cli.admin.LimitCommands;
import stockroom.cli.admin.MerchantCommands;
import stockroom.cli.admin.PersonCommands;
import stockroom.cli.admin.ProductCommands;
import stockroom.cli.admin.PublishResultCommands;
import stockroom.cli.admin.StatusCommand;
import stockroom.cli.admin.StockCommands;
import stockroom.cli.admin.TokenCommands;
import stockroom.cli.admin.UsageCommand;
import stockroom.cli.admin.WhoamiCommand;
import stockroom.cli.connect.Deadline;
import stockroom.cli.connect.MerchantName;
import stockroom.cli.connect.PersonName;
import stockroom.cli.connect.ProductName;
import stockroom.cli.connect.ProfileCommands;
import stockroom.cli.connect.Since;
import stockroom.cli.doctor.DoctorCommand;
import stockroom.cli.doctor.SignCommand;
import stockroom.cli.exporting.ExportCommands;
import stockroom.cli.importing.ImportCommands;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.shell.ExitCode;
import stockroom.cli.shell.Shell;
import stockroom.cli.shell.Version;

@Command(
        name = "stockroom",
        description = "Manages a Stockroom platform: merchants, applications, tokens, products and their stock.",
        synopsisSubcommandLabel = "COMMAND",
        versionProvider = Version.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:Done.",
            "1:The server refused the request, or doctor has findings.",
            "2:The command line is not valid.",
            "3:The key or credentials are missing or do not permit this.",
            "4:Not found.",
            "5:The server does not respond; try again later.",
            "6:Done, but some lines were rejected."
        },
        footer = {"  stockroom profile set default --address http://127.0.0.1:9080", "  stockroom merchant list"})
public final class Main {
    /// The commands in the order of the help.
    private static final Map<String, Class<?>> COMMANDS = new LinkedHashMap<>();

    static {
        COMMANDS.put("profile", ProfileCommands.class);
        COMMANDS.put("status", StatusCommand.class);
        COMMANDS.put("whoami", WhoamiCommand.class);
        COMMANDS.put("key", KeyCommands.class);
        COMMANDS.put("merchant", MerchantCommands.class);
        COMMANDS.put("account", AccountCommands.class);
        COMMANDS.put("usage", UsageCommand.class);
        COMMANDS.put("limit", LimitCommands.class);
        COMMANDS.put("application", ApplicationCommands.class);
        COMMANDS.put("token", TokenCommands.class);
        COMMANDS.put("person", PersonCommands.class);
        COMMANDS.put("product", ProductCommands.class);
        COMMANDS.put("stock", StockCommands.class);
        COMMANDS.put("publish-results", PublishResultCommands.class);
        COMMANDS.put("import", ImportCommands.class);
        COMMANDS.put("export", ExportCommands.class);
        COMMANDS.put("failure", FailureCommands.class);
        COMMANDS.put("closing", ClosingCommands.class);
        COMMANDS.put("audit", AuditCommands.class);
        COMMANDS.put("sign", SignCommand.class);
        COMMANDS.put("doctor", DoctorCommand.class);
        COMMANDS.put("completion", CompletionCommand.class);
    }

    private Main() {}

    public static void main(String[] arguments) {
        var shell = Shell.ofProcess();
        int code = run(shell, arguments);
        // a print stream does not throw, and a secret that is shown only once may be lost
        if (shell.out().checkError()) {
            code = unwritten(shell, code);
        }
        System.exit(code);
    }

    /// Prints nothing if the reader of a pipe, such as `head`, has closed it.
    private static int unwritten(Shell shell, int code) {
        if (!Shell.isPipe(Shell.OUT)) {
            shell.err().println("stockroom: not all output could be written to standard output; is the disk full?");
        }
        return code == ExitCode.DONE ? ExitCode.REFUSED : code;
    }

    /// Returns an exit code of [ExitCode].
    public static int run(Shell shell, String... arguments) {
        return commandLine(shell, arguments).execute(arguments);
    }

    /// Adds only the named command if there is one, because reading the annotations of all commands takes half a
    /// second.
    static CommandLine commandLine(Shell shell, String... arguments) {
        var commands = new CommandLine(new Main(), new ShellFactory(shell));
        var named = arguments.length == 0 ? null : COMMANDS.get(arguments[0]);
        (named == null ? COMMANDS.values() : List.of(named)).forEach(commands::addSubcommand);
        commands.getCommandSpec()
                .addOption(OptionSpec.builder("-V", "--version")
                        .versionHelp(true)
                        .description("Shows the version.")
                        .build());
        addHelp(commands);
        HelpLayout.apply(commands, shell);
        return commands.setOut(new PrintWriter(shell.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(shell.err(), true, StandardCharsets.UTF_8))
                .registerConverter(MerchantName.class, MerchantName::new)
                .registerConverter(ProductName.class, ProductName::new)
                .registerConverter(PersonName.class, PersonName::new)
                .registerConverter(Since.class, Since::of)
                .registerConverter(Deadline.class, Deadline::of)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((mistake, typed) -> typedWrongly(shell, mistake, typed))
                .setExecutionExceptionHandler((failure, command, parsed) -> failed(shell, failure));
    }

    /// Adds `--help` and the headings to all commands.
    private static void addHelp(CommandLine command) {
        command.getCommandSpec()
                .usageMessage()
                .parameterListHeading("%n")
                .optionListHeading("%n")
                .commandListHeading("%nCommands:%n")
                .footerHeading("%nExample:%n");
        if (!command.getCommandSpec().optionsMap().containsKey("--help")) {
            command.getCommandSpec()
                    .addOption(OptionSpec.builder("-h", "--help")
                            .usageHelp(true)
                            .description("Shows this help.")
                            .build());
        }
        command.getSubcommands().values().forEach(Main::addHelp);
        if (command.getParent() != null) {
            sort(command.getCommandSpec());
        }
    }

    /// Sorts commands by name; picocli lists those that are classes first.
    private static void sort(CommandSpec group) {
        for (var name : new TreeSet<>(group.subcommands().keySet())) {
            group.addSubcommand(name, group.removeSubcommand(name));
        }
    }

    private static int typedWrongly(Shell shell, ParameterException thrown, String[] arguments) {
        var mistake = thrown instanceof MissingParameterException ? mistyped(thrown, arguments) : thrown;
        var command = mistake.getCommandLine();
        var err = shell.err();
        err.println("stockroom: " + Mistakes.message(mistake, arguments));
        var spec = command.getCommandSpec();
        var suggestions = Mistakes.suggestions(mistake);
        if (suggestions.size() == 1) {
            err.println("Did you mean: " + suggestions.getFirst());
        } else if (!suggestions.isEmpty()) {
            err.println("Did you mean:");
            suggestions.forEach(suggestion -> err.println("  " + suggestion));
        } else if (command.getSubcommands().isEmpty()) {
            var synopsis = new Help(spec, Help.defaultColorScheme(Help.Ansi.OFF)).synopsis(0);
            err.println("  " + synopsis.strip().replaceAll("\\s+", " "));
        } else {
            command.getSubcommands().keySet().forEach(sub -> err.println("  " + spec.qualifiedName() + " " + sub));
        }
        err.println("See: " + spec.qualifiedName() + " --help");
        return ExitCode.USAGE;
    }

    /// Reports an unknown option instead of the missing one, which was probably mistyped.
    private static ParameterException mistyped(ParameterException thrown, String[] arguments) {
        var known = thrown.getCommandLine().getCommandSpec().optionsMap();
        var unknown = Arrays.stream(arguments)
                .map(argument -> argument.replaceFirst("=.*", ""))
                .filter(argument -> argument.matches("--\\w.*") && !known.containsKey(argument))
                .toList();
        return unknown.isEmpty() ? thrown : new UnmatchedArgumentException(thrown.getCommandLine(), unknown);
    }

    private static int failed(Shell shell, Exception failure) throws Exception {
        var known = switch (failure) {
            case CommandFailure told -> told;
            case IOException e -> CommandFailure.refused(words(e));
            case UncheckedIOException e -> CommandFailure.refused(words(Objects.requireNonNull(e.getCause())));
            default -> throw failure;
        };
        shell.out().flush();
        shell.err().println("stockroom: " + known.getMessage());
        return known.exitCode();
    }

    private static String words(IOException failure) {
        return switch (failure) {
            case NoSuchFileException e -> "there is no file or folder " + e.getFile();
            case AccessDeniedException e -> "no permission to open: " + e.getFile();
            default -> String.valueOf(failure.getMessage());
        };
    }
}
