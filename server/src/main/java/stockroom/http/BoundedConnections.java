package stockroom.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import io.helidon.http.HttpPrologue;
import io.helidon.http.Status;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.ProxyProtocolData;
import io.helidon.webserver.Router;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionListener;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/// HTTP/1.1 connections on which no request can take for ever to arrive, or grow without end. Helidon bounds headers
/// and payload, but neither the time a request takes (its read timeout has no effect on a server) nor the line that
/// holds a chunk's size. To Helidon, a caller beyond the bounds looks like one that hung up.
final class BoundedConnections implements ServerConnectionSelector {
    private final ServerConnectionSelector http1 = Http1ConnectionSelector.builder()
            .config(Http1Config.builder()
                    .validateRequestHeaders(true)
                    .addReceiveListener(new Http1ConnectionListener() {
                        @Override
                        public void prologue(ConnectionContext connection, HttpPrologue prologue) {
                            ((Connection) connection).requestBegins();
                        }
                    })
                    .addSendListener(new Http1ConnectionListener() {
                        @Override
                        public void status(ConnectionContext connection, Status status) {
                            ((Connection) connection).answered();
                        }
                    })
                    .build())
            .build();
    private final WatchedSockets sockets;
    private final Duration requestTime;
    private final long requestBytes;

    BoundedConnections(WatchedSockets sockets, Duration requestTime, long requestBytes) {
        this.sockets = sockets;
        this.requestTime = requestTime;
        this.requestBytes = requestBytes;
    }

    @Override
    public ServerConnection connection(ConnectionContext context) {
        return http1.connection(new Connection(context));
    }

    @Override
    public int bytesToIdentifyConnection() {
        return http1.bytesToIdentifyConnection();
    }

    @Override
    public Support supports(BufferData firstBytes) {
        return http1.supports(firstBytes);
    }

    @Override
    public Set<String> supportedApplicationProtocols() {
        return http1.supportedApplicationProtocols();
    }

    /// All of the context is Helidon's, but for the reader. Used by the connection's own thread alone.
    private final class Connection implements ConnectionContext {
        private final ConnectionContext context;
        private final WatchedSockets.Watched socket;
        private final DataReader reader;
        private boolean arriving;
        private long arrivingSince;
        private long arrived;

        Connection(ConnectionContext context) {
            this.context = context;
            this.socket = sockets.of(context);
            this.reader = DataReader.create(this::next);
        }

        void requestBegins() {
            arriving = true;
            arrivingSince = System.nanoTime();
            arrived = 0;
            // it may have come together with the one before
            socket.waitsForUs();
        }

        /// From here on the caller takes the answer, then the connection is idle, or what is left of a body is read and
        /// thrown away.
        void answered() {
            arriving = false;
            socket.waitsForAWord();
        }

        /// What comes next from the caller; null is the end.
        private byte @Nullable [] next() {
            if (arriving && (arrived > requestBytes || overdue())) {
                return null;
            }
            var source = context.dataReader();
            if (source.available() == 0) {
                if (arriving) {
                    socket.waitsForTheRest(arrivingSince);
                } else {
                    socket.waitsForAWord();
                }
                source.ensureAvailable();
            }
            if (arriving) {
                socket.waitsForUs();
            } else {
                requestBegins();
            }
            var bytes = source.readBytes(source.available());
            arrived += bytes.length;
            return bytes;
        }

        private boolean overdue() {
            return System.nanoTime() - arrivingSince > requestTime.toNanos();
        }

        @Override
        public DataReader dataReader() {
            return reader;
        }

        @Override
        public ListenerContext listenerContext() {
            return context.listenerContext();
        }

        @Override
        public ExecutorService executor() {
            return context.executor();
        }

        @Override
        public DataWriter dataWriter() {
            return context.dataWriter();
        }

        @Override
        public Router router() {
            return context.router();
        }

        @Override
        public Optional<ProxyProtocolData> proxyProtocolData() {
            return context.proxyProtocolData();
        }

        @Override
        public HelidonSocket serverSocket() {
            return context.serverSocket();
        }

        @Override
        public PeerInfo remotePeer() {
            return context.remotePeer();
        }

        @Override
        public PeerInfo localPeer() {
            return context.localPeer();
        }

        @Override
        public boolean isSecure() {
            return context.isSecure();
        }

        @Override
        public String socketId() {
            return context.socketId();
        }

        @Override
        public String childSocketId() {
            return context.childSocketId();
        }
    }
}
