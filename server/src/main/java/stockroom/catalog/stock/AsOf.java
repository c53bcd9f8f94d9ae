package stockroom.catalog.stock;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import stockroom.catalog.ledger.Cursor;
import stockroom.catalog.ledger.LedgerMessage;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.http.failure.Term;
import stockroom.http.input.Numbers;

/// A point in the past. A change is later if both its time and its number are greater.
sealed interface AsOf {
    /// No stock is older, so earlier times are replaced by it.
    Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");

    DateTimeFormatter MILLIS =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    Instant at();

    long push();

    /// Includes changes within the same millisecond.
    record Time(Instant at) implements AsOf {
        @Override
        public long push() {
            return 0;
        }

        @Override
        public String toString() {
            return MILLIS.format(at);
        }
    }

    /// The state after a push; 0 is the state before the first one.
    record AfterPush(long push) implements AsOf {
        @Override
        public Instant at() {
            return Instant.EPOCH;
        }

        @Override
        public String toString() {
            return "push " + push;
        }
    }

    /// Reads digits alone as a push, else a time, whose plus sign may have been decoded to a space.
    static AsOf parse(String text) {
        var push = Numbers.digits(text);
        if (push.isPresent()) {
            return new AfterPush(push.getAsLong());
        }
        try {
            var time = OffsetDateTime.parse(text.replace(" ", "+")).toInstant().truncatedTo(ChronoUnit.MILLIS);
            return new Time(time.isBefore(EARLIEST) ? EARLIEST : time.isAfter(Cursor.LATEST) ? Cursor.LATEST : time);
        } catch (DateTimeException e) {
            var shown = text.isEmpty() ? Term.NOTHING : Excerpt.of(text);
            throw Failure.badRequest("asOf", LedgerMessage.AS_OF_INVALID, shown);
        }
    }
}
