package stockroom.bench;

/// How long bare statements took that came at a steady rate, in milliseconds from the moment each was due.
///
/// @param rate statements a second
record BareLatency(double rate, double p50, double p99) {}
