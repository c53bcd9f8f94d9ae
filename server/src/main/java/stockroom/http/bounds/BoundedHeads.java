package stockroom.http.bounds;

import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.internal.HttpConnection;

/// HTTP/1 with a bound on the number of headers that are kept. Jetty bounds their size alone, and 1,300 headers of six
/// bytes take twenty times their size in memory. A request that has more is refused as a whole; what decides where it
/// ends, Jetty has read by itself.
///
/// Between requests that have come already, others run. A virtual thread keeps its processor until it waits, and some
/// requests wait for nothing: as many connections as there are processors would have them all.
public final class BoundedHeads extends HttpConnectionFactory {
    public static final int MAX_HEADERS = 100;

    public BoundedHeads(HttpConfiguration configuration) {
        super(configuration);
    }

    @Override
    public Connection newConnection(Connector connector, EndPoint endPoint) {
        return configure(new Counting(getHttpConfiguration(), connector, endPoint), connector, endPoint);
    }

    private static final class Counting extends HttpConnection {
        private boolean another;

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
                public void parsedHeader(HttpField field) {
                    // one more tells that there were too many
                    if (++headers <= MAX_HEADERS + 1) {
                        super.parsedHeader(field);
                    }
                }

                @Override
                public void parsedTrailer(HttpField field) {
                    // nobody looks at one
                }
            };
        }
    }
}
