package stockroom.cli.importing;

import java.util.ArrayList;
import java.util.List;
import stockroom.cli.transfer.RejectedLine;

/// The lines of one request, which of the file's lines each is, and where in the file they end. Used again and again:
/// an import of any size needs two.
final class Chunk {
    /// Half of what the server takes, so that neither a request nor the loss of one takes long.
    private static final int MAX_LINES = 5_000;

    private static final int MAX_BYTES = 3_584 * 1024;

    private final byte[] bytes = new byte[MAX_BYTES];
    private final long[] lines = new long[MAX_LINES];
    private final List<RejectedLine> rejects = new ArrayList<>();
    private int length;
    private int count;
    private End end = new End(0, 0, false);

    /// Where a chunk ends.
    ///
    /// @param offset of the first byte that is not in this chunk or one before
    /// @param line the last one that is
    record End(long offset, long line, boolean isLast) {}

    void clear() {
        length = 0;
        count = 0;
        rejects.clear();
    }

    /// Rejects count too: a file of nothing else must not fill the memory.
    boolean isFull() {
        return count == MAX_LINES || rejects.size() >= MAX_LINES;
    }

    /// Answers whether it went in.
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

    /// How many products.
    int count() {
        return count;
    }

    /// @param number of a line of the request, from 1
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
