package stockroom.commands;

import java.util.function.Supplier;
import picocli.CommandLine.Command;
import stockroom.config.Settings;

@Command(name = "migrate", description = "Migrates the database's schema to this version.")
public final class MigrateCommand implements Runnable {
    private final Supplier<Settings> settings;

    public MigrateCommand(Supplier<Settings> settings) {
        this.settings = settings;
    }

    @Override
    public void run() {
        new Databases(settings.get().database()).migrate();
    }
}
