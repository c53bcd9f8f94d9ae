package stockroom.bench;

import org.jspecify.annotations.Nullable;

/// One round of a work. CPU is in microseconds a request.
///
/// @param bare transactions a second without us; null where there is nothing to compare with
/// @param service requests a second
/// @param resident bytes of the server's memory after it
record Round(@Nullable Double bare, @Nullable Cpu bareCpu, double service, Cpu cpu, long resident) {

    @Nullable
    Double ratio() {
        return bare == null ? null : service / bare;
    }

    /// What the statement alone costs the database, where it was measured.
    double bareDatabase() {
        return bareCpu == null ? Double.NaN : bareCpu.database();
    }

    /// What a request costs the platform; the load's own part is ours to pay.
    double cost() {
        return cpu.server() + cpu.database();
    }
}
