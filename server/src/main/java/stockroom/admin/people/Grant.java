package stockroom.admin.people;

public record Grant(Role role, Place place) {
    public Grant {
        if (role.kind() != place.kind()) {
            throw new IllegalArgumentException("role %s in %s".formatted(role, place));
        }
    }

    /// Returns whether this grant allows what `other` does, in the same place.
    public boolean includes(Grant other) {
        return role.includes(other.role) && place.equals(other.place);
    }
}
