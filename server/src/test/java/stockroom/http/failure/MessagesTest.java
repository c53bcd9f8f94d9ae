package stockroom.http.failure;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import stockroom.Main;
import stockroom.catalog.CatalogMessage;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;

class MessagesTest {
    @Test
    void everyEnumOfMessagesIsKnownToTheTests() {
        var enums = new ClassFileImporter()
                .importUrl(Main.class.getProtectionDomain().getCodeSource().getLocation()).stream()
                        .filter(type -> type.isAssignableTo(Message.class) && type.isEnum())
                        .map(JavaClass::getName);

        assertThat(Stream.of(Messages.FOR_MERCHANTS, Messages.FOR_OPERATORS, Messages.FOR_PEOPLE, Messages.WARNINGS)
                        .flatMap(List::stream))
                .containsExactlyInAnyOrderElementsOf(enums.toList());
    }

    private static Map<String, Set<String>> keys() {
        Map<String, Set<String>> keys = Messages.all()
                .collect(groupingBy(
                        message -> message.getClass().getPackageName(),
                        mapping(Message::name, toCollection(TreeSet::new))));
        var withTerms = Objects.requireNonNull(keys.get(Message.class.getPackageName()));
        withTerms.addAll(List.of("and-more", "at", "errors-page"));
        Arrays.stream(Term.values()).map(term -> "word." + term.name()).forEach(withTerms::add);
        return Map.copyOf(keys);
    }

    @Test
    void everyMessageHasATextInBothLanguagesAndNoTextIsLeftOver() {
        keys().forEach((name, keys) -> {
            assertThat(english(name).stringPropertyNames()).as(name).isEqualTo(keys);
            assertThat(chinese(name).stringPropertyNames()).as(name).isEqualTo(keys);
        });
    }

    @Test
    void bothLanguagesTakeTheSameValuesInTheSameOrder() {
        keys().forEach((name, keys) -> {
            for (var key : keys) {
                var english = english(name).getProperty(key);
                var chinese = chinese(name).getProperty(key);
                assertThat(placeholders(chinese)).as(key).isEqualTo(placeholders(english));
                assertThat(chinese).as(key).isNotEqualTo(english);
            }
        });
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

            assertThat(reply.msg())
                    .as(accepted.getKey())
                    .isEqualTo(CatalogMessage.PRODUCT_UNKNOWN.in(accepted.getValue()));
            assertThat(reply.code()).isEqualTo("PRODUCT_UNKNOWN");
        }
    }

    private static List<String> placeholders(String text) {
        return Pattern.compile("%[a-z%]")
                .matcher(text)
                .results()
                .map(result -> result.group())
                .toList();
    }

    private static Properties english(String ofPackage) {
        return Messages.texts(ofPackage, "messages.properties");
    }

    private static Properties chinese(String ofPackage) {
        return Messages.texts(ofPackage, "messages_zh.properties");
    }
}
