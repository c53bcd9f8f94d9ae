package stockroom.bench.result;

/// A request of the open loop: when it was due, in nanoseconds of any clock, and the time from then to its response.
public record Sample(long due, long micros) {}
