package stockroom.http.bounds;

import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.internal.HttpConnection;

/// Limits the number of headers. Jetty limits only their size, and 1,300 headers of six bytes take twenty times
/// their size in memory. Jetty still reads the headers that determine where a refused request ends. Also yields
/// between pipelined requests, since a virtual thread keeps its processor until it blocks.
public final class BoundedHeads extends HttpConnectionFactory {
    public static final int MAX_HEADERS = 100;

    private static final int MAX_AHEAD = 4;

    public BoundedHeads(HttpConfiguration configuration) {
        super(configuration);
    }

    /// Returns whether the caller has sent more requests ahead of their responses than it needs.
    public static boolean areTooManyAhead(ConnectionMetaData connection) {
        return connection.getConnection() instanceof Counting counting && counting.ahead > MAX_AHEAD;
    }

    @Override
    public Connection newConnection(Connector connector, EndPoint endPoint) {
        return configure(new Counting(getHttpConfiguration(), connector, endPoint), connector, endPoint);
    }

    private static final class Counting extends HttpConnection {
        private boolean another;
        private int ahead;

        Counting(HttpConfiguration configuration, Connector connector, EndPoint endPoint) {
            super(configuration, connector, endPoint);
        }

        @Override
        public void onFillable() {
            another = false;
            super.onFillable();
        }

        @Override
        protected RequestHandler newRequestHandler() {
            return new RequestHandler() {
                private int headers;

                @Override
                @SuppressWarnings("ThreadPriorityCheck")
                public void startRequest(String method, String uri, HttpVersion version) {
                    if (another) {
                        Thread.yield();
                    }
                    another = true;
                    headers = 0;
                    super.startRequest(method, uri, version);
                }

                @Override
                public boolean messageComplete() {
                    ahead = isRequestBufferEmpty() ? 0 : ahead + 1;
                    return super.messageComplete();
                }

                @Override
                public void parsedHeader(HttpField field) {
                    // keeps one more than allowed, which shows that there were too many
                    if (++headers <= MAX_HEADERS + 1) {
                        super.parsedHeader(field);
                    }
                }

                @Override
                public void parsedTrailer(HttpField field) {
                    // trailers are ignored
                }
            };
        }
    }
}
