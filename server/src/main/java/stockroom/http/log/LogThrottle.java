package stockroom.http.log;

/// Limits lines that anyone can cause, which would otherwise fill the disk at the speed of the network.
public final class LogThrottle {
    public static final int A_SECOND = 100;

    private long second;
    private int lines;

    public enum Next {
        WRITE,
        /// The last line of a second should say that it is the last.
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
