package stockroom.commands;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Parameters;
import stockroom.config.Settings;
import stockroom.retention.AuditArchive;

@Command(
        name = "archive-audit",
        description = "Moves audit entries older than retention.audit-days to a file while servers run.")
public final class ArchiveAuditCommand implements Callable<Integer> {
    private final Supplier<Settings> settings;

    @Parameters(paramLabel = "DIRECTORY", description = "The folder that the file is written to.")
    private Path directory = Path.of("");

    public ArchiveAuditCommand(Supplier<Settings> settings) {
        this.settings = settings;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        var given = settings.get();
        try (var database = new Databases(given.database()).openAsOwner(1)) {
            var moved = new AuditArchive(database, given.retention().auditDays()).run(directory);
            System.err.println(moved.map(it -> "moved %d entries to %s".formatted(it.entries(), it.file()))
                    .orElse("no entry is old enough"));
        }
        return ExitCode.OK;
    }
}
