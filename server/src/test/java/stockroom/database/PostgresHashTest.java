package stockroom.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import stockroom.testing.platform.Platform;

class PostgresHashTest {
    @Test
    void theHashOfABigintIsPostgresqls() throws SQLException {
        var borders = LongStream.of(0, 1L << 15, 1L << 31, 1L << 32, 1L << 48, Long.MIN_VALUE, Long.MAX_VALUE)
                .flatMap(border -> LongStream.rangeClosed(-3, 3).flatMap(i -> LongStream.of(border + i, -border + i)));
        var values = LongStream.concat(
                        LongStream.concat(borders, LongStream.range(0, 10_000)), new Random(1).longs(10_000))
                .boxed()
                .toArray(Long[]::new);
        try (var connection = Platform.shared().address().connect();
                var query = connection.prepareStatement("SELECT v, hashint8(v) FROM unnest(?) AS v")) {
            query.setArray(1, connection.createArrayOf("int8", values));
            int compared = 0;
            try (var rows = query.executeQuery()) {
                while (rows.next()) {
                    assertThat(PostgresHash.of(rows.getLong(1)))
                            .as("%d", rows.getLong(1))
                            .isEqualTo(rows.getInt(2));
                    compared++;
                }
            }
            assertThat(compared).isEqualTo(values.length).isGreaterThan(20_000);
        }
    }
}
