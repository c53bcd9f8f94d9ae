package stockroom.auth;

/// Who sends a request, once that is proven.
public record Caller(MerchantId merchant, long account, long application) {
    @Override
    public String toString() {
        return "merchant " + merchant.value() + ", account " + account + ", application " + application;
    }
}
