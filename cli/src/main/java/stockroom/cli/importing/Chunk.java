package stockroom.cli.importing;

import java.util.ArrayList;
import java.util.List;
import stockroom.cli.transfer.RejectedLine;

/// The lines of one request and their places in the file. Two chunks are reused for a whole import.
final class Chunk {
    /// Both limits are half the server's, so that losing a request costs little.
    private static final int MAX_LINES = 5_000;

    private static final int MAX_BYTES = 3_584 * 1024;

    private final byte[] bytes = new byte[MAX_BYTES];
    private final long[] lines = new long[MAX_LINES];
    private final List<RejectedLine> rejects = new ArrayList<>();
    private int length;
    private int count;
    private End end = new End(0, 0, false);

    /// @param offset position of the first byte after this chunk
    record End(long offset, long line, boolean isLast) {}

    void clear() {
        length = 0;
        count = 0;
        rejects.clear();
    }

    /// Counts rejected lines too, so that a file of only invalid lines does not fill the memory.
    boolean isFull() {
        return count == MAX_LINES || rejects.size() >= MAX_LINES;
    }

    boolean add(byte[] from, int start, int size, long fileLine) {
        if (count == MAX_LINES || length + size + 1 > MAX_BYTES) {
            return false;
        }
        System.arraycopy(from, start, bytes, length, size);
        length += size;
        bytes[length++] = '\n';
        lines[count++] = fileLine;
        return true;
    }

    void reject(RejectedLine line) {
        rejects.add(line);
    }

    void endAt(long offset, long line, boolean isLast) {
        end = new End(offset, line, isLast);
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    int count() {
        return count;
    }

    long fileLine(int number) {
        if (number < 1 || number > count) {
            throw new IllegalStateException("the server rejects line %d of %d".formatted(number, count));
        }
        return lines[number - 1];
    }

    List<RejectedLine> rejects() {
        return rejects;
    }

    End end() {
        return end;
    }
}
