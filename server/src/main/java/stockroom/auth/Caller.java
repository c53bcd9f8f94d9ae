package stockroom.auth;

import java.time.Instant;

/// Who sends a request, once that is proven.
///
/// @param tokenExpiresAt when the token of the request does
public record Caller(MerchantId merchant, long account, long application, OwnLimits limits, Instant tokenExpiresAt) {
    /// With the limits of everyone, and without a token.
    public Caller(MerchantId merchant, long account, long application) {
        this(merchant, account, application, OwnLimits.NONE, Instant.MAX);
    }

    @Override
    public String toString() {
        return "merchant " + merchant.value() + ", account " + account + ", application " + application;
    }
}
