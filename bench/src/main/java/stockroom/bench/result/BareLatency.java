package stockroom.bench.result;

/// How long bare statements took that came at a steady rate, in milliseconds from the moment each was due.
///
/// @param rate statements a second
/// @param medianTenthP99 the p99 of each tenth of a second, and of these the median
public record BareLatency(double rate, double p50, double p99, double medianTenthP99) {}
