package stockroom.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IdleConnectionsTest {
    @Test
    void theLimitOfOpenFilesIsTheOneInForce() {
        var limits = """
                Limit                     Soft Limit           Hard Limit           Units
                Max processes             94000                94000                processes
                Max open files            20000                65536                files
                """;

        assertThat(IdleConnections.maxOpenFiles(limits)).isEqualTo(20_000);
        assertThat(IdleConnections.maxOpenFiles(limits.replace("20000", "unlimited")))
                .isEqualTo(Integer.MAX_VALUE);
    }
}
