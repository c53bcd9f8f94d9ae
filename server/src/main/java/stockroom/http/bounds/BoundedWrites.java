package stockroom.http.bounds;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingNestedCallback;
import org.jspecify.annotations.Nullable;

/// Sends a long response in parts. The JDK copies everything passed to a write before it knows how little the
/// connection accepts, so unread responses written whole would keep the processors copying.
public final class BoundedWrites extends Response.Wrapper {
    private static final int MAX_BYTES = 64 << 10;

    public BoundedWrites(Request request, Response response) {
        super(request, response);
    }

    @Override
    public void write(boolean last, @Nullable ByteBuffer content, Callback callback) {
        if (content == null || content.remaining() <= MAX_BYTES) {
            super.write(last, content, callback);
            return;
        }
        if (last && !isCommitted()) {
            getHeaders().put(HttpHeader.CONTENT_LENGTH, content.remaining());
        }
        new Parts(last, content, callback).iterate();
    }

    private final class Parts extends IteratingNestedCallback {
        private final boolean last;
        private final ByteBuffer content;

        private Parts(boolean last, ByteBuffer content, Callback callback) {
            super(callback);
            this.last = last;
            this.content = content;
        }

        @Override
        protected Action process() {
            if (!content.hasRemaining()) {
                return Action.SUCCEEDED;
            }
            var part = content.slice(content.position(), Math.min(MAX_BYTES, content.remaining()));
            content.position(content.position() + part.remaining());
            getWrapped().write(last && !content.hasRemaining(), part, this);
            return Action.SCHEDULED;
        }
    }
}
