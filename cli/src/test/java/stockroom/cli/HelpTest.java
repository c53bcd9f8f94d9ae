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
            assertThat(outcome.err()).contains(mistyped).contains("Possible solutions: --limit");
        }
        // where the right one is needed, too
        assertThat(new TestShell(home).run("export", "stock", "--merchnt", "1").err())
                .contains("--merchnt")
                .contains("--merchant");
    }

    @Test
    void aMissingOptionIsNamed() {
        var outcome = new TestShell(home).run("token", "issue", "--application", "1", "--merchant", "1");

        assertThat(outcome.code()).isEqualTo(ExitCode.USAGE);
        assertThat(outcome.err()).contains("--account");
    }

    @Test
    void theCompletionScriptKnowsTheCommands() {
        var script = new TestShell(home).run("completion").out();

        assertThat(script)
                .startsWith("#!")
                .contains("publish-results")
                .contains("add-secret")
                .doesNotContain("PROFILE_NAMES");
    }

    @Test
    void theVersionIsShown() {
        assertThat(new TestShell(home).run("--version").out()).startsWith("stockroom ");
    }
}
