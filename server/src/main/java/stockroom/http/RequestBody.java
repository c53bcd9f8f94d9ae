package stockroom.http;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;
import stockroom.http.bounds.Admission;
import stockroom.http.failure.Failure;
import stockroom.http.failure.RequestMessage;

/// Reads the body of a request on first use, within limits of size, time and memory.
final class RequestBody {
    static final int MAX_BYTES = 4 << 20;
    /// The announced length is not allocated at once; memory is taken as data arrives.
    private static final int FIRST_BYTES = 16 << 10;

    private static final int BLOCK_BYTES = 64 << 10;
    /// A body must meet the minimum rate on average once this much time has passed.
    private static final Duration GRACE = Duration.ofSeconds(5);

    private static final int MIN_BYTES_A_SECOND = 64 << 10;
    /// The number of chunks is limited because each costs time, however small it is.
    private static final int MAX_CHUNKS = 16_384;
    /// The thread yields after this many chunks, since reading data that has arrived never blocks.
    private static final int CHUNKS_IN_A_ROW = 32;
    private static final Duration DISCARD_TIME = Duration.ofSeconds(2);

    private final Request request;
    private final Admission admission;
    private final Duration readTimeout;
    private byte @Nullable [] whole;
    private boolean complete;
    private boolean broken;
    private boolean demanded;
    private int chunks;

    RequestBody(Request request, Admission admission, Duration readTimeout) {
        this.request = request;
        this.admission = admission;
        this.readTimeout = readTimeout;
    }

    /// Returns a negative number if no length is announced.
    long length() {
        return request.getLength();
    }

    /// Only parsing waits for a turn, so a slow body delays nobody.
    <T> T read(int maxBytes, boolean gzip, Function<byte[], T> parser) {
        if (whole != null) {
            if (whole.length > maxBytes) {
                throw Failure.tooLarge(maxBytes);
            }
            return parser.apply(whole);
        }
        var received = admission.receive(() -> receive(maxBytes));
        return admission.process(gzip ? maxBytes : received.length, () -> {
            var bytes = gzip ? inflate(received, maxBytes) : received;
            whole = bytes;
            return parser.apply(bytes);
        });
    }

    void drop() {
        whole = null;
    }

    private byte[] receive(int maxBytes) {
        if (length() > maxBytes) {
            throw Failure.tooLarge(maxBytes);
        }
        int most = length() < 0 ? maxBytes : (int) length();
        int first = Math.min(FIRST_BYTES, most);
        admission.takeBody(first);
        var bytes = new byte[first];
        int length = 0;
        long begun = System.nanoTime();
        while (!complete) {
            var chunk = next(begun + allowed(length).toNanos());
            try {
                int size = chunk.remaining();
                if (length + size > maxBytes) {
                    throw Failure.tooLarge(maxBytes);
                }
                if (length + size > bytes.length) {
                    int larger = Math.min(most, Math.max(length + size, 2 * bytes.length));
                    admission.takeBody(larger - bytes.length);
                    bytes = Arrays.copyOf(bytes, larger);
                }
                chunk.get(bytes, length, size);
                length += size;
                complete = chunk.isLast();
            } finally {
                chunk.release();
            }
        }
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    /// Jetty 12.1's own decompression never ends on a truncated body.
    private byte[] inflate(byte[] compressed, int maxBytes) {
        var bytes = new ByteArrayOutputStream();
        try (var inflated = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
            for (var block = inflated.readNBytes(BLOCK_BYTES);
                    block.length > 0;
                    block = inflated.readNBytes(BLOCK_BYTES)) {
                if (bytes.size() + block.length > maxBytes) {
                    throw Failure.tooLarge(maxBytes);
                }
                admission.takeBody(block.length);
                bytes.writeBytes(block);
            }
            return bytes.toByteArray();
        } catch (IOException | StackOverflowError e) { // GZIPInputStream recurses for each empty member
            throw Failure.badRequest(RequestMessage.BODY_BROKEN);
        }
    }

    private Duration allowed(int received) {
        var atMinRate = GRACE.plusMillis(1_000L * received / MIN_BYTES_A_SECOND);
        return atMinRate.compareTo(readTimeout) < 0 ? atMinRate : readTimeout;
    }

    private Content.Chunk next(long until) {
        while (true) {
            if (System.nanoTime() > until) {
                broken = true;
                throw Failure.badRequest(RequestMessage.BODY_TOO_SLOW);
            }
            letOthersRun();
            var chunk = request.read();
            if (chunk == null) {
                await(until);
            } else if (Content.Chunk.isFailure(chunk)) {
                broken = true;
                throw failed(chunk.getFailure());
            } else if (++chunks > MAX_CHUNKS) {
                broken = true;
                chunk.release();
                throw Failure.tooLarge(MAX_BYTES);
            } else {
                return chunk;
            }
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // virtual threads keep their processor until they block
    private void letOthersRun() {
        if (chunks % CHUNKS_IN_A_ROW == CHUNKS_IN_A_ROW - 1) {
            Thread.yield();
        }
    }

    private void await(long until) {
        demanded = true;
        var available = new CountDownLatch(1);
        request.demand(Invocable.from(Invocable.InvocationType.NON_BLOCKING, available::countDown));
        try {
            if (!available.await(until - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                broken = true;
                throw Failure.badRequest(RequestMessage.BODY_TOO_SLOW);
            }
        } catch (InterruptedException e) {
            broken = true;
            Thread.currentThread().interrupt();
            throw Failure.badRequest(RequestMessage.BODY_BROKEN);
        }
    }

    private Failure failed(Throwable cause) {
        return switch (cause) {
            case HttpException http
            when http.getCode() == HttpStatus.PAYLOAD_TOO_LARGE_413 -> Failure.tooLarge(MAX_BYTES);
            // a stopping server closes connections that were silent for a second
            case TimeoutException _
            when request.getConnectionMetaData().getConnector().isShutdown() -> new Failure.Stopping();
            case TimeoutException _ -> Failure.badRequest(RequestMessage.BODY_TOO_SLOW);
            default -> Failure.badRequest(RequestMessage.BODY_BROKEN);
        };
    }

    /// Returns whether [#discardRest] may fail to reach the end of the body. Jetty then closes the connection,
    /// and the caller must be told, or it would send its next request there.
    boolean mayBreakOff() {
        return broken
                || (!complete
                        && (length() > FIRST_BYTES || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING)));
    }

    /// Discards the rest of the body within limits. Otherwise a caller that sends everything before it reads
    /// would find the connection broken instead of the response.
    void discardRest() {
        if (broken || (!demanded && request.getHeaders().contains(HttpHeader.EXPECT))) {
            // nothing more will arrive, or the caller awaits permission to send it
            return;
        }
        long until = System.nanoTime() + DISCARD_TIME.toNanos();
        try {
            for (long discarded = 0; !complete && discarded <= MAX_BYTES; ) {
                var chunk = next(until);
                discarded += chunk.remaining();
                complete = chunk.isLast();
                chunk.release();
            }
        } catch (Failure e) {
            // Jetty then closes the connection
        }
    }
}
