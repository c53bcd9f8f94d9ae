package stockroom.bench.trials;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import stockroom.bench.process.Failure;

/// Follows docs/operating.md in the bare system that scripts/with-bare-system has started, from the package to the
/// first signed call. Blocks marked sh are pasted into one shell of root, those marked sql into psql of the
/// superuser, and must succeed; a block marked json or text after one of them is its answer.
public final class OperatingTrial {
    /// What follows changes a platform that serves.
    private static final String END = "## Rotate and revoke";

    private OperatingTrial() {}

    /// Takes the name of the Markdown file.
    public static void main(String[] arguments) throws IOException {
        var lines = Files.readAllLines(Path.of(arguments[0]));
        var guide = Guide.parse(lines.subList(0, lines.indexOf(END)));
        var shell = new ArrayList<>(List.of(
                requireNonNull(System.getenv("BARE_SYSTEM"), "BARE_SYSTEM").split(" ")));
        shell.addAll(List.of("bash", "-e", "-o", "pipefail")); // each of a block's commands must succeed
        int followed = 0;
        try (var terminal = new Terminal(List.of(), shell)) {
            for (var block : guide.blocks()) {
                if (!block.isAnswer()) {
                    follow(guide, block, terminal);
                    followed++;
                }
            }
        } catch (Failure e) {
            System.err.println(arguments[0] + ": " + e.getMessage());
            System.exit(1);
        }
        System.out.printf("%s: %d blocks followed%n", arguments[0], followed);
    }

    private static void follow(Guide guide, Guide.Block block, Terminal terminal) throws IOException {
        var answer = terminal.paste(
                block.kind().equals("sql")
                        ? "su postgres -c 'psql --set ON_ERROR_STOP=1' <<'SQL'\n%sSQL\n".formatted(block.text())
                        : block.text());
        System.out.print(answer.text());
        var shown = guide.answerOf(block);
        if (shown.isPresent() && !shown.get().matches(answer.text())) {
            throw new Failure("%sis shown to answer: %sand answered: %s"
                    .formatted(block.text(), shown.get().text(), answer.text()));
        }
    }
}
