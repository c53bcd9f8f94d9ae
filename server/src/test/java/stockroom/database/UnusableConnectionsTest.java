package stockroom.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import java.time.Duration;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import stockroom.testing.database.TestDatabase;

/// After a migration or failover, a statement that was refused before it began is retried.
class UnusableConnectionsTest {
    private static final String ALL_COLUMNS = "SELECT * FROM shelf";

    private final DatabaseAddress address = TestDatabase.fresh();
    private final Database database = new Database(
            address,
            new Database.Pool("test", 1, Duration.ofSeconds(2), Duration.ofSeconds(5)),
            new SimpleMeterRegistry(),
            OpenTelemetry.noop());
    private final BatchedRead<Integer, Integer> batcher = database.batcher(
            "columns",
            "SELECT * FROM shelf WHERE label = ?",
            Parameters::next,
            rows -> rows.getMetaData().getColumnCount());

    @BeforeEach
    void create() {
        TestDatabase.execute(address, "CREATE TABLE shelf (label integer)");
    }

    @AfterEach
    void close() {
        database.close();
    }

    enum Way {
        ALONE,
        IN_TRANSACTION,
        BATCHED
    }

    private int columns(Way way) {
        return switch (way) {
            case ALONE -> database.run("columns", UnusableConnectionsTest::columns);
            case IN_TRANSACTION -> database.inTransaction("columns", UnusableConnectionsTest::columns);
            case BATCHED -> batcher.read(1);
        };
    }

    private static int columns(Handle handle) {
        return handle.createQuery(ALL_COLUMNS)
                .scanResultSet((rows, _) -> rows.get().getMetaData().getColumnCount());
    }

    static Stream<Way> ways() {
        return Stream.of(Way.values());
    }

    @ParameterizedTest
    @MethodSource("ways")
    void aPlanThatAMigrationMadeStaleIsMadeAnew(Way way) {
        untilPrepared(way);
        TestDatabase.execute(address, "ALTER TABLE shelf ADD COLUMN floor integer");

        assertThat(columns(way)).isEqualTo(2);
    }

    @ParameterizedTest
    @MethodSource("ways")
    void aPlanThatTheConnectionHasLostIsMadeAnew(Way way) {
        untilPrepared(way);
        database.run("forget", handle -> handle.execute("DO $$ BEGIN EXECUTE 'DEALLOCATE ALL'; END $$"));

        assertThat(columns(way)).isEqualTo(1);
    }

    private void untilPrepared(Way way) {
        IntStream.range(0, 10).forEach(_ -> assertThat(columns(way)).isEqualTo(1));
    }

    @Test
    void aConnectionToAStandbyIsReplaced() {
        database.run("demote", handle -> handle.execute("SET default_transaction_read_only = on"));

        assertThatThrownBy(this::write)
                .isInstanceOfSatisfying(
                        DatabaseFailure.Down.class,
                        down -> assertThat(down.isSent()).isFalse());
        assertThat(write()).isEqualTo(1);
    }

    private int write() {
        return database.write("write", handle -> handle.execute("INSERT INTO shelf VALUES (1)"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"58030", "58P01", "53100", "25006", "26000"})
    void whatPassesWithTimeIsNoInternalErrorAndNotDone(String state) {
        var raise = "DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '%s'; END $$".formatted(state);

        assertThatThrownBy(() -> database.write("raise", handle -> handle.execute(raise)))
                .isInstanceOfSatisfying(
                        DatabaseFailure.Down.class,
                        down -> assertThat(down.isSent()).isFalse());
    }
}
