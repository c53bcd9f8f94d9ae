package stockroom.admin.people;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import stockroom.http.input.Texts;

/// A name of 3 to 64 visible characters. `key` is equal for names that differ only in case.
public record PersonName(String text, String key) {
    public static final int MIN_LENGTH = 3;
    public static final int MAX_LENGTH = 64;

    /// The command line takes a number for a person's id.
    private static final Pattern NUMBER = Pattern.compile("[0-9]+");

    /// Letters and signs that are drawn as nothing: fillers of Hangul, the empty pattern of Braille, a joiner and
    /// variation selectors.
    private static final Pattern INVISIBLE = Pattern.compile(
            "[\\x{34f}\\x{115f}\\x{1160}\\x{2800}\\x{3164}\\x{ffa0}\\x{fe00}-\\x{fe0f}\\x{e0100}-\\x{e01ef}]");

    public static Optional<PersonName> of(String given) {
        return Texts.fitting(given, MAX_LENGTH)
                .filter(text -> text.codePointCount(0, text.length()) >= MIN_LENGTH)
                .filter(text -> text.codePoints().allMatch(PersonName::isVisible))
                .filter(text -> !INVISIBLE.matcher(text).find())
                .filter(text -> !NUMBER.matcher(text).matches())
                .map(text -> new PersonName(text, key(text)));
    }

    /// Characters that only format text would make two names look alike.
    private static boolean isVisible(int character) {
        return switch (Character.getType(character)) {
            case Character.FORMAT,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            case Character.SPACE_SEPARATOR -> character == ' ';
            default -> true;
        };
    }

    /// Some letters have an upper case that is lower case of more than one letter.
    private static String key(String text) {
        var folded = text.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
        return Normalizer.normalize(folded, Normalizer.Form.NFC);
    }
}
