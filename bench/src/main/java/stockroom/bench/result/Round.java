package stockroom.bench.result;

import org.jspecify.annotations.Nullable;
import stockroom.bench.process.CpuTime;

/// Holds one round of a workload. Processor time is in microseconds per request.
///
/// @param bare transactions a second without the server; null if there is nothing to compare with
/// @param service requests a second
/// @param resident bytes of the server's memory after the round
public record Round(@Nullable Double bare, @Nullable CpuTime bareCpu, double service, CpuTime cpu, long resident) {

    @Nullable
    Double ratio() {
        return bare == null ? null : service / bare;
    }

    /// Returns the processor time of the bare statement, if it was measured.
    public double bareDatabase() {
        return bareCpu == null ? Double.NaN : bareCpu.database();
    }

    public double serverCpu() {
        return cpu.server();
    }

    public double databaseCpu() {
        return cpu.database();
    }

    /// Returns what a request costs the platform, without the load generator.
    public double cost() {
        return cpu.server() + cpu.database();
    }
}
