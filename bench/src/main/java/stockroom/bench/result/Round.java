package stockroom.bench.result;

import org.jspecify.annotations.Nullable;
import stockroom.bench.process.CpuTime;

/// One round of a workload. Processor time is in microseconds per request.
///
/// @param bare transactions per second without the server; null if there is nothing to compare with
/// @param service requests per second
/// @param resident bytes of the server's memory after the round
public record Round(@Nullable Double bare, @Nullable CpuTime bareCpu, double service, CpuTime cpu, long resident) {

    @Nullable
    Double ratio() {
        return bare == null ? null : service / bare;
    }

    public double bareDatabase() {
        return bareCpu == null ? Double.NaN : bareCpu.database();
    }

    public double serverCpu() {
        return cpu.server();
    }

    public double databaseCpu() {
        return cpu.database();
    }

    /// Returns the processor time of a request without the load generator.
    public double cost() {
        return cpu.server() + cpu.database();
    }
}
