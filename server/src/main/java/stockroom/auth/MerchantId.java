package stockroom.auth;

/// The tenant. First parameter of every store method, first condition of every statement.
public record MerchantId(long value) {}
