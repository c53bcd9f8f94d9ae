package stockroom.http;

/// How many answers to unknown callers are written to the log: so many a second. Anyone can send requests that are
/// refused, or read the description, as fast as the line allows; without a bound they fill the disk, and the lines
/// cost more than the refusal.
final class AnonymousLogThrottle {
    static final int A_SECOND = 100;

    private long second;
    private int lines;

    enum Next {
        WRITE,
        /// The last one of this second; it should say so.
        WRITE_LAST,
        LEAVE_OUT
    }

    synchronized Next next(long nanoTime) {
        long now = nanoTime / 1_000_000_000;
        if (now != second) {
            second = now;
            lines = 0;
        }
        lines = Math.min(lines + 1, A_SECOND + 1);
        return lines < A_SECOND ? Next.WRITE : lines == A_SECOND ? Next.WRITE_LAST : Next.LEAVE_OUT;
    }
}
