package stockroom.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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

        assertThat(StockPlan.check(entries, Locale.ENGLISH))
                .extracting(violation -> violation.index() + " " + violation.field() + " " + violation.code())
                .containsExactly(
                        "0 pid ID_INVALID",
                        "1 color COLOR_INVALID",
                        "2 size SIZE_INVALID",
                        "2 stock STOCK_INVALID",
                        "3 color COLOR_INVALID",
                        "3 barCode BAR_CODE_INVALID",
                        "5  ENTRY_REPEATED");
        assertThatThrownBy(() -> StockPlan.of(entries)).isInstanceOfSatisfying(BadRequestException.class, bad -> {
            assertThat(bad.status()).isZero();
            assertThat(bad.violations()).hasSize(7);
            assertThat(bad.violations().get(2).at()).isEqualTo("[2].size");
        });
    }

    @Test
    void expectedAndDeltaHaveTheirBounds() {
        var set = new StockEntry(1, "red", 38, 1);
        var entries = List.of(
                set.expecting(-2),
                new StockEntry(1, "red", 39, 1).expectingNone(),
                StockEntry.change(1, "red", 40, -1_000_000_000),
                StockEntry.change(1, "red", 41, 1_000_000_000),
                StockEntry.change("HX-1", "red", 42, -999_999_999),
                StockEntry.change(1, "red", 43, -1).expecting(5),
                new StockEntry(1, "red", 44, 0, null, null, null, false, "HX-1"));

        assertThat(StockPlan.check(entries, Locale.ENGLISH))
                .extracting(violation -> violation.index() + " " + violation.field() + " " + violation.code())
                .containsExactly(
                        "0 expected EXPECTED_INVALID",
                        "2 delta DELTA_INVALID",
                        "3 delta DELTA_INVALID",
                        "5 delta DELTA_WITH_STOCK",
                        "6 artNo ART_NO_WITH_PID");
        assertThat(new StockEntry(1, "red", 38, 1, "690").clearingBarCode().barCode())
                .isNull();
    }

    @Test
    void the301stColorOfAProductIsAViolationOfEachOfItsEntries() {
        List<StockEntry> entries = new ArrayList<>();
        for (int color = 1; color <= 301; color++) {
            entries.add(new StockEntry(1, "colour " + color, 38, 1));
            entries.add(new StockEntry(1, "colour " + color, 39, 1));
        }

        assertThat(new TreeSet<>(StockPlan.check(entries, Locale.ENGLISH).stream()
                        .map(EntryViolation::index)
                        .toList()))
                .containsExactly(600, 601);
    }
}
