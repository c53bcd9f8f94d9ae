package stockroom.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import stockroom.cli.shell.ProgressLine.Seen;

class ProgressLineTest {
    private static final int COLUMNS = 78;
    private static final long MEBIBYTE = 1 << 20;

    private static String counted(long current, long max, long seconds) {
        return new ProgressLine("", 1)
                .of(new Seen("Generating", "", 0, current, max, Duration.ofSeconds(seconds)), COLUMNS);
    }

    private static String bytes(String words, long start, long current, long max) {
        var seen = new Seen(
                "Importing", words, start * MEBIBYTE, current * MEBIBYTE, max * MEBIBYTE, Duration.ofSeconds(10));
        return new ProgressLine(" MiB", MEBIBYTE).of(seen, COLUMNS);
    }

    @Test
    void aLineHasBarShareCountRateAndTimeLeft() {
        assertThat(counted(4_000_000, 10_000_000, 16))
                .isEqualTo("Generating [######----------]  40%  4,000,000/10,000,000  250,000/s  0:24 left")
                .hasSize(COLUMNS);
    }

    @Test
    void wordsStandInPlaceOfTheRate() {
        assertThat(bytes("34,120 products/s", 0, 100, 400))
                .isEqualTo("Importing [####--------------]  25%  100/400 MiB  34,120 products/s  0:30 left");
    }

    @Test
    void whereTheWordsSayTheTimeLeftTheBarDoesNotGuess() {
        var paced = new ProgressLine("", 1, true);

        assertThat(paced.of(new Seen("Pushing", "2,700 entries  1:12 left", 0, 1, 37, Duration.ofMillis(80)), COLUMNS))
                .isEqualTo("Pushing [------------------------------]   2%  1/37  2,700 entries  1:12 left");
        assertThat(paced.of(new Seen("Pushing", "100,000 entries", 0, 37, 37, Duration.ofSeconds(75)), COLUMNS))
                .endsWith("100%  37/37  100,000 entries  in 1:15");
    }

    @Test
    void theRateIsOfWhatThisRunDid() {
        assertThat(bytes("", 300, 350, 400)).contains("  87%  350/400 MiB  5 MiB/s  0:10 left");
    }

    @Test
    void beforeTheFirstStepNobodyKnowsHowLong() {
        assertThat(counted(0, 10, 1)).contains("?:?? left");
    }

    @Test
    void atTheEndItSaysHowLongItTook() {
        assertThat(counted(7_200, 7_200, 3_723))
                .contains("[" + "#".repeat(30) + "] 100%")
                .endsWith("in 1:02:03");
    }

    @Test
    void atTheEndAllIsDoneHoweverSmallItWas() {
        var seen = new Seen("Importing", "", 0, 700, 700, Duration.ofSeconds(1));

        assertThat(new ProgressLine(" MiB", MEBIBYTE).of(seen, COLUMNS)).contains("100%  1/1 MiB");
    }

    @Test
    void withoutATotalThereIsNoBar() {
        assertThat(counted(12_345, -1, 5)).isEqualTo("Generating  12,345  2,469/s  0:05");
    }

    @Test
    void inANarrowTerminalTheTimeLeftIsTheLastToGo() {
        var seen = new Seen("Importing", "34,120 products/s", 0, 100, 400, Duration.ofSeconds(10));
        var line = new ProgressLine("", 1);

        assertThat(line.of(seen, 66)).isEqualTo("Importing [##--------]  25%  100/400  34,120 products/s  0:30 left");
        assertThat(line.of(seen, 60)).isEqualTo("Importing   25%  100/400  34,120 products/s  0:30 left");
        assertThat(line.of(seen, 48)).isEqualTo("Importing   25%  34,120 products/s  0:30 left");
        assertThat(line.of(seen, 39)).isEqualTo("Importing   25%  0:30 left");
        assertThat(line.of(seen, 20)).isEqualTo("Importing   25%");
    }
}
