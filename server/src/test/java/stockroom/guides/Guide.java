package stockroom.guides;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Follows the marked blocks of a Markdown page in one shell, so that later blocks have what earlier ones defined:
///
/// - a block marked sh is pasted, one marked sql goes to psql as the superuser; both must succeed;
/// - a block marked json, http or text after one of them is its output; `…` stands for anything, and white space does
///   not count;
/// - without such an output, a block with a call must succeed;
/// - in blocks marked console, each `$ command` must print the line that follows it;
/// - any other block is saved under the name in the sentence before it, if there is one.
final class Guide implements AutoCloseable {
    private static final String SUCCESS = "{\"success\":true";
    private static final Pattern BLOCK =
            Pattern.compile("(?:`([\\w./]+)`:\n\n)?^```(\\w+)\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern END = Pattern.compile("(.*)status:([0-9]+)");

    private final Process shell;
    private final BufferedReader output;
    private final Path saved;
    private int passed;
    private Optional<Instant> firstAnswer = Optional.empty();

    Guide(List<String> shell, Path saved, Collection<String> withoutVariables) throws IOException {
        var builder = new ProcessBuilder(shell).redirectErrorStream(true);
        builder.environment().keySet().removeAll(withoutVariables);
        this.shell = builder.start();
        this.output = this.shell.inputReader(UTF_8);
        this.saved = saved;
    }

    /// @param file the name of the file; empty for a block that is not saved
    record Block(Optional<String> file, String kind, String text) {
        boolean isPasted() {
            return kind.equals("sh") || kind.equals("sql");
        }

        boolean isAnswer() {
            return List.of("json", "http", "text").contains(kind);
        }

        /// Tells whether the block has a call whose response shows success; with `--fail`, the exit code shows
        /// it.
        boolean hasCall() {
            return text.lines()
                    .filter(line -> !line.contains(" --fail "))
                    .anyMatch(line -> line.startsWith("curl ") || line.startsWith("call "));
        }

        boolean matches(String came) {
            var pattern = Arrays.stream(squeezed(text).split("…", -1))
                    .map(Pattern::quote)
                    .collect(Collectors.joining(".*"));
            return Pattern.matches(pattern, squeezed(came));
        }

        private static String squeezed(String text) {
            return text.replaceAll("[ \t\r\n]", "");
        }
    }

    static List<Block> blocks(String markdown) {
        return BLOCK.matcher(markdown)
                .results()
                .map(found -> new Block(Optional.ofNullable(found.group(1)), found.group(2), found.group(3)))
                .toList();
    }

    Instant firstAnswer() {
        return firstAnswer.orElseThrow(() -> new AssertionError("no block is answered"));
    }

    int follow(List<Block> blocks) throws IOException {
        for (int i = 0; i < blocks.size(); i++) {
            var block = blocks.get(i);
            if (block.isPasted()) {
                paste(block, blocks.stream().skip(i + 1L).findFirst().filter(Block::isAnswer));
            } else if (block.kind.equals("console")) {
                followConsole(block.text.lines().toList());
            } else if (block.file.isPresent()) {
                var file = saved.resolve(block.file.get());
                Files.createDirectories(file.getParent());
                Files.writeString(file, block.text);
            }
        }
        return passed;
    }

    private void paste(Block block, Optional<Block> shown) throws IOException {
        var answered = run(
                block.kind.equals("sql")
                        ? "su postgres -c 'psql --set ON_ERROR_STOP=1' <<'SQL'\n%sSQL\n".formatted(block.text)
                        : block.text);
        boolean right =
                shown.map(answer -> answer.matches(answered)).orElse(!block.hasCall() || answered.startsWith(SUCCESS));
        if (!right) {
            throw new AssertionError("%sis shown to answer: %sand answered: %s"
                    .formatted(block.text, shown.map(Block::text).orElse("success\n"), answered));
        }
        if (shown.isPresent() || block.hasCall()) {
            passed++;
            firstAnswer = firstAnswer.or(() -> Optional.of(Instant.now()));
        }
    }

    private void followConsole(List<String> lines) throws IOException {
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith("$ ")) {
                var shown = i + 1 < lines.size() ? lines.get(i + 1) : "";
                var answered = run(lines.get(i).substring(2) + " || true\n");
                if (!answered.lines().findFirst().orElse("").equals(shown)) {
                    throw new AssertionError(
                            "%s%nis shown to answer: %s%nand answered: %s".formatted(lines.get(i), shown, answered));
                }
                passed++;
            }
        }
    }

    String run(String commands) throws IOException {
        var encoded = Base64.getEncoder().encodeToString(commands.getBytes(UTF_8));
        shell.getOutputStream()
                .write("eval \"$(base64 --decode <<<%s)\" </dev/null; echo \"status:$?\"\n"
                        .formatted(encoded)
                        .getBytes(UTF_8));
        shell.getOutputStream().flush();
        var answered = new StringBuilder();
        for (var next = output.readLine(); next != null; next = output.readLine()) {
            var end = END.matcher(next);
            if (!end.matches()) {
                answered.append(next).append('\n');
            } else if (end.group(2).equals("0")) {
                return answered + end.group(1);
            } else {
                throw new AssertionError("%sended with %s: %s".formatted(commands, end.group(2), answered));
            }
        }
        throw new AssertionError("the shell ended in: %sand answered: %s".formatted(commands, answered));
    }

    @Override
    public void close() {
        shell.destroy();
    }
}
