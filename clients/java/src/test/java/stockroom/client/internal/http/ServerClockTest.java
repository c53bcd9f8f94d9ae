package stockroom.client.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerClockTest {
    @Test
    void anAnswerWithoutAReadableDateChangesNothing() {
        var clock = new ServerClock(InstantSource.system());

        for (var headers : List.of(Map.<String, List<String>>of(), Map.of("date", List.of("yesterday")))) {
            assertThat(clock.correct(new Reply(400, headers, ""))).isEmpty();
            assertThat(clock.offset()).isZero();
        }
    }
}
