package stockroom;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import stockroom.config.SettingsException;

class CommandsTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private static CommandLine commandLine() {
        return Commands.commandLine(() -> {
            throw new SettingsException("settings were read");
        });
    }

    private int run(String... arguments) {
        return commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    static Stream<CommandLine> commands() {
        return commandLine().getSubcommands().values().stream();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandHasHelpThatDescribesAllOfIt(CommandLine command) {
        var name = command.getCommandName();

        assertThat(run(name, "--help")).isZero();
        assertThat(out.toString()).startsWith("usage: stockroom-server " + name).doesNotContain("<arg");
        assertThat(err.toString()).isEmpty();
        assertThat(command.getCommandSpec().usageMessage().description()).isNotEmpty();
        assertThat(command.getCommandSpec().args())
                .allSatisfy(argument -> assertThat(argument.description()).isNotEmpty())
                .extracting(ArgSpec::paramLabel)
                .doesNotContain("<file>");
    }

    @Test
    void theHelpListsAllCommands() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString())
                .startsWith("usage: stockroom-server ")
                .contains(commands().map(CommandLine::getCommandName).toList());
        assertThat(commands()).hasSize(10);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "creat-keyset file, Did you mean: stockroom-server create-keyset",
                "create-keyset, Missing required parameter: 'FILE'",
                "create-keyset one two, Unmatched argument at index 2: 'two'",
                "rotate-keyset ad, 'ad'",
                "create-operator-key me nothing, 'nothing'",
                "create-operator-key me keys many, 'many' is not an int",
                "migrate now, 'now'",
                "revived, Missing required parameter: 'FILE'",
                "generate --merchants 1 --products 1, Missing required option: '--entries=N'",
                "demo, Missing required parameter: 'DIRECTORY'"
            })
    void whatIsTypedWronglyIsNamedWithTheHelpToRead(String arguments, String said) {
        var words = arguments.split(" ", -1);

        assertThat(run(words)).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("stockroom-server: ")
                .contains(said)
                .containsPattern("\nSee: .* --help\n");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void wrongSettingsAreWrongUse() {
        assertThat(run("migrate")).isEqualTo(2);
    }
}
