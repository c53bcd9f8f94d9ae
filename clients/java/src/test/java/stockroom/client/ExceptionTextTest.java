package stockroom.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import stockroom.client.model.StockEntry;

/// The text of an exception says each thing once.
class ExceptionTextTest {
    private static Violation violation(int index) {
        return new Violation("[%d].size".formatted(index), "SIZE_INVALID", "[%d].size: 0".formatted(index));
    }

    private static String text(String message, List<Violation> violations) {
        return new Failure(400, "SIZE_INVALID", message, "r-1", violations, List.of()).text();
    }

    @Test
    void aViolationThatTheMessageContainsIsNotRepeated() {
        assertThat(text("[0].size: 0", List.of(violation(0))))
                .isEqualTo("HTTP 400 SIZE_INVALID: [0].size: 0 (requestId r-1)");
        assertThat(text("two sizes", List.of(violation(0))))
                .isEqualTo("HTTP 400 SIZE_INVALID: two sizes (requestId r-1)\n  [0].size: 0");
    }

    @Test
    void severalViolationsStandInPlaceOfTheMessage() {
        var violations =
                IntStream.range(0, 5).mapToObj(ExceptionTextTest::violation).toList();

        assertThat(text("[0].size: 0 (and 4 more, see errors)", violations)).isEqualTo("""
                HTTP 400 SIZE_INVALID (requestId r-1)
                  [0].size: 0
                  [1].size: 0
                  [2].size: 0
                  … +2""");
    }

    @Test
    void aFailureWithoutResponseHasNeitherStatusNorCode() {
        assertThat(new Failure(0, "", "cannot connect").text()).isEqualTo("cannot connect");
    }

    @Test
    void checksBeforeSendingSpeakTheCallersLanguage() {
        var entries = List.of(new StockEntry(7, " ", 38, 5), new StockEntry(7, "red", 0, 5));

        assertThat(catchThrowableOfType(BadRequestException.class, () -> StockPlan.of(entries)))
                .hasMessage("""
                        COLOR_INVALID: nothing was sent: 2 violations in the entries
                          [0].color: nothing (expected: a colour name of 1 to 64 characters without control characters)
                          [1].size: 0 (expected: 1 to 999)""");
        assertThat(catchThrowableOfType(BadRequestException.class, () -> StockPlan.of(entries, Locale.CHINA)))
                .hasMessage("""
                        COLOR_INVALID: 未发送任何内容：条目中有 2 处错误
                          [0].color：没有内容（应为：颜色名，1 到 64 个字符，不含控制字符）
                          [1].size：0（应为：1 到 999）""");
    }

    @Test
    void aRunThatEndedEarlySaysWhatWasWrittenAndWhy() {
        var entries = List.of(new StockEntry(7, "red", 38, 5), new StockEntry(7, "red", 39, 5));
        var report = new CreateReport(
                entries, List.of(EntryState.WRITTEN, EntryState.UNSENT), List.of(), 2, List.of(1L), false);
        var cause = new UnavailableException(new Failure(500, "INTERNAL_ERROR", "no"), true, false, null);

        assertThat(new CreateStockException(report, cause))
                .hasMessage("creating stock ended early (2 entries, 1 unsent, 1 written): HTTP 500 INTERNAL_ERROR: no")
                .hasCause(cause);
        assertThat(new CreateStockException(report, cause, Locale.CHINESE))
                .hasMessage("批量设置库存提前结束（共 2 个条目，1 个未发送，1 个已写入）：HTTP 500 INTERNAL_ERROR: no");
    }
}
