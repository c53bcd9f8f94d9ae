package stockroom.http;

/// One path of the interface.
@FunctionalInterface
public interface Endpoint {
    Answer answer(Request request);
}
