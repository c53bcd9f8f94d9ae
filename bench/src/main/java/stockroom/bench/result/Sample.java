package stockroom.bench.result;

/// One request of a steady load.
///
/// @param due when it should have been sent, in nanoseconds of any clock
/// @param micros from then to its answer
public record Sample(long due, long micros) {}
