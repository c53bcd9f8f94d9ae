package stockroom.commands;

import java.util.function.Supplier;
import picocli.CommandLine.Command;
import stockroom.config.Settings;
import stockroom.database.schema.Distribution;

@Command(
        name = "distribute",
        description = "Migrates, and spreads the tables over the nodes of a Citus cluster: see docs/cluster.md.")
public final class DistributeCommand implements Runnable {
    private final Supplier<Settings> settings;

    public DistributeCommand(Supplier<Settings> settings) {
        this.settings = settings;
    }

    @Override
    public void run() {
        var databases = new Databases(settings.get().database());
        databases.migrate();
        Distribution.run(databases.ownersAddress(), databases.settings().user());
    }
}
