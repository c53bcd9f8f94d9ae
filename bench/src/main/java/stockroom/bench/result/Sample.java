package stockroom.bench.result;

/// One request of the open loop.
///
/// @param due when it should have been sent, in nanoseconds of any clock
/// @param micros the time from then to its answer
public record Sample(long due, long micros) {}
