package stockroom.generate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpreadTest {
    @ParameterizedTest
    @CsvSource({
        "1, 0, 0, 0",
        "3, 10, 0, 0",
        "3, 10, 3, 1",
        "3, 10, 5, 1",
        "3, 10, 12, 2",
        "7, 1000, 20000, 750",
        "7, 1001, 20001, 751",
        "7, 1000, 60000, 834",
        "7, 1000, 72000, 1000",
        "500, 100, 1800, 75",
        "1000, 450000, 10000000, 337500",
        "2, 2000000000, 100000000000, 1500000000"
    })
    void sharesAddUpToWhatWasAsked(int merchants, int products, long entries, long stocked) {
        var spread = new Spread(merchants, products, entries, 42);

        var shares = IntStream.range(0, merchants).mapToObj(spread::of).toList();

        assertThat(shares.stream().mapToLong(Spread.Share::products).sum()).isEqualTo(products);
        assertThat(shares.stream().mapToLong(Spread.Share::stocked).sum()).isEqualTo(stocked);
        assertThat(shares.stream().mapToLong(Spread.Share::entries).sum()).isEqualTo(entries);
    }

    @ParameterizedTest
    @CsvSource({"10, 3", "10, 5", "40, 151", "1000, 20000", "1000, 71999", "1000, 72000", "1000, 5001"})
    void dealsExactlyTheEntriesWithinWhatAProductCanHave(int products, long entries) {
        var share = new Spread(1, products, entries, 7).of(0);

        var dealt = IntStream.of(share.deal()).asLongStream().toArray();

        assertThat(LongStream.of(dealt).sum()).isEqualTo(entries);
        assertThat(LongStream.of(dealt).filter(n -> n > 0).count()).isEqualTo(share.stocked());
        if (entries >= Spread.MIN_ENTRIES) {
            assertThat(LongStream.of(dealt).filter(n -> n > 0)).allMatch(n -> n >= 5 && n <= 72);
        }
    }

    @Test
    void aFewMerchantsHaveMuchAndManyHaveLittle() {
        var spread = new Spread(1_000, 450_000, 10_000_000, 1);

        long largest =
                IntStream.range(0, 50).mapToLong(i -> spread.of(i).entries()).sum();
        long smallest = IntStream.range(500, 1_000)
                .mapToLong(i -> spread.of(i).entries())
                .sum();

        assertThat(largest).isGreaterThan(2 * smallest);
        assertThat(smallest).isPositive();
    }
}
