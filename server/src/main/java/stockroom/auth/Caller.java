package stockroom.auth;

/// Who sends a request, once that is proven.
public record Caller(MerchantId merchant, long account, long application, OwnLimits limits) {
    /// With the limits of everyone.
    public Caller(MerchantId merchant, long account, long application) {
        this(merchant, account, application, OwnLimits.NONE);
    }

    @Override
    public String toString() {
        return "merchant " + merchant.value() + ", account " + account + ", application " + application;
    }
}
