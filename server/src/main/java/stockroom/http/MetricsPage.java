package stockroom.http;

import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/// `/metrics`, for Prometheus.
final class MetricsPage extends Handler.Abstract {
    private final Supplier<String> page;

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
        Content.Sink.write(response, true, page.get(), callback);
        return true;
    }
}
