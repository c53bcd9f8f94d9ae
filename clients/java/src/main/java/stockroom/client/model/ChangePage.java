package stockroom.client.model;

import java.util.List;

/// A page of changes in the order of their numbers. The cursor continues after it; `more` tells whether further
/// changes exist already.
public record ChangePage(List<Push> pushes, String cursor, boolean more) {
    public ChangePage {
        pushes = List.copyOf(pushes);
    }
}
