package stockroom.cli.importing;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import stockroom.cli.transfer.RejectedLine;

/// Splits the file into lines without parsing them, which the server does.
final class NdjsonSource implements ProductSource {
    private static final int BUFFER = 4 * MAX_LINE;

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    private final CharBuffer decoded = CharBuffer.allocate(MAX_LINE);
    private int start;
    private int scanned;
    private int end;
    private boolean ended;
    private boolean tooLong;
    private long offset;
    private long line;

    /// @param line number of lines before the offset
    NdjsonSource(InputStream in, long offset, long line) {
        this.in = in;
        this.offset = offset;
        this.line = line;
    }

    @Override
    public void fill(Chunk chunk) throws IOException {
        while (!chunk.isFull()) {
            int stop = endOfLine();
            if (stop < 0) {
                chunk.endAt(offset, line, true);
                return;
            }
            if (!take(chunk, stop)) {
                break;
            }
            next(stop);
        }
        chunk.endAt(offset, line, false);
    }

    private boolean take(Chunk chunk, int stop) {
        int from = start + (line == 0 && !tooLong && startsWithByteOrderMark(stop) ? 3 : 0);
        int to = stop;
        while (to > from && isSpace(buffer[to - 1])) {
            to--;
        }
        while (from < to && isSpace(buffer[from])) {
            from++;
        }
        if (tooLong || to - from > MAX_LINE) {
            chunk.reject(new RejectedLine(line + 1, "", "longer than %d bytes".formatted(MAX_LINE)));
            return true;
        }
        if (from == to) {
            return true;
        }
        if (!isUtf8(from, to)) {
            chunk.reject(new RejectedLine(line + 1, "", "not UTF-8; save the file in that encoding"));
            return true;
        }
        return chunk.add(buffer, from, to - from, line + 1);
    }

    private boolean startsWithByteOrderMark(int stop) {
        return stop - start >= 3
                && buffer[start] == (byte) 0xEF
                && buffer[start + 1] == (byte) 0xBB
                && buffer[start + 2] == (byte) 0xBF;
    }

    private static boolean isSpace(byte b) {
        return b == ' ' || b == '\t' || b == '\r';
    }

    private boolean isUtf8(int from, int to) {
        for (int i = from; i < to; i++) {
            if (buffer[i] < 0) {
                decoder.reset();
                decoded.clear();
                return !decoder.decode(ByteBuffer.wrap(buffer, i, to - i), decoded, true)
                        .isError();
            }
        }
        return true;
    }

    /// Returns the end of the line that begins at `start`, or -1 after the last line.
    private int endOfLine() throws IOException {
        while (true) {
            for (; scanned < end; scanned++) {
                if (buffer[scanned] == '\n') {
                    return scanned;
                }
            }
            if (ended) {
                return start < end || tooLong ? end : -1;
            }
            if (end - start > MAX_LINE) {
                // the line is rejected, so only its end matters
                tooLong = true;
                offset += end - start;
                start = end;
            }
            refill();
        }
    }

    private void refill() throws IOException {
        if (start > 0) {
            System.arraycopy(buffer, start, buffer, 0, end - start);
            end -= start;
            scanned -= start;
            start = 0;
        }
        int read = in.read(buffer, end, buffer.length - end);
        if (read < 0) {
            ended = true;
        } else {
            end += read;
        }
    }

    private void next(int stop) {
        int after = Math.min(stop + 1, end);
        offset += after - start;
        start = after;
        scanned = after;
        tooLong = false;
        line++;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
