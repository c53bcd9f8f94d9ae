package stockroom.commands;

import java.util.function.Supplier;
import picocli.CommandLine.Command;
import stockroom.admin.people.PeopleRetentionStore;
import stockroom.catalog.ledger.RestoreStore;
import stockroom.config.Settings;

/// Refuses cursors issued before the restore, skips the numbers that lost pushes may have had, and ends the
/// sessions and links of people.
@Command(name = "after-restore", description = "Prepares a restored database for use, once: see docs/backup.md.")
public final class AfterRestoreCommand implements Runnable {
    private final Supplier<Settings> settings;

    public AfterRestoreCommand(Supplier<Settings> settings) {
        this.settings = settings;
    }

    @Override
    public void run() {
        try (var database = new Databases(settings.get().database()).openAsOwner(1)) {
            new RestoreStore(database).startAnew();
            new PeopleRetentionStore(database).endAllAfterRestore();
        }
    }
}
