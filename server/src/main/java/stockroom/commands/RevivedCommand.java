package stockroom.commands;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Parameters;
import stockroom.admin.credentials.EndedReader;
import stockroom.admin.credentials.RevivedStore;
import stockroom.config.Settings;

@Command(
        name = "revived",
        description = "Prints commands that repeat revocations and suspensions after a restore: see docs/backup.md.")
public final class RevivedCommand implements Callable<Integer> {
    private final Supplier<Settings> settings;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Server logs, or rows of the audit log as JSON.")
    private List<Path> files = List.of();

    public RevivedCommand(Supplier<Settings> settings) {
        this.settings = settings;
    }

    @Override
    public Integer call() throws IOException {
        var ended = new EndedReader();
        for (var file : files) {
            // everything that is searched for is ASCII, and other bytes must not cause a failure
            try (var lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
                ended.read(lines);
            }
        }
        try (var database = new Databases(settings.get().database()).open()) {
            var commands = new RevivedStore(database).commands(ended);
            commands.forEach(System.out::println);
            // the counts show if a file is of another kind, which would look as if nothing had been ended
            System.err.printf(
                    "%d lines, %d of them changes by operators; %d commands%n",
                    ended.lines(), ended.changes(), commands.size());
        }
        return ExitCode.OK;
    }
}
