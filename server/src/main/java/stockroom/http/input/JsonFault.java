package stockroom.http.input;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.http.failure.Message;
import stockroom.http.failure.Term;

/// Parses a refused body again to say in the caller's language what is wrong and where. Columns count characters.
final class JsonFault {
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
    private static final Pattern LITERAL = Pattern.compile("true|false|null");
    private static final String ESCAPES = "\"\\/bfnrt";
    private static final int NO_BOUND = Integer.MAX_VALUE;

    record ParserBounds(int depth, int name, int number, int text) {
        ParserBounds ofDepth() {
            return new ParserBounds(depth, NO_BOUND, NO_BOUND, NO_BOUND);
        }
    }

    private final byte[] json;
    private final int end;
    private final ParserBounds bounds;
    private int begin;
    private int at;

    private JsonFault(byte[] json, int from, int to, ParserBounds bounds) {
        this.json = json;
        this.begin = from;
        this.at = from;
        this.end = to;
        this.bounds = bounds;
    }

    static void throwIfAny(byte[] json, int from, int to, ParserBounds bounds) {
        new JsonFault(json, from, to, bounds).body();
    }

    private void body() {
        if (at + 2 < end && json[at] == (byte) 0xef && json[at + 1] == (byte) 0xbb && json[at + 2] == (byte) 0xbf) {
            at += 3;
            begin = at;
        }
        skipSpace();
        value(0, Term.A_VALUE);
        skipSpace();
        if (at < end) {
            throw unexpected(Term.END_OF_BODY);
        }
    }

    private void value(int depth, Term expected) {
        switch (peek()) {
            case '{' -> object(depth + 1);
            case '[' -> array(depth + 1);
            case '"' -> text(Term.A_TEXT, bounds.text);
            default -> word(expected);
        }
    }

    private void object(int depth) {
        open(depth);
        if (takes('}')) {
            return;
        }
        var expected = Term.QUOTED_NAME_OR_BRACE;
        do {
            skipSpace();
            if (peek() != '"') {
                throw unexpected(expected);
            }
            text(Term.A_NAME, bounds.name);
            if (!takes(':')) {
                throw unexpected(Term.COLON);
            }
            skipSpace();
            value(depth, Term.A_VALUE);
            expected = Term.QUOTED_NAME;
        } while (takes(','));
        if (!takes('}')) {
            throw unexpected(Term.COMMA_OR_BRACE);
        }
    }

    private void array(int depth) {
        open(depth);
        if (takes(']')) {
            return;
        }
        var expected = Term.VALUE_OR_BRACKET;
        do {
            skipSpace();
            value(depth, expected);
            expected = Term.A_VALUE;
        } while (takes(','));
        if (!takes(']')) {
            throw unexpected(Term.COMMA_OR_BRACKET);
        }
    }

    private void open(int depth) {
        if (depth > bounds.depth) {
            throw fault(at, InputMessage.JSON_TOO_DEEP, bounds.depth);
        }
        at++;
    }

    private void text(Term kind, int most) {
        int from = at;
        int length = 0;
        at++;
        for (int c = peek(); c != '"'; c = peek()) {
            if (c < 0) {
                throw unexpected(Term.END_OF_TEXT);
            } else if (c < ' ') {
                throw fault(at, InputMessage.JSON_UNEXPECTED, "U+%04X".formatted(c), Term.ESCAPED_CONTROL);
            } else if (c == '\\') {
                escape();
            } else {
                at += characterBytes();
            }
            length++;
            if (length > most) {
                throw fault(from, InputMessage.JSON_TOO_LONG, kind, most);
            }
        }
        at++;
    }

    private void escape() {
        boolean unicode = at + 1 < end && json[at + 1] == 'u';
        int to = at + (unicode ? 6 : 2);
        if (to > end) {
            at = end;
            throw unexpected(Term.END_OF_TEXT);
        }
        boolean known = unicode ? isHex(at + 2, to) : ESCAPES.indexOf(json[at + 1]) >= 0;
        if (!known) {
            int shownTo = unicode ? to : at + 1 + Math.max(1, bytesAt(at + 1));
            throw fault(at, InputMessage.JSON_UNEXPECTED, shown(at, shownTo), Term.ESCAPE);
        }
        at = to;
    }

    private boolean isHex(int from, int to) {
        for (int i = from; i < to; i++) {
            if (!HexFormat.isHexDigit(json[i])) {
                return false;
            }
        }
        return true;
    }

    private void word(Term expected) {
        int to = endOfWord();
        if (to - at > bounds.number) {
            throw fault(at, InputMessage.JSON_TOO_LONG, Term.A_NUMBER, bounds.number);
        }
        var word = new String(json, at, to - at, StandardCharsets.US_ASCII);
        if (!NUMBER.matcher(word).matches() && !LITERAL.matcher(word).matches()) {
            boolean likeNumber = !word.isEmpty() && "+-.0123456789".indexOf(word.charAt(0)) >= 0;
            throw unexpected(likeNumber ? Term.NUMBER_FORM : expected);
        }
        at = to;
    }

    private int endOfWord() {
        int to = at;
        while (to < end && isOfWord(json[to])) {
            to++;
        }
        return to;
    }

    private static boolean isOfWord(byte b) {
        return (b >= '0' && b <= '9') || (b >= 'A' && b <= 'Z') || (b >= 'a' && b <= 'z') || "+-._".indexOf(b) >= 0;
    }

    private boolean takes(char wanted) {
        skipSpace();
        if (peek() != wanted) {
            return false;
        }
        at++;
        return true;
    }

    private void skipSpace() {
        while (at < end && (json[at] == ' ' || json[at] == '\t' || json[at] == '\n' || json[at] == '\r')) {
            at++;
        }
    }

    private int peek() {
        return at < end ? json[at] & 0xff : -1;
    }

    private Failure unexpected(Term expected) {
        if (at >= end) {
            return fault(at, InputMessage.JSON_ENDS, expected);
        }
        int word = endOfWord();
        return fault(
                at,
                InputMessage.JSON_UNEXPECTED,
                word > at ? shown(at, word) : shown(at, at + characterBytes()),
                expected);
    }

    private String shown(int from, int to) {
        return Excerpt.of(new String(json, from, to - from, StandardCharsets.UTF_8));
    }

    /// Throws if the character is not valid UTF-8.
    private int characterBytes() {
        int bytes = bytesAt(at);
        if (bytes == 0) {
            throw fault(at, InputMessage.JSON_NOT_UTF8, "%02X".formatted(json[at]));
        }
        return bytes;
    }

    /// Returns 0 if the character is not valid UTF-8.
    private int bytesAt(int from) {
        int first = json[from] & 0xff;
        int bytes = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
        for (int i = 1; i < bytes; i++) {
            if (from + i >= end || !isContinuation(json[from + i])) {
                return 0;
            }
        }
        return bytes;
    }

    private static boolean isContinuation(byte b) {
        return (b & 0xc0) == 0x80;
    }

    private Failure fault(int place, Message message, Object... values) {
        int line = 1;
        int column = 1;
        for (int i = begin; i < place; i++) {
            if (json[i] == '\n' || (json[i] == '\r' && (i + 1 == end || json[i + 1] != '\n'))) {
                line++;
                column = 1;
            } else if (!isContinuation(json[i])) {
                column++;
            }
        }
        var all = Stream.concat(Stream.of(line, column), Stream.of(values));
        return Failure.badRequest(message, all.toArray());
    }
}
