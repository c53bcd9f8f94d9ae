package stockroom.cli.importing;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import stockroom.cli.connect.AdminClient;
import stockroom.cli.connect.AdminOptions;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.shell.ExitCode;
import stockroom.cli.shell.OnInterrupt;
import stockroom.cli.shell.Progress;
import stockroom.cli.show.Values;
import stockroom.cli.transfer.Checkpoint;
import stockroom.cli.transfer.RejectedLinesFile;
import stockroom.cli.transfer.Totals;

final class ImportReport implements AutoCloseable {
    private final AdminOptions admin;
    private final Checkpoint begin;
    private final Progress progress;
    private final Instant started = Instant.now();

    ImportReport(AdminOptions admin, String name, Checkpoint begin) {
        this.admin = admin;
        this.begin = begin;
        var shell = admin.shell();
        if (begin.line() > 0) {
            shell.err()
                    .println("Resuming after line %s of %s, where an earlier run ended; --restart starts over."
                            .formatted(Values.count(begin.line()), name));
        }
        this.progress = Progress.ofBytes(
                shell, "Importing", begin.offset(), begin.subject().size());
    }

    int run(AdminClient client, ProductSource source, RejectedLinesFile rejects, @Nullable Path checkpointFile)
            throws IOException {
        var files = new ProductImport.Files(source, rejects, begin, checkpointFile);
        var products = new ProductImport(client, files, this::acknowledged, this::waiting);
        try (var _ = new OnInterrupt(admin.shell(), () -> stopped(products, checkpointFile))) {
            var totals = products.run();
            progress.close();
            summary(totals, rejects);
            return totals.rejected() == 0 ? ExitCode.DONE : ExitCode.SOME_REJECTED;
        } catch (CommandFailure e) {
            progress.close();
            throw new CommandFailure(e.exitCode(), e.getMessage() + "\n" + stopped(products, checkpointFile));
        }
    }

    private void acknowledged(Checkpoint now) {
        progress.stepTo(now.offset());
        progress.note("%s products/s".formatted(Values.count(rate(now.totals()))));
    }

    private void waiting(String words) {
        progress.say(words);
        if (!admin.shell().terminals().err()) {
            admin.shell().err().println(words);
        }
    }

    private long rate(Totals totals) {
        double seconds = Duration.between(started, Instant.now()).toMillis() / 1000.0;
        return Math.round((totals.all() - begin.totals().all()) / Math.max(seconds, 0.001));
    }

    private void summary(Totals totals, RejectedLinesFile rejects) {
        var out = admin.shell().out();
        var taken = Duration.between(started, Instant.now());
        if (!admin.isForPeople()) {
            admin.print(AdminOptions.body()
                    .put("created", totals.created())
                    .put("updated", totals.updated())
                    .put("unchanged", totals.unchanged())
                    .put("rejected", totals.rejected())
                    .put("seconds", taken.toMillis() / 1000.0));
            return;
        }
        var now = Values.count(totals.all() - begin.totals().all());
        var speed = Values.count(rate(totals));
        admin.shell().screen().say("%s products in %s s, %s a second".formatted(now, Values.seconds(taken), speed));
        out.println("created    %12s".formatted(Values.count(totals.created())));
        out.println("updated    %12s".formatted(Values.count(totals.updated())));
        out.println("unchanged  %12s".formatted(Values.count(totals.unchanged())));
        var where = totals.rejected() == 0 ? "" : "  see " + rejects.path();
        admin.shell().screen().say("rejected   %12s%s".formatted(Values.count(totals.rejected()), where));
    }

    private static String stopped(ProductImport products, @Nullable Path checkpointFile) {
        var line = Values.count(products.checkpoint().line());
        var resume = checkpointFile == null ? "" : "; the same command resumes from there";
        return "Everything up to line %s was imported%s.".formatted(line, resume);
    }

    @Override
    public void close() {
        progress.close();
    }
}
