package stockroom.catalog.stock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class StockGuidTest {
    /// Programs store the guid, so it must never change.
    @Test
    void itIsTheSameForEver() {
        assertThat(new StockGuid(7, "red").ofSize(38)).isEqualTo("5e2c19b457bcd8c062ae4588c7a80026");
        assertThat(new StockGuid(2_147_483_647, "红色").ofSize(999)).isEqualTo("d4e7483260ca0cb6b12b48cba69203e7");
    }

    @Test
    void everyEntryHasItsOwn() {
        var guids = new HashSet<String>();
        for (int product = 1; product <= 30; product++) {
            for (var colour : List.of("", "red", " red", "1 red", "Red", "红")) {
                for (int size = 1; size <= 999; size++) {
                    guids.add(new StockGuid(product, colour).ofSize(size));
                }
            }
        }

        assertThat(guids).hasSize(30 * 6 * 999).allMatch(guid -> guid.matches("[0-9a-f]{32}"));
    }
}
