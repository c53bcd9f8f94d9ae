package stockroom.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.testing.platform.Platform;

@Tag("slow")
class ListenerTest {
    private static final Platform platform = ClientMerchant.PLATFORM;

    private final List<String> told = new ArrayList<>();

    private final System.Logger log = new System.Logger() {
        @Override
        public String getName() {
            return "test";
        }

        @Override
        public boolean isLoggable(Level level) {
            return true;
        }

        @Override
        public void log(Level level, @Nullable ResourceBundle bundle, @Nullable String text, @Nullable Throwable e) {
            told.add(level + " " + text);
        }

        @Override
        public void log(Level level, @Nullable ResourceBundle bundle, @Nullable String text, Object... values) {
            told.add(level + " " + text);
        }
    };

    @Test
    void warningsOfAResponseAreHandedOn() {
        var listener = new StockroomListener() {
            @Override
            public void warning(String path, String at, String message) {
                told.add(path + " " + at + " " + message);
            }
        };
        try (var relay = new Interference(platform.baseUrl());
                var client = ClientMerchant.create()
                        .client(relay.url())
                        .listener(listener)
                        .build()) {
            relay.then(Interference.answer(200, """
                    {"success":true,"msg":"","data":[],"warnings":[
                      {"at":"as_off","msg":"as_off: unknown name, ignored (did you mean asOf?)"}]}"""));

            assertThat(client.stock(7)).isEmpty();
        }
        assertThat(told).containsExactly("/Stock/List as_off as_off: unknown name, ignored (did you mean asOf?)");
    }

    @Test
    void everyEventIsLoggedWithItsLevel() {
        var listener = StockroomListener.logging(log);
        try (var relay = new Interference(platform.baseUrl());
                var client = ClientMerchant.create()
                        .client(relay.url())
                        .listener(listener)
                        .build()) {
            relay.then(Interference.answer(502, ""));

            assertThat(client.products()).isEmpty();
        }
        listener.clockCorrected(Duration.ofSeconds(-4000));
        listener.waitingForTurn(Duration.ofSeconds(2));
        listener.turnTaken(Duration.ofSeconds(2));
        listener.warning("/Stock/List", "as_off", "as_off: unknown name");

        assertThat(told).hasSize(7);
        assertThat(told.get(0)).startsWith("DEBUG /Stock/Product: HTTP 502 in ").endsWith(" ms (requestId )");
        assertThat(told.get(1)).matches("WARNING /Stock/Product: attempt 1 failed, next in \\d+ ms: HTTP 502.*");
        assertThat(told.get(2)).matches("DEBUG /Stock/Product: HTTP 200 in \\d+ ms \\(requestId [0-9a-f]{16}\\)");
        assertThat(told.subList(3, 7))
                .containsExactly(
                        "WARNING the clock is corrected by -4000 s, to the server's",
                        "DEBUG waiting 2000 ms for the turn",
                        "INFO another process took the turn, the next one is in 2000 ms",
                        "WARNING /Stock/List: as_off: unknown name");
    }
}
