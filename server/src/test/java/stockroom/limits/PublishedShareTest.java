package stockroom.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.audit.Operator;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.PublishedShareModel;
import stockroom.testing.platform.PublishedShareModel.Product;
import stockroom.testing.platform.PublishedShareModel.Verdict;
import stockroom.testing.platform.TestMerchant;

/// Over many random histories, the two-thirds rule decides like a simple model.
@Tag("slow")
class PublishedShareTest {
    private static final int HISTORIES = 10_000;
    private static final int ASKED_OVER_HTTP = 200;
    /// Stores of these tests begin here; those of the fixtures begin at 1.
    private static final int FIRST_STORE = 1_000_000;

    /// Ages keep this distance from a boundary, so that the test's own duration does not move them across it.
    private static final Duration RUN_TIME = Duration.ofMinutes(10);

    /// Times in model and database differ by less than this; gaps are longer.
    private static final Duration LESS_THAN_A_GAP = Duration.ofMinutes(2);

    private static final String ASK = """
            SELECT s.store_id, f.outcome, f.store_products, f.due, f.due_with_result
            FROM bound_store s CROSS JOIN LATERAL fetch_product(
                p_merchant => s.merchant_id, p_account => s.store_id, p_owner => s.merchant_id, p_product => ?,
                p_per_day => 300, p_per_store => ?, p_window_months => 3, p_grace_millis => 86400000, p_due_from => ?,
                p_zone => 'Asia/Shanghai') f
            WHERE s.merchant_id = ? AND s.store_id >= 1000000
            """;

    private final Platform platform = Platform.shared();
    private final Random random = new Random(7);
    private final TestMerchant merchant = platform.merchant();
    private final int product = merchant.product();

    @Test
    void theVerdictEqualsThatOfAPlainModelOverTenThousandHistories() throws Exception {
        var now = Instant.now();
        var histories =
                IntStream.range(0, HISTORIES).mapToObj(_ -> randomHistory(now)).toList();
        try (var connection = connect()) {
            addStores(HISTORIES);
            insert(connection, histories);

            var expected = new HashMap<Integer, Verdict>();
            for (int i = 0; i < HISTORIES; i++) {
                expected.put(FIRST_STORE + i, counted(histories.get(i).verdict(now)));
            }
            assertThat(ask(connection, product, 5_000, 3)).isEqualTo(expected);
        }
        var outcomes = histories.stream()
                .collect(Collectors.groupingBy(
                        history -> history.verdict(now).outcome(), TreeMap::new, Collectors.counting()));
        System.out.println("two thirds: " + outcomes);
        assertThat(outcomes.values()).hasSize(2).allMatch(count -> count > HISTORIES / 10);

        for (int i = 0; i < ASKED_OVER_HTTP; i++) {
            long account = FIRST_STORE + (long) i;
            var token = platform.tokens()
                    .issue(Operator.onTheServer(), merchant.appid(), merchant.id(), account, Duration.ofHours(1))
                    .accesstoken();
            var reply = merchant.withAccount(account, token).detail(product);
            assertThat(reply.status()).isEqualTo(200);
            assertThat(reply.success() ? "delivered" : reply.code())
                    .as(histories.get(i).toString())
                    .isEqualTo(
                            histories.get(i).verdict(now).outcome().equals("delivered")
                                    ? "delivered"
                                    : "PUBLISH_RESULTS_MISSING");
        }
        assertThat(Duration.between(now, Instant.now())).isLessThan(RUN_TIME);
    }

    @Test
    void fetchingOverMonthsKeepsTheFirstFetchAndTheLastOneOfTheModel() throws Exception {
        int stores = 300;
        int steps = 6;
        addStores(stores);
        var ages = new ArrayList<List<Duration>>();
        IntStream.range(0, stores).forEach(_ -> ages.add(new ArrayList<>()));
        try (var connection = connect()) {
            for (int step = 0; step < steps; step++) {
                // nothing is due, so no fetch is refused
                assertThat(ask(connection, product, 5_000, 1_000_000).values())
                        .extracting(Verdict::outcome)
                        .containsOnly("delivered");
                try (var older = connection.prepareStatement("""
                        UPDATE fetched_product
                        SET first_fetched_at = first_fetched_at - make_interval(secs => ?),
                            last_fetched_at = last_fetched_at - make_interval(secs => ?)
                        WHERE merchant_id = ? AND store_id = ?""")) {
                    for (int i = 0; i < stores; i++) {
                        var gap = randomGap();
                        ages.get(i).add(Duration.ZERO);
                        ages.get(i).replaceAll(gap::plus);
                        older.setLong(1, gap.toSeconds());
                        older.setLong(2, gap.toSeconds());
                        older.setLong(3, merchant.id().value());
                        older.setLong(4, FIRST_STORE + i);
                        older.addBatch();
                    }
                    older.executeBatch();
                }
            }
            var now = Instant.now();
            try (var rows = connection
                    .createStatement()
                    .executeQuery("SELECT store_id, first_fetched_at, last_fetched_at FROM fetched_product"
                            + " WHERE store_id >= %d AND merchant_id = %d"
                                    .formatted(FIRST_STORE, merchant.id().value()))) {
                int checked = 0;
                while (rows.next()) {
                    var fetches = ages.get(rows.getInt(1) - FIRST_STORE).stream()
                            .map(now::minus)
                            .toList();
                    var model = new Product(fetches, false);
                    assertThat(Duration.between(model.firstFetch(), instant(rows.getObject(2, OffsetDateTime.class)))
                                    .abs())
                            .as(fetches.toString())
                            .isLessThan(LESS_THAN_A_GAP);
                    assertThat(Duration.between(model.lastFetch(), instant(rows.getObject(3, OffsetDateTime.class)))
                                    .abs())
                            .isLessThan(LESS_THAN_A_GAP);
                    checked++;
                }
                assertThat(checked).isEqualTo(stores);
            }
        }
    }

