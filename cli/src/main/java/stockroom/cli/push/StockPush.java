package stockroom.cli.push;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import stockroom.cli.connect.AdminOptions;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.shell.ExitCode;
import stockroom.cli.shell.OnInterrupt;
import stockroom.cli.shell.Progress;
import stockroom.cli.shell.Shell;
import stockroom.cli.show.Text;
import stockroom.cli.show.Values;
import stockroom.cli.transfer.RejectedLine;
import stockroom.cli.transfer.RejectedLinesFile;
import stockroom.client.CreateOptions;
import stockroom.client.CreateProgress;
import stockroom.client.CreateReport;
import stockroom.client.CreateStockException;
import stockroom.client.EntryState;
import stockroom.client.NotAuthenticatedException;
import stockroom.client.RateLimitedException;
import stockroom.client.RejectedEntry;
import stockroom.client.StockPlan;
import stockroom.client.StockroomClient;
import stockroom.client.StockroomException;
import stockroom.client.StockroomListener;
import stockroom.client.UnavailableException;

/// Runs a push and reports its progress.
final class StockPush implements StockroomListener {
    private final Shell shell;
    private final boolean json;
    private final boolean dryRun;
    private final @Nullable String reference;
    private final Instant started = Instant.now();
    private @Nullable Progress progress;
    private volatile @Nullable PushCheckpoint note;
    private long earlier;

    StockPush(Shell shell, boolean json, boolean dryRun, @Nullable String reference) {
        this.shell = shell;
        this.json = json;
        this.dryRun = dryRun;
        this.reference = reference;
    }

    /// Returns the exit code. Without a note file, the push cannot be resumed.
    int run(
            StockroomClient client,
            StockFile.Content content,
            PushCheckpoint begin,
            RejectedLinesFile rejects,
            @Nullable Path noteFile)
            throws IOException {
        var plan = StockPlan.of(content.entries());
        note = begin;
        earlier = begin.written();
        if (begin.requests() > 0) {
            shell.err()
                    .println("Resuming after request %d of %d, where an earlier run ended; --restart starts over."
                            .formatted(begin.requests(), plan.requests()));
        } else {
            rejects.append(content.rejects());
            // not in the file yet, because there is nothing to resume before the first request is done
            keep(begin, 0, 0, lines(content.rejects()), rejects, null);
        }
        var options = CreateOptions.defaults()
                .withReference(reference)
                .withStartingAt(begin.requests())
                .withProgress(told -> acknowledged(told, content, rejects, noteFile));
        var report = create(client, plan, begin, dryRun ? options.asDryRun() : options, noteFile);
        summary(report, plan, rejects);
        return current().rejected() == 0 ? ExitCode.DONE : ExitCode.SOME_REJECTED;
    }

    private CreateReport create(
            StockroomClient client,
            StockPlan plan,
            PushCheckpoint begin,
            CreateOptions options,
            @Nullable Path noteFile) {
        try (var bar = bar(begin, plan);
                var _ = new OnInterrupt(shell, () -> stopped(plan, noteFile))) {
            progress = bar;
            return client.createStock(plan, options);
        } catch (CreateStockException e) {
            var why = e.getCause();
            throw new CommandFailure(
                    exitCode(why),
                    Text.plain(String.valueOf(why.getMessage())) + "\n" + stopped(plan, noteFile)
                            // another token may be that of another merchant
                            + (why instanceof NotAuthenticatedException
                                            && noteFile != null
                                            && current().requests() > 0
                                    ? " With a new token add --restart."
                                    : ""));
        } finally {
            progress = null;
        }
    }

    private Progress bar(PushCheckpoint begin, StockPlan plan) {
        var task = dryRun ? "Checking" : "Pushing";
        return Progress.ofPaced(shell, task, begin.requests(), plan.requests());
    }

    private PushCheckpoint current() {
        return Objects.requireNonNull(note);
    }

