package stockroom.http.failure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExcerptTest {
    @Test
    void aShortValueIsShownWhole() {
        assertThat(Excerpt.of("红色😀")).isEqualTo("红色😀");
    }

    @Test
    void aLongValueIsCutInTheMiddle() {
        assertThat(Excerpt.of("a".repeat(30) + "b".repeat(30))).isEqualTo("a".repeat(20) + "…" + "b".repeat(20));
    }

    @Test
    void whatIsWrongStays() {
        assertThat(Excerpt.of("a".repeat(50) + "\t" + "b".repeat(50)))
                .isEqualTo("…" + "a".repeat(20) + "\\u0009" + "b".repeat(19) + "…");
        assertThat(Excerpt.of("1".repeat(50) + "x", c -> c == 'x')).isEqualTo("…" + "1".repeat(39) + "x");
        assertThat(Excerpt.of("x" + "1".repeat(50), c -> c == 'x')).isEqualTo("x" + "1".repeat(39) + "…");
    }
}
