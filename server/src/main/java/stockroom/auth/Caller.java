package stockroom.auth;

import java.time.Instant;

public record Caller(MerchantId merchant, long account, long application, OwnLimits limits, Instant tokenExpiresAt) {
    /// Has default limits and no token.
    public Caller(MerchantId merchant, long account, long application) {
        this(merchant, account, application, OwnLimits.NONE, Instant.MAX);
    }

    @Override
    public String toString() {
        return "merchant " + merchant.value() + ", account " + account + ", application " + application;
    }
}
