package stockroom.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CapacityTest {
    private static final int MANY_FILES = 1 << 20;

    /// Java counts only one of the two survivor spaces: 502.4 MB of 512.
    @Test
    void theHeapOfTheDistribution() {
        assertThat(Capacity.of(megabytes(502.4), 65_536, 2)).isEqualTo(new Capacity(2_048, 12_331, 2_000, 4, 200));
    }

    @Test
    void aLargerHeapTakesOnMoreUpToTheFilesThatMayBeOpen() {
        assertThat(Capacity.of(megabytes(4_096), MANY_FILES, 64))
                .isEqualTo(new Capacity(16_384, 106_535, 16_000, 32, 1_600));
        assertThat(Capacity.of(megabytes(4_096), 65_536, 64).connections()).isEqualTo(49_152);
    }

    @Test
    void requestsAtWorkAreBoundedByTheProcessorsToo() {
        assertThat(Capacity.of(megabytes(4_096), MANY_FILES, 8).requests()).isEqualTo(8_192);
        assertThat(Capacity.of(megabytes(4_096), MANY_FILES, 2).requests()).isEqualTo(2_048);
        assertThat(Capacity.of(megabytes(512), MANY_FILES, 1).requests()).isEqualTo(2_048);
    }

    @Test
    void noAddressTakesMostConnectionsHoweverLargeTheHeapIs() {
        var capacity = Capacity.of(megabytes(65_536), 65_536, 64);

        assertThat(capacity.connectionsPerAddress()).isEqualTo(capacity.connections() / 4);
    }

    @Test
    void theSmallestHeapTakesOnSomething() {
        assertThat(Capacity.of(megabytes(16), MANY_FILES, 64)).isEqualTo(new Capacity(256, 1, 1, 4, 25));
    }

    private static long megabytes(double number) {
        return (long) (number * (1 << 20));
    }
}
