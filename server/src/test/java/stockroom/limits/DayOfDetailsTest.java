package stockroom.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.testing.http.Reply;
import stockroom.testing.platform.Operators;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;

/// The day on which details are counted never goes back, whatever clocks and time zones do.
@Tag("slow")
class DayOfDetailsTest {
    private static final ZoneId SHANGHAI = ZoneId.of("Asia/Shanghai");

    @Test
    void anAccountThatWasDeletedMeanwhileFetchesNothing() {
        var platform = Platform.shared();
        var merchant = platform.merchant();

        var outcome = platform.query(
                "SELECT outcome FROM fetch_product(%1$d, 0, %1$d, %2$d, 300, 5000, 3, 0, 3, 'Asia/Shanghai')"
                        .formatted(merchant.id().value(), merchant.product()));

        assertThat(outcome).isEqualTo("unknown");
    }

    /// At the last fetch the clock was up to two days ahead, as can happen before a failover.
    @Test
    void aDayThatTheClockWentBackFromIsCountedToItsEnd() {
        var platform = Platform.shared();
        var merchant = platform.merchant();
        int product = merchant.product();
        assertThat(merchant.detail(product).success()).isTrue();
        var kept = LocalDate.now(SHANGHAI).plusDays(2);
        platform.execute("UPDATE daily_fetches SET fetches = 298, day = '%s' WHERE merchant_id = %d"
                .formatted(kept, merchant.id().value()));

        var last = List.of(merchant.detail(product), merchant.detail(product));
        var refused = merchant.detail(product);

        assertThat(last)
                .allMatch(Reply::success)
                .extracting(reply -> reply.header("RateLimit").orElseThrow().replaceFirst(";t=(\\d+), .*", ""))
                .containsExactly("\"day\";r=1", "\"day\";r=0");
        assertThat(refused.code()).isEqualTo("DAILY_FETCHES_USED_UP");
        var end = kept.plusDays(1).atStartOfDay(SHANGHAI).toInstant();
        assertThat(Long.parseLong(refused.header("Retry-After").orElseThrow()))
                .isCloseTo(Duration.between(Instant.now(), end).toSeconds(), within(60L));
        assertThat(platform.query("SELECT fetches || ' on ' || day FROM daily_fetches WHERE merchant_id = "
                        + merchant.id().value()))
                .isEqualTo("300 on " + kept);
        var today = today(platform.readOnlyOperator(), merchant);
        assertThat(today).isEqualTo("300 until " + end);
    }

    @Test
    void theStatementOfTheGuideForOperatorsPutsAccountsBackOnToday() throws IOException {
        var statement = Pattern.compile("```sql\n(UPDATE daily_fetches .*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("../docs/runbooks.md")));
        assertThat(statement.find()).isTrue();
        try (var platform = Platform.start(Map.of())) {
            var merchant = platform.merchant();
            int product = merchant.product();
            assertThat(merchant.detail(product).success()).isTrue();
            platform.execute("UPDATE daily_fetches SET fetches = 299, day = day + 700");

            platform.execute(statement.group(1));

            assertThat(merchant.detail(product).success()).isTrue();
            assertThat(platform.query("SELECT fetches || ' on ' || day FROM daily_fetches"))
                    .isEqualTo("300 on " + LocalDate.now(SHANGHAI));
        }
    }

    @Test
    void nodesInDifferentTimeZonesCountOnTheLatestDay() {
        // at any time, the first zone is a day ahead of the other and more than half a day before its next midnight
        boolean morning = OffsetDateTime.now(ZoneOffset.UTC).getHour() < 12;
        var ahead = morning ? "Etc/UTC" : "Etc/GMT-12";
        var behind = morning ? "Etc/GMT+12" : "Etc/UTC";
        try (var first = Platform.start(Map.of("STOCKROOM_LIMITS_DAY_ZONE", ahead));
                var second = Platform.on(first.address(), in(behind, first))) {
            var merchant = first.merchant();
            int product = merchant.product();
            var nodes = List.of(first, second);

            long delivered = IntStream.range(0, 320)
                    .mapToObj(call -> detail(merchant, nodes.get(call % 2), product))
                    .filter(Reply::success)
                    .count();

            assertThat(delivered).isEqualTo(300);
            for (var node : nodes) {
                assertThat(detail(merchant, node, product).code()).isEqualTo("DAILY_FETCHES_USED_UP");
                assertThat(today(node.readOnlyOperator(), merchant)).startsWith("300 until ");
            }
        }
    }

    private static Map<String, String> in(String zone, Platform other) {
        var environment = new HashMap<>(other.environment());
        environment.put("STOCKROOM_LIMITS_DAY_ZONE", zone);
        return environment;
    }

    private static Reply detail(TestMerchant merchant, Platform node, int product) {
        return merchant.postTo(node.baseUrl(), "/Product/Detail", TestMerchant.FORM, "pid=" + product);
    }

    private static String today(Operators operator, TestMerchant merchant) {
        var today = operator.read("/merchants/%d/accounts/%d/usage"
                        .formatted(merchant.id().value(), merchant.account()))
                .at("/productDetail/today");
        return today.path("used").asInt() + " until " + today.path("resetsAt").asString();
    }
}
