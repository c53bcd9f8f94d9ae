package stockroom.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import stockroom.client.model.StockEntry;

class StockPlanTest {
    @Test
    void everyViolationHasTheIndexOfItsEntry() {
        var entries = List.of(
                new StockEntry(0, "red", 38, 1),
                new StockEntry(1, "  ", 38, 1),
                new StockEntry(1, "red", 1000, -1),
                new StockEntry(1, "red\u0007", 38, 1, "x".repeat(65)),
                new StockEntry(1, "re\u0301d", 38, 1),
                new StockEntry(1, " r\u00e9d ", 38, 2));

        assertThat(StockPlan.check(entries))
                .extracting(violation -> violation.index() + " " + violation.field() + " " + violation.code())
                .containsExactly(
                        "0 pid ID_INVALID",
                        "1 colour COLOR_INVALID",
                        "2 size SIZE_INVALID",
                        "2 stock STOCK_INVALID",
                        "3 colour COLOR_INVALID",
                        "3 barCode BAR_CODE_INVALID",
                        "5  ENTRY_REPEATED");
        assertThatThrownBy(() -> StockPlan.of(entries)).isInstanceOfSatisfying(BadRequestException.class, bad -> {
            assertThat(bad.status()).isZero();
            assertThat(bad.violations()).hasSize(7);
            assertThat(bad.violations().get(2).at()).isEqualTo("[2].size");
        });
    }

    @Test
    void the301stColourOfAProductIsAViolationOfEachOfItsEntries() {
        List<StockEntry> entries = new ArrayList<>();
        for (int colour = 1; colour <= 301; colour++) {
            entries.add(new StockEntry(1, "colour " + colour, 38, 1));
            entries.add(new StockEntry(1, "colour " + colour, 39, 1));
        }

        assertThat(new TreeSet<>(StockPlan.check(entries).stream()
                        .map(EntryViolation::index)
                        .toList()))
                .containsExactly(600, 601);
    }
}
