package stockroom.client.model;

import java.util.List;

/// The changes after a cursor.
///
/// @param pushes in the order of their numbers
/// @param cursor continues behind this page
/// @param more whether further changes exist already
public record ChangePage(List<Push> pushes, String cursor, boolean more) {
    public ChangePage {
        pushes = List.copyOf(pushes);
    }
}
