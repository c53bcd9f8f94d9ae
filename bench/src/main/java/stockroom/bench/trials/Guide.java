package stockroom.bench.trials;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The marked blocks of one or more Markdown files that follow one another.
record Guide(List<Block> blocks) {
    private static final Pattern MARK = Pattern.compile("```(sh|sql|json|http|text|console)");

    /// @param number of the block, from 0
    /// @param text its lines, each with its end
    record Block(int number, String kind, String text) {
        boolean isAnswer() {
            return kind.equals("json") || kind.equals("http") || kind.equals("text");
        }

        boolean hasCall() {
            return text.lines().anyMatch(line -> line.startsWith("curl ") || line.startsWith("call "));
        }

        /// Whether this came; `…` stands for anything, white space does not count.
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

    static Guide read(List<Path> files) throws IOException {
        var lines = new ArrayList<String>();
        for (var file : files) {
            lines.addAll(Files.readAllLines(file));
        }
        return parse(lines);
    }

    static Guide parse(List<String> lines) {
        var blocks = new ArrayList<Block>();
        Optional<String> kind = Optional.empty();
        var text = new StringBuilder();
        for (var line : lines) {
            if (line.startsWith("```")) {
                kind.ifPresent(open -> blocks.add(new Block(blocks.size(), open, text.toString())));
                text.setLength(0);
                var mark = MARK.matcher(line);
                kind = kind.isEmpty() && mark.matches() ? Optional.of(mark.group(1)) : Optional.empty();
            } else if (kind.isPresent()) {
                text.append(line).append('\n');
            }
        }
        return new Guide(List.copyOf(blocks));
    }

    List<Block> ofKind(String kind) {
        return blocks.stream().filter(block -> block.kind.equals(kind)).toList();
    }

    /// What is shown after a block as its answer.
    Optional<Block> answerOf(Block block) {
        return blocks.stream()
                .skip(block.number + 1)
                .limit(1)
                .filter(Block::isAnswer)
                .findFirst();
    }
}
