package stockroom.cli.importing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import stockroom.cli.transfer.RejectedLine;

class NdjsonSourceTest {
    /// Returns one byte at a time.
    private static final class Trickle extends ByteArrayInputStream {
        Trickle(byte[] bytes) {
            super(bytes);
        }

        @Override
        public synchronized int read(byte[] into, int offset, int length) {
            return super.read(into, offset, Math.min(length, 1));
        }
    }

    private record Sent(String line, long number) {}

    private static List<Chunk> chunks(InputStream in, long offset, long line) throws IOException {
        var chunks = new ArrayList<Chunk>();
        try (var source = new NdjsonSource(in, offset, line)) {
            do {
                var chunk = new Chunk();
                source.fill(chunk);
                chunks.add(chunk);
            } while (!chunks.getLast().end().isLast());
        }
        return chunks;
    }

    private static List<Sent> sent(Chunk chunk) {
        var lines = new String(chunk.bytes(), 0, chunk.length(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        var sent = new ArrayList<Sent>();
        for (int i = 0; i < lines.size(); i++) {
            sent.add(new Sent(lines.get(i), chunk.fileLine(i + 1)));
        }
        return sent;
    }

    private static Chunk only(byte[] file) throws IOException {
        var whole = chunks(new ByteArrayInputStream(file), 0, 0);
        var trickled = chunks(new Trickle(file), 0, 0);
        assertThat(whole).hasSize(1);
        assertThat(sent(trickled.getFirst())).isEqualTo(sent(whole.getFirst()));
        assertThat(trickled.getFirst().rejects()).isEqualTo(whole.getFirst().rejects());
        assertThat(trickled.getFirst().end().offset())
                .isEqualTo(whole.getFirst().end().offset());
        return whole.getFirst();
    }

    private static Chunk only(String file) throws IOException {
        return only(file.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void linesAreForwardedAsTheyAreWithTheirNumbers() throws IOException {
        var chunk = only("{\"a\":1}\n\n  {\"鞋\":2}\r\n \t\n{\"c\":3}");

        assertThat(sent(chunk))
                .containsExactly(new Sent("{\"a\":1}", 1), new Sent("{\"鞋\":2}", 3), new Sent("{\"c\":3}", 5));
        assertThat(chunk.end().line()).isEqualTo(5);
        assertThat(chunk.rejects()).isEmpty();
    }

    @Test
    void anEmptyFileHasNoLines() throws IOException {
        assertThat(only("").count()).isZero();
        assertThat(only("").end().line()).isZero();
        assertThat(only("\n\n").count()).isZero();
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheFirstLine() throws IOException {
        assertThat(sent(only("\uFEFF{}\n{}\n"))).containsExactly(new Sent("{}", 1), new Sent("{}", 2));
    }

    @Test
    void aLineThatIsNotUtf8IsRejectedAndTheOthersAreNot() throws IOException {
        var chunk = only("{}\n{\"a\":\"\u00e9\"}\n{}".getBytes(StandardCharsets.ISO_8859_1));

        assertThat(sent(chunk)).containsExactly(new Sent("{}", 1), new Sent("{}", 3));
        assertThat(chunk.rejects()).singleElement().satisfies(reject -> {
            assertThat(reject.line()).isEqualTo(2);
            assertThat(reject.reason()).contains("UTF-8");
        });
    }

    @Test
    void aCharacterCutOffAtTheEndOfALineIsNotUtf8() throws IOException {
        assertThat(only(new byte[] {'"', (byte) 0xE9, (byte) 0x9E}).rejects()).hasSize(1);
    }

    @Test
    void aLineOfTheLongestLengthIsSentAndALongerOneIsNot() throws IOException {
        var longest = "x".repeat(ProductSource.MAX_LINE);
        var chunk = only("{}\n" + longest + "\n" + longest + "y\n" + longest.repeat(9) + "\n{}\n");

        assertThat(sent(chunk)).extracting(Sent::number).containsExactly(1L, 2L, 5L);
        assertThat(chunk.rejects()).extracting(RejectedLine::line).containsExactly(3L, 4L);
    }

    @Test
    void aLastLineThatIsTooLongIsRejectedToo() throws IOException {
        assertThat(only("{}\n" + "x".repeat(ProductSource.MAX_LINE * 5)).rejects())
                .extracting(RejectedLine::line)
                .containsExactly(2L);
    }

    @Test
    void aChunkEndsAtFiveThousandLinesAndTheNextGoesOnThere() throws IOException {
        var file = "{}\n".repeat(12_000).getBytes(StandardCharsets.UTF_8);

        var chunks = chunks(new ByteArrayInputStream(file), 0, 0);

        assertThat(chunks).extracting(Chunk::count).containsExactly(5_000, 5_000, 2_000);
        assertThat(chunks).extracting(chunk -> chunk.end().offset()).containsExactly(15_000L, 30_000L, 36_000L);
        assertThat(chunks).extracting(chunk -> chunk.end().line()).containsExactly(5_000L, 10_000L, 12_000L);
        assertThat(chunks.get(1).fileLine(1)).isEqualTo(5_001);
    }

    @Test
    void aChunkStaysBelowWhatTheServerTakes() throws IOException {
        var line = "x".repeat(10_000) + "\n";
        var chunks = chunks(new ByteArrayInputStream(line.repeat(1_000).getBytes(StandardCharsets.UTF_8)), 0, 0);

        assertThat(chunks).allMatch(chunk -> chunk.length() <= 3_584 * 1024);
        assertThat(chunks.stream().mapToInt(Chunk::count).sum()).isEqualTo(1_000);
    }

    @Test
    void aFileOfNothingButBadLinesDoesNotFillTheMemory() throws IOException {
        var bad = new byte[40_000];
        for (int i = 0; i < bad.length; i += 2) {
            bad[i] = (byte) 0xFF;
            bad[i + 1] = '\n';
        }
        var chunks = chunks(new ByteArrayInputStream(bad), 0, 0);

        assertThat(chunks).allMatch(chunk -> chunk.rejects().size() <= 5_000);
        assertThat(chunks.stream().mapToInt(chunk -> chunk.rejects().size()).sum())
                .isEqualTo(20_000);
    }

    @Test
    void readingGoesOnAtAnyChunksEndAsIfItHadNotStopped() throws IOException {
        var text = new StringBuilder();
        for (int i = 1; i <= 11_000; i++) {
            text.append("{\"n\":").append(i).append("}\n").append(i % 7 == 0 ? "\n" : "");
        }
        var file = text.toString().getBytes(StandardCharsets.UTF_8);
        var whole = chunks(new ByteArrayInputStream(file), 0, 0);

        var first = whole.getFirst();
        var rest = new ByteArrayInputStream(file, (int) first.end().offset(), file.length);
        var resumed = chunks(rest, first.end().offset(), first.end().line());

        assertThat(resumed.stream().flatMap(chunk -> sent(chunk).stream()))
                .isEqualTo(whole.stream()
                        .skip(1)
                        .flatMap(chunk -> sent(chunk).stream())
                        .toList());
        assertThat(resumed.getLast().end().offset()).isEqualTo(file.length);
    }
}