    /// Writes the rejects first: a resumed push truncates them to the length in the note.
    private void acknowledged(
            CreateProgress told, StockFile.Content content, RejectedLinesFile rejects, @Nullable Path noteFile) {
        var rejected = told.rejected().stream()
                .map(each -> reject(each, content))
                .distinct()
                .sorted(RejectedLine.BY_LINE)
                .toList();
        try {
            rejects.append(rejected);
            keep(current(), told.requestsDone(), earlier + told.entriesWritten(), lines(rejected), rejects, noteFile);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (progress != null) {
            progress.note(
                    "%s entries  %s left".formatted(Values.count(current().written()), Values.clock(told.timeLeft())));
            progress.stepTo(told.requestsDone());
        }
    }

    private static RejectedLine reject(RejectedEntry rejected, StockFile.Content content) {
        return new RejectedLine(
                content.lines().get(rejected.index()), column(rejected.code()), Text.plain(rejected.reason()));
    }

    private static String column(String code) {
        return switch (code) {
            case "PRODUCT_UNKNOWN", "PRODUCT_FULL", "ID_INVALID" -> "productId";
            case "ART_NO_UNKNOWN" -> "artNo";
            case "COLOR_INVALID", "COLORS_TOO_MANY" -> "color";
            case "SIZE_INVALID", "SIZE_RANGE_TOO_LONG" -> "size";
            case "STOCK_INVALID" -> "stock";
            case "BAR_CODE_INVALID" -> "barCode";
            default -> "";
        };
    }

    private static long lines(List<RejectedLine> rejects) {
        return rejects.stream().mapToLong(RejectedLine::line).distinct().count();
    }

    private void keep(
            PushCheckpoint before,
            int requests,
            long written,
            long rejectedMore,
            RejectedLinesFile rejects,
            @Nullable Path noteFile)
            throws IOException {
        note = new PushCheckpoint(
                before.subject(), requests, written, before.rejected() + rejectedMore, rejects.length());
        if (noteFile != null) {
            current().write(noteFile);
        }
    }

    private void summary(CreateReport report, StockPlan plan, RejectedLinesFile rejects) {
        var taken = Duration.between(started, Instant.now());
        var done = current();
        if (json) {
            shell.out()
                    .println(AdminOptions.body()
                            .put(dryRun ? "checked" : "written", done.written())
                            .put("rejectedLines", done.rejected())
                            .put("requests", plan.requests())
                            .put("requestsSent", report.requests())
                            .put("seconds", taken.toMillis() / 1000.0));
            return;
        }
        var out = shell.out();
        var now = Values.count(report.count(dryRun ? EntryState.CHECKED : EntryState.WRITTEN));
        var requests = Values.count(report.requests());
        shell.screen()
                .say("%s entries of this run in %s requests, %s s".formatted(now, requests, Values.seconds(taken)));
        var written = dryRun ? "would be written" : "written";
        out.println("%-16s  %12s".formatted(written, Values.count(done.written())));
        var where = done.rejected() == 0 ? "" : "  see " + rejects.path();
        shell.screen().say("lines rejected    %12s%s".formatted(Values.count(done.rejected()), where));
    }

    private String stopped(StockPlan plan, @Nullable Path noteFile) {
        var resume = noteFile == null ? "" : "; the same command resumes from there";
        return "%d of %d requests are done%s.".formatted(current().requests(), plan.requests(), resume);
    }

    private static int exitCode(StockroomException why) {
        return switch (why) {
            case NotAuthenticatedException _ -> ExitCode.NOT_ALLOWED;
            case UnavailableException _ -> ExitCode.UNREACHABLE;
            case RateLimitedException _ -> ExitCode.UNREACHABLE;
            default -> ExitCode.REFUSED;
        };
    }

    @Override
    public void clockCorrected(Duration offset) {
        say("This machine's clock is %d seconds %s the server's; calls are signed with the server's time."
                .formatted(offset.abs().toSeconds(), offset.isNegative() ? "ahead of" : "behind"));
    }

    @Override
    public void warning(String path, String at, String message) {
        say(Text.plain(message));
    }

    @Override
    public void retrying(String path, int attempt, Duration pause, StockroomException failure) {
        say("attempt %d failed (%s); again in %s s"
                .formatted(attempt, Text.plain(failure.reason()), Values.seconds(pause)));
    }

    @Override
    public void turnTaken(Duration pause) {
        if (progress != null) {
            progress.note("another program of this account pushes too");
        }
    }

    private void say(String words) {
        if (progress != null && shell.terminals().err()) {
            progress.say(words);
        } else {
            shell.err().println(words);
        }
    }
}
