package stockroom.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Invocable;

/// The body of one request, read within bounds of size, time and memory.
final class RequestBody {
    static final int MAX_BYTES = 4 << 20;
    /// Of a body that does not say how long it is.
    private static final int LIKELY_BYTES = 64 << 10;
    /// After this much time, a body must have come at the least rate on average.
    private static final Duration GRACE = Duration.ofSeconds(5);

    private static final int LEAST_BYTES_A_SECOND = 256 << 10;
    private static final Duration DISCARD_TIME = Duration.ofSeconds(2);

    private final Request request;
    private final BodyMemory memory;
    private final Duration readTimeout;
    private int taken;
    private boolean complete;
    private boolean broken;

    RequestBody(Request request, BodyMemory memory, Duration readTimeout) {
        this.request = request;
        this.memory = memory;
        this.readTimeout = readTimeout;
    }

    /// As announced; negative where it is not.
    long length() {
        return request.getLength();
    }

    byte[] read(int maxBytes) {
        if (length() > maxBytes) {
            throw new Failure.TooLarge(maxBytes);
        }
        int expected = length() < 0 ? Math.min(LIKELY_BYTES, maxBytes) : (int) length();
        taken = memory.take(expected);
        var bytes = new byte[expected];
        int length = 0;
        long until = System.nanoTime() + allowed().toNanos();
        while (!complete) {
            var chunk = next(until);
            try {
                int size = chunk.remaining();
                if (length + size > maxBytes) {
                    throw new Failure.TooLarge(maxBytes);
                }
                if (length + size > bytes.length) {
                    taken += memory.take(maxBytes - bytes.length);
                    bytes = Arrays.copyOf(bytes, maxBytes);
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

    /// The same of a body that is compressed; the bound holds for what it inflates to. Jetty 12.1's own inflating never
    /// ends where a body does before its time.
    byte[] inflate(int maxBytes) {
        var compressed = read(maxBytes);
        taken += memory.take(maxBytes);
        try (var inflated = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
            var bytes = inflated.readNBytes(maxBytes + 1);
            if (bytes.length > maxBytes) {
                throw new Failure.TooLarge(maxBytes);
            }
            return bytes;
        } catch (IOException e) {
            throw new Failure.BadRequest(Fault.of(Message.BODY_BROKEN));
        }
    }

    /// What can come at the least rate, but never more than the setting.
    private Duration allowed() {
        if (length() < 0) {
            return readTimeout;
        }
        var atLeastRate = GRACE.plusMillis(1_000 * length() / LEAST_BYTES_A_SECOND);
        return atLeastRate.compareTo(readTimeout) < 0 ? atLeastRate : readTimeout;
    }

    private Content.Chunk next(long until) {
        while (true) {
            var chunk = request.read();
            if (chunk == null) {
                await(until);
            } else if (Content.Chunk.isFailure(chunk)) {
                broken = true;
                throw failed(chunk.getFailure());
            } else {
                return chunk;
            }
        }
    }

    private void await(long until) {
        var available = new CountDownLatch(1);
        request.demand(Invocable.from(Invocable.InvocationType.NON_BLOCKING, available::countDown));
        try {
            if (!available.await(until - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                broken = true;
                throw new Failure.BadRequest(Fault.of(Message.BODY_TOO_SLOW));
            }
        } catch (InterruptedException e) {
            broken = true;
            Thread.currentThread().interrupt();
            throw new Failure.BadRequest(Fault.of(Message.BODY_BROKEN));
        }
    }

    private static Failure failed(Throwable cause) {
        return cause instanceof HttpException http && http.getCode() == HttpStatus.PAYLOAD_TOO_LARGE_413
                ? new Failure.TooLarge(MAX_BYTES)
                : new Failure.BadRequest(Fault.of(Message.BODY_BROKEN));
    }

    /// Once the request is answered. A caller that sends all of a refused body before it reads the answer would find
    /// the connection broken instead, so some of it is read and thrown away.
    void discardRest() {
        memory.giveBack(taken);
        taken = 0;
        if (broken || request.getHeaders().contains(HttpHeader.EXPECT)) {
            // nothing more will come, or what is to come has not been asked for
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
            // then Jetty closes the connection
        }
    }
}
