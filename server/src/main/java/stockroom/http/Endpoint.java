package stockroom.http;

@FunctionalInterface
public interface Endpoint {
    Answer answer(Request request);

    /// Leads a person's browser from a path where there is nothing to one where there is. To a program it is no path.
    ///
    /// @param path where to
    record Redirect(String path) implements Endpoint {
        @Override
        public Answer answer(Request request) {
            return new Answer.Redirect(path);
        }
    }
}