    /// Makes up to twelve products, mostly old enough to be due and mostly near the two thirds.
    private PublishedShareModel randomHistory(Instant now) {
        double withResult = random.nextInt(3) == 0 ? random.nextDouble() : 0.66;
        return new PublishedShareModel(IntStream.range(0, random.nextInt(13))
                .mapToObj(_ -> new Product(randomFetches(now), random.nextDouble() < withResult))
                .toList());
    }

    private List<Instant> randomFetches(Instant now) {
        var fetches = new ArrayList<Instant>();
        int count = random.nextInt(4) == 0 ? random.nextInt(1, 5) : 1;
        for (int i = 0; i < count; i++) {
            fetches.add(randomFetch(now));
        }
        Collections.sort(fetches);
        return fetches;
    }

    private Instant randomFetch(Instant now) {
        var nearby = RUN_TIME.plusSeconds(random.nextInt(600)).multipliedBy(random.nextBoolean() ? 1 : -1);
        return switch (random.nextInt(8)) {
            case 0 -> now.minus(Duration.ofHours(24)).plus(nearby);
            case 1 -> PublishedShareModel.threeMonthsBefore(now).plus(nearby);
            case 2 -> now.minus(RUN_TIME.plusSeconds(random.nextInt(80_000)));
            case 3 -> now.minus(Duration.ofDays(random.nextInt(93, 400)));
            default -> now.minus(Duration.ofHours(random.nextInt(25, 24 * 88)));
        };
    }

    /// Gaps range from minutes to half a year, but avoid three months, whose exact length depends on the date.
    private Duration randomGap() {
        return switch (random.nextInt(4)) {
            case 0 -> Duration.ofMinutes(random.nextInt(5, 2_000));
            case 1 -> Duration.ofDays(random.nextInt(93, 180));
            default -> Duration.ofDays(random.nextInt(1, 88));
        };
    }

    private static Verdict counted(Verdict verdict) {
        return verdict.outcome().equals("delivered")
                ? new Verdict("delivered", verdict.inTheWindow() + 1, verdict.due(), verdict.dueWithResult())
                : verdict;
    }

    private void addStores(int count) {
        platform.execute("""
                INSERT INTO bound_store (merchant_id, store_id, platform, shop_id, shop_name)
                SELECT %1$d, n, 'tb', 'history ' || n, 'Shop' FROM generate_series(%2$d, %3$d) n;
                INSERT INTO account (merchant_id, account_id, name, store_id)
                SELECT %1$d, n, 'owner', n FROM generate_series(%2$d, %3$d) n;
                -- merchants with one store each are what it was planned for
                ANALYZE bound_store, account;
                """.formatted(merchant.id().value(), FIRST_STORE, FIRST_STORE + count - 1));
    }

    private void insert(Connection connection, List<PublishedShareModel> histories) throws SQLException {
        try (var row = connection.prepareStatement("""
                INSERT INTO fetched_product (merchant_id, store_id, product_id, first_fetched_at, last_fetched_at,
                                             result_at, result_status)
                VALUES (?, ?, ?, ?, ?, CASE WHEN ? THEN now() END, CASE WHEN ? THEN ?::smallint END)""")) {
            for (int store = 0; store < histories.size(); store++) {
                int id = 2_000_000_000;
                for (var fetched : histories.get(store).products()) {
                    row.setLong(1, merchant.id().value());
                    row.setLong(2, FIRST_STORE + store);
                    row.setInt(3, id++);
                    row.setObject(4, fetched.firstFetch().atOffset(ZoneOffset.UTC));
                    row.setObject(5, fetched.lastFetch().atOffset(ZoneOffset.UTC));
                    row.setBoolean(6, fetched.hasResult());
                    row.setBoolean(7, fetched.hasResult());
                    // failed publish results count too
                    row.setInt(8, random.nextInt(2));
                    row.addBatch();
                }
            }
            row.executeBatch();
        }
        platform.execute("ANALYZE fetched_product");
    }

    private Map<Integer, Verdict> ask(Connection connection, int product, int perStore, int dueFrom)
            throws SQLException {
        try (var statement = connection.prepareStatement(ASK)) {
            statement.setInt(1, product);
            statement.setInt(2, perStore);
            statement.setInt(3, dueFrom);
            statement.setLong(4, merchant.id().value());
            var verdicts = new HashMap<Integer, Verdict>();
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    verdicts.put(
                            rows.getInt(1),
                            new Verdict(rows.getString(2), rows.getLong(3), rows.getLong(4), rows.getLong(5)));
                }
            }
            return verdicts;
        }
    }

    private Connection connect() throws SQLException {
        var address = platform.address();
        return DriverManager.getConnection(address.url(), address.user(), address.password());
    }

    private static Instant instant(OffsetDateTime time) {
        return time.toInstant();
    }
}
