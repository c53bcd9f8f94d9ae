package stockroom.auth;

/// Is the first parameter of every store method and the first condition of every statement.
public record MerchantId(long value) {}
