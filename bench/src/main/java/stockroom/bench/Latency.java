package stockroom.bench;

/// How long requests took that came at a steady rate, in milliseconds from the moment each was due.
///
/// @param percent of the highest throughput
/// @param rate requests a second
/// @param cpu microseconds a request
record Latency(
        int percent,
        double rate,
        long requests,
        double p50,
        double p90,
        double p99,
        double p999,
        double max,
        Cpu cpu) {}
