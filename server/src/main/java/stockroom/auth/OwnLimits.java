package stockroom.auth;

import java.util.OptionalInt;

/// An empty limit means the default.
public record OwnLimits(OptionalInt detailsPerDay, OptionalInt productsPerStore, OptionalInt readsPerSecond) {
    public static final OwnLimits NONE = new OwnLimits(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty());

    public OwnLimits or(OwnLimits others) {
        return new OwnLimits(
                detailsPerDay.isPresent() ? detailsPerDay : others.detailsPerDay,
                productsPerStore.isPresent() ? productsPerStore : others.productsPerStore,
                readsPerSecond.isPresent() ? readsPerSecond : others.readsPerSecond);
    }
}
