package stockroom.http;

@FunctionalInterface
public interface Endpoint {
    Answer answer(Request request);

    /// Redirects a browser. Programs get the response of an unknown path.
    record Redirect(String path) implements Endpoint {
        @Override
        public Answer answer(Request request) {
            return new Answer.Redirect(path);
        }
    }
}
