package stockroom.http.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.Charset;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import stockroom.http.failure.Failure;
import stockroom.http.failure.Violations;

/// Our own messages describe mistakes in JSON, each with its place.
class JsonFaultTest {
    private static final String VALUE = "a value: a text in double quotes, a number, true, false, null, { or [";
    private static final String NUMBER = "a number such as 12, -3 or 0.5, without + or 0 in front";
    private static final String ESCAPE =
            "after \\ in a text one of \" \\ / b f n r t, or u with four hexadecimal digits";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[               | 1 | 2 | the JSON ends here (expected: a value, or ])",
                "[1              | 1 | 3 | the JSON ends here (expected: a comma or ])",
                "[1,             | 1 | 4 | the JSON ends here (expected: VALUE)",
                "{               | 1 | 2 | the JSON ends here (expected: a name in double quotes, or })",
                "{\"a\"          | 1 | 5 | the JSON ends here (expected: a colon)",
                "[\"a            | 1 | 4 | the JSON ends here (expected: the double quote that ends a text)",
                "[\"a\\          | 1 | 5 | the JSON ends here (expected: the double quote that ends a text)",
                "[1,]            | 1 | 4 | ] (expected: VALUE)",
                "{\"a\":1,}      | 1 | 8 | } (expected: a name in double quotes)",
                "{a:1}           | 1 | 2 | a (expected: a name in double quotes, or })",
                "{\"a\" 1}       | 1 | 6 | 1 (expected: a colon)",
                "{\"a\":1 \"b\"} | 1 | 8 | \" (expected: a comma or })",
                "[1}             | 1 | 3 | } (expected: a comma or ])",
                "]               | 1 | 1 | ] (expected: VALUE)",
                "[1;2]           | 1 | 3 | ; (expected: a comma or ])",
                "[1，2]          | 1 | 3 | ， (expected: a comma or ])",
                "[“a”]           | 1 | 2 | “ (expected: a value, or ])",
                "[True]          | 1 | 2 | True (expected: a value, or ])",
                "[0,NaN]         | 1 | 4 | NaN (expected: VALUE)",
                "[-Infinity]     | 1 | 2 | -Infinity (expected: NUMBER)",
                "[038]           | 1 | 2 | 038 (expected: NUMBER)",
                "[+1]            | 1 | 2 | +1 (expected: NUMBER)",
                "[.5]            | 1 | 2 | .5 (expected: NUMBER)",
                "[5.]            | 1 | 2 | 5. (expected: NUMBER)",
                "[5e]            | 1 | 2 | 5e (expected: NUMBER)",
                "[\"\\x\"]       | 1 | 3 | \\x (expected: ESCAPE)",
                "[\"\\u12g4\"]   | 1 | 3 | \\u12g4 (expected: ESCAPE)",
                "/* */[]         | 1 | 1 | / (expected: VALUE)",
                "<html>          | 1 | 1 | < (expected: VALUE)",
                "[] x            | 1 | 4 | x (expected: nothing more after the end of the JSON)",
                "[][]            | 1 | 3 | [ (expected: nothing more after the end of the JSON)",
            })
    void aFaultIsNamedWithItsLineAndColumn(String json, int line, int column, String said) {
        assertThat(said(json.getBytes(UTF_8), Locale.ENGLISH))
                .isEqualTo("line %d, column %d: %s"
                        .formatted(
                                line,
                                column,
                                said.replace("VALUE", VALUE)
                                        .replace("NUMBER", NUMBER)
                                        .replace("ESCAPE", ESCAPE)));
    }

    @Test
    void aColumnIsACharacterNotAByteAndEveryKindOfLineEndCounts() {
        assertThat(said("\ufeff[\"红色😀\", x]".getBytes(UTF_8), Locale.ENGLISH)).startsWith("line 1, column 9: x ");
        assertThat(said("[1,\n2,\r\n3,\r\"红\" x]".getBytes(UTF_8), Locale.ENGLISH))
                .startsWith("line 4, column 5: x ");
    }

    @Test
    void aControlCharacterInATextIsNamed() {
        assertThat(said("[\"a\tb\"]".getBytes(UTF_8), Locale.ENGLISH))
                .startsWith("line 1, column 4: U+0009 (expected: ");
    }

    @Test
    void whatIsTooLongOrTooDeepSaysWhere() {
        assertThat(said(("[1," + "9".repeat(33) + "]").getBytes(UTF_8), Locale.ENGLISH))
                .isEqualTo("line 1, column 4: a number of more than 32 characters");
        assertThat(said(("[1,\"" + "红".repeat(8_193) + "\"]").getBytes(UTF_8), Locale.ENGLISH))
                .isEqualTo("line 1, column 4: a text of more than 8192 characters");
        assertThat(said(("[{\"" + "x".repeat(1 << 10) + "\":1}]").getBytes(UTF_8), Locale.ENGLISH))
                .isEqualTo("line 1, column 3: a name of more than 64 characters");
        assertThat(said("[".repeat(9).getBytes(UTF_8), Locale.ENGLISH))
                .startsWith("line 1, column 9: more than 8 objects and arrays inside one another");
    }

    @Test
    void whatIsNotUtf8IsSaidToBe() {
        assertThat(said("[\"红\"]".getBytes(Charset.forName("GBK")), Locale.ENGLISH))
                .startsWith("line 1, column 3: the byte 0xBA is not UTF-8");
        assertThat(said("[é]".getBytes(ISO_8859_1), Locale.ENGLISH)).contains("the byte 0xE9 is not UTF-8");
        assertThat(said("[1]".getBytes(UTF_16), Locale.ENGLISH)).isEqualTo("the body is in UTF-16 (expected: UTF-8)");
        assertThat(said("[1]".getBytes(UTF_16LE), Locale.ENGLISH)).isEqualTo("the body is in UTF-16 (expected: UTF-8)");
        assertThat(said("[1]".getBytes(Charset.forName("UTF-32")), Locale.ENGLISH))
                .isEqualTo("the body is in UTF-32 (expected: UTF-8)");
    }

    @Test
    void itIsSaidInChineseToo() {
        assertThat(said("[1,".getBytes(UTF_8), Locale.CHINESE))
                .isEqualTo("第 1 行第 4 列：JSON 到此中断（应为：双引号括起来的字符串、数字、true、false、null、{ 或 [）");
    }

    private static String said(byte[] body, Locale language) {
        var refused = catchThrowableOfType(
                Failure.BadRequest.class,
                () -> JsonReader.read(body, new Violations(), new Warnings(), reader -> {
                    reader.tree();
                    return "";
                }));
        return refused.violations().getFirst().text(language);
    }
}
