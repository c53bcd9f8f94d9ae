package stockroom.commands;

import java.util.function.Supplier;
import picocli.CommandLine.Command;
import stockroom.config.Settings;
import stockroom.database.schema.Distribution;

@Command(
        name = "distribute",
        description = "Migrates the schema and distributes the tables over a Citus cluster: see docs/cluster.md.")
public final class DistributeCommand implements Runnable {
    private final Supplier<Settings> settings;

    public DistributeCommand(Supplier<Settings> settings) {
        this.settings = settings;
    }

    @Override
    public void run() {
        var databases = new Databases(settings.get().database());
        databases.migrate();
        var user = databases.settings().user();
        var spread = Distribution.run(databases.ownersAddress(), user);
        System.out.printf(
                "%s. They are on %d nodes (%s), and role %s may use them on each.%n",
                spread.tables() + spread.functions() == 0
                        ? "All tables and functions were distributed before"
                        : "Distributed %d tables and %d functions".formatted(spread.tables(), spread.functions()),
                spread.nodes().size(),
                String.join(", ", spread.nodes()),
                user);
    }
}
