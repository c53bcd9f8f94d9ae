package stockroom.http;

import java.util.Optional;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

final class HealthPages extends Handler.Abstract {
    private final Supplier<Optional<String>> whyNotReady;

    HealthPages(Supplier<Optional<String>> whyNotReady) {
        this.whyNotReady = whyNotReady;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        if (!HttpMethod.GET.is(request.getMethod()) && !HttpMethod.HEAD.is(request.getMethod())) {
            return false;
        }
        switch (request.getHttpURI().getPath()) {
            case "/health/live" -> send(HttpStatus.OK_200, "alive", response, callback);
            case "/health/ready" ->
                whyNotReady
                        .get()
                        .ifPresentOrElse(
                                why -> send(HttpStatus.SERVICE_UNAVAILABLE_503, why, response, callback),
                                () -> send(HttpStatus.OK_200, "ready", response, callback));
            case null, default -> {
                return false;
            }
        }
        return true;
    }

    static void send(int status, String line, Response response, Callback callback) {
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain; charset=utf-8");
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        Content.Sink.write(response, true, line + "\n", callback);
    }
}
