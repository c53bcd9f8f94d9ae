package stockroom.http;

/// Leads a person's browser from a path where there is nothing to one where there is. To a program it is no path.
///
/// @param path where to
public record Redirect(String path) implements Endpoint {
    @Override
    public Answer answer(Request request) {
        return new Answer.Redirect(path);
    }
}
