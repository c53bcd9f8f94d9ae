package stockroom.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import stockroom.client.model.StockEntry;
import stockroom.testing.platform.Platform;

@Tag("slow")
class ClockTest {
    private static final Platform platform = ClientMerchant.PLATFORM;

    private final List<Duration> told = new ArrayList<>();
    private final StockroomListener listener = new StockroomListener() {
        @Override
        public void clockCorrected(Duration offset) {
            told.add(offset);
        }
    };

    private static InstantSource off(Duration by) {
        return InstantSource.offset(InstantSource.system(), by);
    }

    @ParameterizedTest
    @CsvSource({"-4000,en", "4000,en", "-4000,zh", "4000,zh"})
    void aClockFarOffIsCorrectedAfterOneRefusal(long seconds, String language) {
        var merchant = ClientMerchant.create();
        merchant.products(1);
        try (var relay = new Interference(platform.baseUrl());
                var client = merchant.client(relay.url())
                        .clock(off(Duration.ofSeconds(seconds)))
                        .language(Locale.forLanguageTag(language))
                        .listener(listener)
                        .build()) {
            assertThat(client.products()).hasSize(1);
            assertThat(relay.seen()).hasSize(2);
            assertThat(client.products()).hasSize(1);

            assertThat(relay.seen()).hasSize(3);
            assertThat(told).hasSize(1);
            assertThat(client.clockOffset())
                    .isBetween(Duration.ofSeconds(-seconds - 10), Duration.ofSeconds(-seconds + 10));
            assertThat(told.getFirst()).isEqualTo(client.clockOffset());
        }
    }

    @Test
    void creatingStockIsCorrectedTooAndTakesOneTurn() {
        var merchant = ClientMerchant.create();
        int pid = merchant.products(1).getFirst();
        try (var client = merchant.client()
                .clock(off(Duration.ofSeconds(-4000)))
                .listener(listener)
                .build()) {
            var report = client.createStock(List.of(new StockEntry(pid, "red", 38, 5)));

            assertThat(report.written()).isEqualTo(1);
            assertThat(report.requests()).isEqualTo(1);
            assertThat(told).hasSize(1);
        }
    }

    @Test
    void aClockWithinTheWindowIsLeftAlone() {
        try (var client = ClientMerchant.create()
                .client()
                .clock(off(Duration.ofMinutes(5)))
                .listener(listener)
                .build()) {
            assertThat(client.products()).isEmpty();
            assertThat(client.clockOffset()).isZero();
            assertThat(told).isEmpty();
        }
    }

    @Test
    void theTimeIsTakenFromTheDateOfTheAnswerWhateverItsWords() {
        var expired =
                "{\"success\":false,\"msg\":\"1700000000 is 4000 seconds behind 1700004000\",\"code\":\"TIMESTAMP_EXPIRED\"}";
        try (var relay = new Interference(platform.baseUrl());
                var client = ClientMerchant.create()
                        .client(relay.url())
                        .clock(InstantSource.fixed(Instant.ofEpochSecond(1_700_000_000)))
                        .build()) {
            relay.then(Interference.answer(400, expired), (in, _) -> {
                var timestamp = in.getRequestHeaders().getFirst("timestamp");
                Interference.answer(200, "{\"success\":false,\"msg\":\"%s\",\"code\":\"SEEN\"}".formatted(timestamp))
                        .with(in, new byte[0]);
            });

            var seen = catchThrowableOfType(RefusedException.class, () -> client.stock(1));

            assertThat(Long.parseLong(seen.reason())).isCloseTo(Instant.now().getEpochSecond(), within(10L));
        }
    }

    @Test
    void aClockThatIsRefusedAgainIsNotTriedForEver() {
        var expired = Interference.answer(400, "{\"success\":false,\"msg\":\"?\",\"code\":\"TIMESTAMP_EXPIRED\"}");
        try (var relay = new Interference(platform.baseUrl());
                var client = ClientMerchant.create().client(relay.url()).build()) {
            relay.then(expired, expired, expired);

            assertThatThrownBy(() -> client.stock(1)).isInstanceOf(NotAuthenticatedException.class);
            assertThat(relay.seen()).hasSizeLessThanOrEqualTo(2);
        }
    }
}
