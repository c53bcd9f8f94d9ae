package stockroom.auth;

/// Who sends a request, once that is proven.
public record Caller(MerchantId merchant, long account, long application) {}
