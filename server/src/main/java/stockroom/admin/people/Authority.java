package stockroom.admin.people;

import java.util.List;

/// Decides what the holder of some grants may grant to others and take from them. Only the highest role of a
/// place grants in it, so nobody grants more than they hold. The platform's role `write` also grants in all
/// merchants and applications.
public record Authority(List<Grant> held) {
    /// Applies to inviting, to ending memberships and to ending invitations alike.
    public boolean mayChange(Place place) {
        return switch (place.kind()) {
            case PLATFORM -> holds(Role.KEYS, place);
            case MERCHANT -> holds(Role.OWNER, place) || holds(Role.WRITE, Place.PLATFORM);
            case APPLICATION -> holds(Role.PROGRAMMER, place) || holds(Role.WRITE, Place.PLATFORM);
        };
    }

    /// Whoever has a reset link gets all that the person holds, so making one needs the highest role of all.
    public boolean mayReset() {
        return holds(Role.KEYS, Place.PLATFORM);
    }

    private boolean holds(Role role, Place place) {
        var needed = new Grant(role, place);
        return held.stream().anyMatch(own -> own.includes(needed));
    }
}
