package stockroom.http.log;

/// Limits log lines of one kind per second. Lines that anyone can cause would otherwise fill the disk at the speed of
/// the network and cost more than what they report.
public final class LogThrottle {
    public static final int A_SECOND = 100;

    private long second;
    private int lines;

    public enum Next {
        WRITE,
        /// This is the last line of this second and should say so.
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
