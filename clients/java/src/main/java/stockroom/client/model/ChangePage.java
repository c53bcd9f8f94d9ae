package stockroom.client.model;

import java.util.List;

/// What has changed after a cursor.
///
/// @param pushes in the order of their numbers
/// @param cursor where to go on
/// @param more whether there is more already
public record ChangePage(List<Push> pushes, String cursor, boolean more) {
    public ChangePage {
        pushes = List.copyOf(pushes);
    }
}
