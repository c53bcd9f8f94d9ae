package stockroom.bench.result;

import org.jspecify.annotations.Nullable;
import stockroom.bench.process.CpuTime;

/// One round of a workload. CPU is in microseconds a request.
///
/// @param bare transactions a second without us; null where there is nothing to compare with
/// @param service requests a second
/// @param resident bytes of the server's memory after it
public record Round(@Nullable Double bare, @Nullable CpuTime bareCpu, double service, CpuTime cpu, long resident) {

    @Nullable
    Double ratio() {
        return bare == null ? null : service / bare;
    }

    /// What the statement alone costs the database, where it was measured.
    public double bareDatabase() {
        return bareCpu == null ? Double.NaN : bareCpu.database();
    }

    public double serverCpu() {
        return cpu.server();
    }

    public double databaseCpu() {
        return cpu.database();
    }

    /// What a request costs the platform; the load's own part is ours to pay.
    public double cost() {
        return cpu.server() + cpu.database();
    }
}
