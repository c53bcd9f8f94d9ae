package stockroom.http;

@FunctionalInterface
public interface Endpoint {
    Answer answer(Request request);

    /// Redirects a person's browser from a path without content. Programs get the answer of an unknown path.
    record Redirect(String path) implements Endpoint {
        @Override
        public Answer answer(Request request) {
            return new Answer.Redirect(path);
        }
    }
}
