package stockroom.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class WrkTest {
    private static final String WRK = """
        Running 2s test @ http://127.0.0.1:20000
        Requests/sec:   4200.00
        {"requests":8400,"micros":2000000,"refused":17,"broken":0}
        """;

    @Test
    void wrkCountsRequestsAndRefusals() {
        var result = Wrk.parse(WRK);

        assertThat(result.perSecond()).isEqualTo(4_200);
        assertThat(result.refused()).isEqualTo(17);
    }

    @Test
    void aBrokenConnectionSpoilsTheRun() {
        assertThatThrownBy(() -> Wrk.parse(WRK.replace("\"broken\":0", "\"broken\":2")))
                .hasMessageContaining("2 connections failed");
    }
}
