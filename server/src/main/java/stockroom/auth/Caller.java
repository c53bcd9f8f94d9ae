package stockroom.auth;

/// Who sends a request, once that is proven.
///
/// @param merchantHash of the merchant's id, as PostgreSQL computes it: by it a cluster's nodes have the merchants
public record Caller(MerchantId merchant, long account, long application, int merchantHash, OwnLimits limits) {
    /// With the limits of everyone.
    public Caller(MerchantId merchant, long account, long application, int merchantHash) {
        this(merchant, account, application, merchantHash, OwnLimits.NONE);
    }

    @Override
    public String toString() {
        return "merchant " + merchant.value() + ", account " + account + ", application " + application;
    }
}
