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
        assertThat(out.toString()).startsWith("Usage: stockroom-server " + name).doesNotContain("<arg");
        assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80);
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
                .startsWith("Usage: stockroom-server ")
                .contains(commands().map(CommandLine::getCommandName).toList());
        assertThat(commands()).hasSize(10);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "creat-keyset file|creat-keyset: unknown command|Did you mean: stockroom-server create-keyset",
                "frobnicate|frobnicate: unknown command|  stockroom-server demo",
                "help|help: unknown command|Did you mean: stockroom-server --help",
                "--port 80|--port: unknown option|  stockroom-server demo",
                "create-keyset|FILE is missing|  stockroom-server create-keyset [-h] FILE",
                "create-keyset one two|two: one argument too many (expected: FILE)|  stockroom-server create-keyset",
                "rotate-keyset ad|STEP: ad (expected: all, add, encrypt, remove)|  stockroom-server rotate-keyset",
                "create-operator-key me x|SCOPE: x (expected: read, support, write, keys)|  stockroom-server create-op",
                "create-operator-key me keys many|DAYS: many (expected: a whole number)|  stockroom-server create-op",
                "create-operator-key me keys 9999999999|DAYS: 9999999999 (expected: at most 2147483647)|  stockroom",
                "migrate now|now: one argument too many (expected: none)|  stockroom-server migrate [-h]",
                "revived|FILE is missing|  stockroom-server revived [-h] FILE...",
                "generate|--merchants N, --products N and --entries N are missing|  stockroom-server generate",
                "generate --merchants 1 --products 1|--entries N is missing|  stockroom-server generate",
                "generate --merchant 1 --products 1|--merchant: unknown option|Did you mean: --merchants",
                "generate --merchants 1 --products 1 --entries|--entries: no value (expected: N)|  stockroom-server gen",
                "generate --seed 1 --seed 2|--seed: given twice (expected: once)|  stockroom-server generate",
                "generate --json=1|--json: 1 (expected: no value)|  stockroom-server generate",
                "generate --merchants 1 --products 1 --entries 1 --tokens f|--application ID is missing|  stockroom-server",
                "demo|DIRECTORY is missing|  stockroom-server demo [-h] DIRECTORY"
            })
    void whatIsTypedWronglyIsNamedAsTheCommandLineDoesWithWhatIsRight(String arguments, String said, String right) {
        var words = arguments.split(" ", -1);

        assertThat(run(words)).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("stockroom-server: " + said + "\n" + right)
                .containsPattern("\nSee: stockroom-server.* --help\n$");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void wrongSettingsAreWrongUse() {
        assertThat(run("migrate")).isEqualTo(2);
    }
}
