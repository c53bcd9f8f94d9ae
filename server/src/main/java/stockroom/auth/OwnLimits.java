package stockroom.auth;

import java.util.OptionalInt;

/// Limits that an operator has set for a caller's account or merchant; empty ones are as for everyone. Whoever counts
/// against them counts exactly, as ever; that one was changed every node knows within a second.
public record OwnLimits(OptionalInt detailsPerDay, OptionalInt productsPerStore, OptionalInt readsPerSecond) {
    public static final OwnLimits NONE = new OwnLimits(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty());

    /// What is empty here is taken from the others.
    public OwnLimits or(OwnLimits others) {
        return new OwnLimits(
                detailsPerDay.isPresent() ? detailsPerDay : others.detailsPerDay,
                productsPerStore.isPresent() ? productsPerStore : others.productsPerStore,
                readsPerSecond.isPresent() ? readsPerSecond : others.readsPerSecond);
    }
}
