package stockroom.http.failure;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import stockroom.testing.Platform;
import stockroom.testing.TestMerchant;

public class MessagesTest {
    private final Properties english = texts("messages.properties");
    private final Properties chinese = texts("messages_zh.properties");

    @Test
    void everyMessageHasATextInBothLanguagesAndNoTextIsLeftOver() {
        var names =
                new TreeSet<>(Arrays.stream(Message.values()).map(Message::name).toList());
        names.add("and-more");
        Arrays.stream(Term.values()).map(word -> "word." + word.name()).forEach(names::add);

        assertThat(english.stringPropertyNames()).isEqualTo(names);
        assertThat(chinese.stringPropertyNames()).isEqualTo(names);
    }

    @Test
    void bothLanguagesTakeTheSameValuesInTheSameOrder() {
        for (var name : english.stringPropertyNames()) {
            assertThat(placeholders(chinese, name)).as(name).isEqualTo(placeholders(english, name));
            assertThat(chinese.getProperty(name)).as(name).isNotEqualTo(english.getProperty(name));
        }
    }

    @Test
    void theLanguageIsEnglishUnlessTheCallerPrefersChineseAndTheCodeStays() {
        var merchant = Platform.shared().merchant();
        for (var accepted : Map.of(
                        "zh", Locale.CHINESE,
                        "zh-CN,zh;q=0.9,en;q=0.8", Locale.CHINESE,
                        "en;q=0.5,zh-Hans-CN", Locale.CHINESE,
                        "en", Locale.ENGLISH,
                        "fr", Locale.ENGLISH,
                        "en,zh;q=0.1", Locale.ENGLISH,
                        "*", Locale.ENGLISH,
                        "%%,;q=x", Locale.ENGLISH)
                .entrySet()) {
            var headers = merchant.headers();
            headers.put("Content-Type", TestMerchant.FORM);
            headers.put("Accept-Language", accepted.getKey());
            var reply = merchant.send("POST", "/Stock/List?productid=999999999", headers.entrySet(), new byte[0]);

            assertThat(reply.msg()).as(accepted.getKey()).isEqualTo(Message.PRODUCT_UNKNOWN.in(accepted.getValue()));
            assertThat(reply.code()).isEqualTo("PRODUCT_UNKNOWN");
        }
    }

    private static List<String> placeholders(Properties texts, String name) {
        return Pattern.compile("%[a-z%]")
                .matcher(texts.getProperty(name))
                .results()
                .map(result -> result.group())
                .toList();
    }

    public static Properties texts(String file) {
        var texts = new Properties();
        try (var in = new InputStreamReader(
                Objects.requireNonNull(Message.class.getResourceAsStream("/stockroom/http/" + file)), UTF_8)) {
            texts.load(in);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return texts;
    }
}
