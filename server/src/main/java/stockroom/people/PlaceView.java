package stockroom.people;

/// Shows a membership. `counts` is false if this session or address does not open it.
public record PlaceView(String name, String role, String path, boolean counts, boolean mayChange) {}
