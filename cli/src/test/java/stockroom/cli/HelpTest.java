package stockroom.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import stockroom.cli.shell.ExitCode;
import stockroom.cli.shell.Shell;

@Tag("slow")
class HelpTest {
    @TempDir
    Path home;

    static Stream<CommandLine> commands() {
        var shell = new Shell(
                java.util.Map.of(),
                Path.of("/"),
                new Shell.Streams(System.in, System.out, System.err),
                Shell.Terminals.NONE);
        return withSubcommands(Main.commandLine(shell));
    }

    private static Stream<CommandLine> withSubcommands(CommandLine command) {
        return Stream.concat(
                Stream.of(command), command.getSubcommands().values().stream().flatMap(HelpTest::withSubcommands));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandSaysWhatItDoesAndShowsAnExampleOfItself(CommandLine command) {
        var name = command.getCommandSpec().qualifiedName();
        var path = Arrays.stream(name.split(" ")).skip(1);
        var help =
                new TestShell(home).run(Stream.concat(path, Stream.of("--help")).toArray(String[]::new));

        assertThat(help.code()).isZero();
        assertThat(help.err()).isEmpty();
        assertThat(command.getCommandSpec().usageMessage().description()).isNotEmpty();
        assertThat(help.out()).containsPattern("\nExample:\n  (.*[ (])?" + name + "\\b");
        assertThat(help.out()).doesNotContain("<arg");
        assertThat(help.out().lines()).allMatch(line -> line.length() <= 80);
        var narrow = new TestShell(home)
                .onTerminal(40)
                .run(Stream.concat(Arrays.stream(name.split(" ")).skip(1), Stream.of("--help"))
                        .toArray(String[]::new));
        assertThat(narrow.out().lines())
                .allMatch(line -> line.length() <= 40 || !line.strip().contains(" "));
        assertThat(letters(narrow.out())).isEqualTo(letters(help.out()));
    }

    /// Removes line breaks, so that layout does not matter.
    private static String letters(String help) {
        return help.replaceAll("[\\s\\\\]+", "");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyArgumentAndOptionIsDescribed(CommandLine command) {
        var spec = command.getCommandSpec();
        var bare = new ArrayList<String>();
        spec.options().stream().filter(o -> o.description().length == 0).forEach(o -> bare.add(o.longestName()));
        spec.positionalParameters().stream()
                .filter(p -> p.description().length == 0)
                .forEach(p -> bare.add(p.paramLabel()));

        assertThat(bare).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void noSecretIsEverAnArgument(CommandLine command) {
        List<String> names = command.getCommandSpec().options().stream()
                .flatMap(o -> Arrays.stream(o.names()))
                .toList();

        assertThat(names).doesNotContain("--key", "--secret", "--token", "--password");
    }

    @Test
    void theExitCodesOfTheHelpAreThoseOfTheCommands() throws IllegalAccessException {
        var help = new TestShell(home).run("--help").out();

        for (var field : ExitCode.class.getFields()) {
            assertThat(help).containsPattern("\n  " + field.getInt(null) + "   \\w");
        }
    }

    @Test
    void aWrongWordIsAnsweredWithTheRightOne() {
        var outcome = new TestShell(home).run("merchant", "lst");

        assertThat(outcome.code()).isEqualTo(ExitCode.USAGE);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).contains("lst").contains("merchant list");
    }

    @Test
    void aMistypedOptionIsAnsweredWithTheRightOne() {
        for (var mistyped : List.of("--limt", "--limits")) {
            var outcome = new TestShell(home).run("merchant", "list", mistyped, "3");

            assertThat(outcome.code()).isEqualTo(ExitCode.USAGE);
            assertThat(outcome.err()).contains(mistyped + ": unknown option\nDid you mean: --limit\n");
        }
        // a required option was mistyped
        assertThat(new TestShell(home)
                        .run("token", "issue", "1", "1", "--aplication", "1")
                        .err())
                .contains("--aplication: unknown option\nDid you mean: --application\n");
    }

    @Test
    void aMissingOptionIsNamed() {
        var outcome = new TestShell(home).run("account", "create", "1", "clerk", "--platform", "tb", "--shop", "1");

        assertThat(outcome.code()).isEqualTo(ExitCode.USAGE);
        assertThat(outcome.err()).startsWith("stockroom: --shop-name TEXT is missing\n");
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of("account rename 1 one clerk", "ACCOUNT: one (expected: a whole number)"),
                Arguments.of("merchant list --limit many", "--limit: many (expected: a whole number)"),
                Arguments.of("merchant list --limit", "--limit: no value (expected: N)"),
                Arguments.of("merchant list --limit 1 --limit 2", "--limit: given twice (expected: once)"),
                Arguments.of("merchant list --all=yes", "--all: yes (expected: no value)"),
                Arguments.of("merchant list --state closed", "--state: closed (expected: active, suspended)"),
                Arguments.of("merchant list -o xml", "-o: xml (expected: table, csv, json)"),
                Arguments.of("merchant list northgate", "northgate: one argument too many (expected: none)"),
                Arguments.of("merchant show 1 2", "2: one argument too many (expected: MERCHANT)"),
                Arguments.of("merchant show", "MERCHANT is missing"),
                Arguments.of("account rename 1", "ACCOUNT and NAME are missing"),
                Arguments.of("token issue", "MERCHANT, ACCOUNT and --application APPLICATION are missing"),
                Arguments.of(
                        "token list --merchant 1", "--merchant: unknown option (expected: MERCHANT without an option)"),
                Arguments.of("audit list --since soon", "--since: soon (expected: such as 90m"),
                Arguments.of("merchant", "a command is missing (expected: one of these)"),
                Arguments.of("merchant frobnicate", "frobnicate: unknown command"),
                Arguments.of("merchnt list", "merchnt: unknown command\nDid you mean: stockroom merchant\n"),
                Arguments.of("merchant sho 1", "sho: unknown command\nDid you mean: stockroom merchant show\n"),
                Arguments.of(
                        "suspend 1",
                        "suspend: unknown command\nDid you mean:\n  stockroom merchant suspend\n"
                                + "  stockroom application suspend\nSee: stockroom --help"),
                Arguments.of("help merchant", "help: unknown command\nDid you mean: stockroom --help\n"),
                Arguments.of("version", "version: unknown command\nDid you mean: stockroom --version\n"),
                Arguments.of("-v", "-v: unknown option\nDid you mean: -V\n"),
                Arguments.of("merchant -x", "-x: unknown option\n  stockroom merchant close\n"),
                Arguments.of(
                        "--profile north merchant list",
                        "--profile: unknown option (expected: after the whole command)"),
                Arguments.of("merchant list --limit 9999999999", "--limit: 9999999999 (expected: at most 2147483647)"),
                Arguments.of("limit set 1", "nothing to set (expected: --details-per-day, "),
                Arguments.of(
                        "whoami --profile north",
                        "there is no profile north, and no other. Add one:\n  stockroom profile set"),
                Arguments.of("merchant list --limit=", "--limit: '' (expected: a whole number)"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void aMistakeIsExplainedInTheWordsOfTheHelp(String command, String message) {
        for (int columns : new int[] {0, 40}) {
            var shell = new TestShell(home);
            var outcome = (columns == 0 ? shell : shell.onTerminal(columns)).run(command.split(" ", -1));

            assertThat(outcome.code()).isEqualTo(ExitCode.USAGE);
            assertThat(outcome.err().replaceAll("\\s+", " "))
                    .startsWith("stockroom: " + message.replaceAll("\\s+", " "));
            assertThat(outcome.err().lines()).allMatch(line -> columns == 0 || line.length() <= columns);
        }
    }

    @Test
    void howACommandIsWrittenIsNotBrokenAsIfItWereToBeCopied() {
        var outcome = new TestShell(home).onTerminal(60).run("account", "list");

        assertThat(outcome.err()).isEqualTo("""
                stockroom: MERCHANT is missing
                  stockroom account list [-h] [--all] [--json] [--wide]
                    [--limit=N] [-o=FORMAT] [--profile=NAME] [--search=TEXT]
                    [--columns=NAMES]... MERCHANT
                See: stockroom account list --help
                """);
    }

    @Test
    void linesBreakNeitherWithinAnAddressNorWithinWhatIsQuoted() {
        assertThat(new TestShell(home).run("stock", "push", "--help").out()).contains(" http://127.0.0.1:8080).\n");
        assertThat(new TestShell(home).run("account", "bind", "--help").out()).endsWith("""
                  stockroom account bind 1 1 --platform jd --shop 7712 --shop-name \\
                    'Northgate on jd'
                """);
        assertThat(new TestShell(home).run("merchant", "list", "--help").out()).startsWith("""
                Usage: stockroom merchant list [-h] [--all] [--json] [--wide] [--limit=N]
                                               [-o=FORMAT] [--profile=NAME] [--search=TEXT]
                                               [--state=STATE] [--columns=NAMES]...
                """);
    }

    @Test
    void helpOnAWideTerminalHasLinesOfAtMost100Columns() {
        var help = new TestShell(home).onTerminal(200).run("merchant", "--help").out();

        assertThat(help)
                .contains("  import    Adds merchants from a CSV file, each with an account and an access token.\n");
        assertThat(help.lines()).allMatch(line -> line.length() <= 100);
    }

    @Test
    void coloursCountForNothingWhenLinesAreBroken() {
        for (var command : List.of("stock push", "limit set", "token issue")) {
            var arguments = (command + " --help").split(" ", -1);
            var coloured = new TestShell(home)
                    .onTerminal(80)
                    .with("NO_COLOR", "")
                    .run(arguments)
                    .out();

            assertThat(coloured).contains("\u001B[");
            assertThat(coloured.replaceAll("\u001B\\[[0-9;]*m", ""))
                    .isEqualTo(new TestShell(home).run(arguments).out());
        }
    }

    @Test
    void theCompletionScriptKnowsTheCommands() {
        var script = new TestShell(home).run("completion").out();

        assertThat(script)
                .startsWith("#!")
                .contains("publish-results")
                .contains("add-secret")
                .doesNotContain("PROFILE_NAMES")
                .doesNotContain("MERCHANT_NAMES");
    }

    @Test
    void theVersionIsShown() {
        assertThat(new TestShell(home).run("--version").out()).startsWith("stockroom ");
    }
}
