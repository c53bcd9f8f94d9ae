package stockroom.http;

import io.helidon.common.socket.SocketOptions;
import io.helidon.webserver.ConnectionContext;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The sockets a listener has accepted, watched so that nobody holds one for ever: neither by silence, nor by a
/// request that drips in, nor by an answer that is not read. A time limit on the socket itself would end silence too,
/// but costs every read of a virtual thread a timer (docs/decisions/0011), and Helidon 4.5 sets none.
final class WatchedSockets implements SocketOptions, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WatchedSockets.class);
    private static final SocketOptions USUAL =
            SocketOptions.builder().tcpNoDelay(true).build();

    private final Duration longestSilence;
    private final Duration requestTime;
    private final Map<Ends, Watched> open = new ConcurrentHashMap<>();
    private final Thread watch;

    WatchedSockets(Duration longestSilence, Duration requestTime) {
        this.longestSilence = longestSilence;
        this.requestTime = requestTime;
        this.watch = Thread.ofPlatform().daemon().name("connections").start(this::endOverdue);
    }

    /// Tells connections apart.
    private record Ends(SocketAddress local, SocketAddress remote) {}

    /// Whom a connection waits for.
    private enum Waiting {
        /// for a request to begin, or for the caller to take an answer
        FOR_A_WORD,
        FOR_THE_REST_OF_A_REQUEST,
        FOR_US
    }

    /// Called by Helidon for each socket it accepts, before anything else happens on it.
    @Override
    public void configureSocket(SocketChannel channel) {
        USUAL.configureSocket(channel);
        try {
            open.put(new Ends(channel.getLocalAddress(), channel.getRemoteAddress()), new Watched(channel));
        } catch (IOException e) {
            // closed already; the first read finds out
        }
    }

    /// The socket of a connection that has sent its first bytes.
    Watched of(ConnectionContext connection) {
        var socket = open.get(new Ends(
                connection.localPeer().address(), connection.remotePeer().address()));
        if (socket == null) {
            throw new IllegalStateException("a connection of a socket that is closed");
        }
        return socket;
    }

    private void endOverdue() {
        try {
            while (true) {
                Thread.sleep(Math.clamp(requestTime.toMillis() / 4, 10, 1_000));
                long now = System.nanoTime();
                try {
                    open.values().removeIf(socket -> socket.isClosedOrEnded(now));
                } catch (RuntimeException e) {
                    // without this watch connections would pile up until none is left
                    LOG.error("a connection could not be ended", e);
                }
            }
        } catch (InterruptedException e) {
            // closed
        }
    }

    @Override
    public void close() {
        watch.interrupt();
    }

    /// One socket. Told by the connection's own thread what it does, asked by [#watch].
    final class Watched {
        private final SocketChannel channel;
        private Waiting waiting = Waiting.FOR_A_WORD;
        private long since = System.nanoTime();

        private Watched(SocketChannel channel) {
            this.channel = channel;
        }

        synchronized void waitsForAWord() {
            waiting = Waiting.FOR_A_WORD;
            since = System.nanoTime();
        }

        /// @param begun when its first byte came
        synchronized void waitsForTheRest(long begun) {
            waiting = Waiting.FOR_THE_REST_OF_A_REQUEST;
            since = begun;
        }

        synchronized void waitsForUs() {
            waiting = Waiting.FOR_US;
        }

        private synchronized boolean isClosedOrEnded(long now) {
            if (channel.isOpen()) {
                var allowed = switch (waiting) {
                    case FOR_A_WORD -> longestSilence;
                    case FOR_THE_REST_OF_A_REQUEST -> requestTime;
                    case FOR_US -> null;
                };
                if (allowed == null || now - since <= allowed.toNanos()) {
                    return false;
                }
                end();
            }
            return true;
        }

        /// To Helidon it looks as if the caller had hung up.
        private void end() {
            try {
                channel.shutdownInput();
            } catch (IOException e) {
                // gone by itself
            }
            try {
                channel.shutdownOutput();
            } catch (IOException e) {
                // gone by itself
            }
        }
    }

    @Override
    public Map<SocketOption<?>, Object> socketOptions() {
        return USUAL.socketOptions();
    }

    @Override
    public Duration connectTimeout() {
        return USUAL.connectTimeout();
    }

    @Override
    public Duration readTimeout() {
        return longestSilence;
    }

    @Override
    public Optional<Integer> socketReceiveBufferSize() {
        return USUAL.socketReceiveBufferSize();
    }

    @Override
    public Optional<Integer> socketSendBufferSize() {
        return USUAL.socketSendBufferSize();
    }

    @Override
    public boolean socketReuseAddress() {
        return USUAL.socketReuseAddress();
    }

    @Override
    public boolean socketKeepAlive() {
        return USUAL.socketKeepAlive();
    }

    @Override
    public boolean tcpNoDelay() {
        return USUAL.tcpNoDelay();
    }
}
