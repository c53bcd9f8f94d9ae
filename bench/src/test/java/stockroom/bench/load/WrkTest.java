package stockroom.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class WrkTest {
    private static final String WRK = """
            Running 2s test @ http://127.0.0.1:20000
            Requests/sec:   4200.00
            bench requests=8400 micros=2000000 status=0 connect=0 read=0 write=0 timeout=0
            """;

    @Test
    void wrkCountsRequestsAndRefusals() {
        var result = Wrk.parse(WRK.replace("status=0", "status=17"));

        assertThat(result.perSecond()).isEqualTo(4_200);
        assertThat(result.refused()).isEqualTo(17);
    }

    @Test
    void aBrokenConnectionSpoilsTheRun() {
        assertThatThrownBy(() -> Wrk.parse(WRK.replace("read=0", "read=2"))).hasMessageContaining("read=2");
    }
}
