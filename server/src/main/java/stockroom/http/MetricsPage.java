package stockroom.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/// Concurrent requests share one page, because rendering it takes milliseconds of a processor.
final class MetricsPage extends Handler.Abstract {
    private final Supplier<String> page;
    private final ReentrantLock making = new ReentrantLock();
    private Made made = new Made(new byte[0], System.nanoTime());

    @SuppressWarnings("ArrayRecordComponent") // nobody compares or changes pages
    private record Made(byte[] text, long begun) {}

    MetricsPage(Supplier<String> page) {
        this.page = page;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        if (!HttpMethod.GET.is(request.getMethod())
                || !"/metrics".equals(request.getHttpURI().getPath())) {
            return false;
        }
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8");
        response.write(true, ByteBuffer.wrap(page()), callback);
        return true;
    }

    private byte[] page() {
        long asked = System.nanoTime();
        making.lock();
        try {
            if (made.begun - asked <= 0) {
                long begun = System.nanoTime();
                made = new Made(page.get().getBytes(StandardCharsets.UTF_8), begun);
            }
            return made.text;
        } finally {
            making.unlock();
        }
    }
}
