package stockroom.http;

import io.helidon.common.socket.SocketOptions;
import java.net.SocketException;
import java.net.SocketOption;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// Options of the sockets we accept: nobody may hold one for ever without a word. Helidon 4.5 leaves its own read
/// timeout unset on accepted sockets.
record QuietSockets(Duration longestSilence) implements SocketOptions {
    private static final SocketOptions USUAL =
            SocketOptions.builder().tcpNoDelay(true).build();

    @Override
    public void configureSocket(SocketChannel channel) {
        USUAL.configureSocket(channel);
        try {
            channel.socket().setSoTimeout(Math.toIntExact(longestSilence.toMillis()));
        } catch (SocketException e) {
            // closed already; the first read finds out
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
