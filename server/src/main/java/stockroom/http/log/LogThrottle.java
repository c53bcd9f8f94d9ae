package stockroom.http.log;

/// How many lines of one kind are written to the log: so many a second. What anyone can cause as fast as the line
/// allows would fill the disk without a bound, and the lines would cost more than what they tell of.
public final class LogThrottle {
    public static final int A_SECOND = 100;

    private long second;
    private int lines;

    public enum Next {
        WRITE,
        /// The last one of this second; it should say so.
        WRITE_LAST,
        LEAVE_OUT
    }

    public synchronized Next next(long nanoTime) {
        long now = nanoTime / 1_000_000_000;
        if (now != second) {
            second = now;
            lines = 0;
        }
        lines = Math.min(lines + 1, A_SECOND + 1);
        return lines < A_SECOND ? Next.WRITE : lines == A_SECOND ? Next.WRITE_LAST : Next.LEAVE_OUT;
    }
}
