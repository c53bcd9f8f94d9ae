package stockroom.client.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MessageTest {
    @ParameterizedTest
    @EnumSource
    void bothLanguagesHaveTheSameValues(Message message) {
        var values = new Object[] {71, 72, 73, 74};
        var english = message.in(Locale.ENGLISH, values);
        var chinese = message.in(Locale.SIMPLIFIED_CHINESE, values);

        assertThat(chinese).matches("[^%]+").isNotEqualTo(english);
        assertThat(message.in(Locale.FRENCH, values)).isEqualTo(english);
        for (var value : values) {
            assertThat(chinese.contains(value.toString())).isEqualTo(english.contains(value.toString()));
        }
    }
}
