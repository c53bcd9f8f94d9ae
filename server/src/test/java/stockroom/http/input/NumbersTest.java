package stockroom.http.input;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumbersTest {
    @ParameterizedTest
    @CsvSource({"12,12", "12.0,12", "12.00,12", "0.0,0", "0,0", "999999999.0000000000000000,999999999"})
    void aWholeNumberMayBeWrittenAsADecimal(String text, int number) {
        assertThat(Numbers.whole(text, 0, 999_999_999)).hasValue(number);
        assertThat(Numbers.signed("-" + text, 999_999_999)).hasValue(-number);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "12.5",
                "12.",
                ".0",
                "12.0.0",
                "12.01",
                "12.0x",
                "012.0",
                "1.2e1",
                "",
                ".",
                "1000000000.0",
                "12.０"
            })
    void anythingElseIsNone(String text) {
        assertThat(Numbers.whole(text, 0, 999_999_999)).isEmpty();
    }
}
