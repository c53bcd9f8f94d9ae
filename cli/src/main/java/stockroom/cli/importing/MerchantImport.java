package stockroom.cli.importing;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import stockroom.cli.connect.AdminOptions;
import stockroom.cli.importing.MerchantCheckpoint.Totals;
import stockroom.cli.importing.MerchantFile.Line;
import stockroom.cli.importing.MerchantSteps.RefusedLine;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.shell.ExitCode;
import stockroom.cli.shell.OnInterrupt;
import stockroom.cli.shell.Progress;
import stockroom.cli.show.Values;
import stockroom.cli.transfer.BadCell;
import stockroom.cli.transfer.RejectedLine;
import stockroom.cli.transfer.RejectedLinesFile;

/// Imports merchants line by line. Tokens are on the disk before the checkpoint that covers them.
final class MerchantImport {
    /// A checkpoint is written after this many lines.
    private static final int BATCH = 50;

    private final AdminOptions admin;
    private final MerchantSteps steps;
    private final Files files;
    private final boolean resumed;
    private final Instant started = Instant.now();
    private final List<TokensFile.Issued> issued = new ArrayList<>();
    private final List<RejectedLine> rejected = new ArrayList<>();
    private Totals totals;
    private volatile MerchantCheckpoint checkpoint;

    record Files(MerchantFile.Content content, RejectedLinesFile rejects, TokensFile tokens, Path progress) {}

    MerchantImport(AdminOptions admin, MerchantSteps steps, Files files, MerchantCheckpoint begin) {
        this.admin = admin;
        this.steps = steps;
        this.files = files;
        this.resumed = begin.tokensLength() > 0;
        this.checkpoint = begin;
        this.totals = begin.totals();
    }

    int run() throws IOException {
        if (resumed) {
            admin.shell()
                    .err()
                    .println("Resuming after line %s, where an earlier run ended; --restart starts over."
                            .formatted(line()));
        } else {
            rejected.addAll(files.content.rejects());
            totals = new Totals(0, 0, 0, 0, rejected.size());
            save(0);
        }
        int begin = checkpoint.lines();
        var lines = files.content.lines();
        try (var progress = new Progress(admin.shell(), "Importing", lines.size());
                var _ = new OnInterrupt(admin.shell(), this::stopped)) {
            for (int i = begin; i < lines.size(); i++) {
                try {
                    importLine(lines.get(i), resumed && i < begin + BATCH, words -> waiting(progress, words));
                } catch (CommandFailure e) {
                    save(i);
                    throw new CommandFailure(e.exitCode(), e.getMessage() + "\n" + stopped());
                }
                if ((i + 1) % BATCH == 0) {
                    save(i + 1);
                }
                progress.stepTo(i + 1);
            }
        }
        save(lines.size());
        summary();
        return totals.rejected() == 0 ? ExitCode.DONE : ExitCode.SOME_REJECTED;
    }

    private void waiting(Progress progress, String words) {
        progress.say(words);
        if (!admin.shell().terminals().err()) {
            admin.shell().err().println(words);
        }
    }

    /// @param perhapsDone whether an earlier run may have sent the line, whose token is then requested again
    private void importLine(Line line, boolean perhapsDone, Consumer<String> waiting) {
        long merchants = 0;
        long accounts = 0;
        long tokens = 0;
        int rejects = rejected.size();
        try {
            var merchant = steps.merchant(line, waiting);
            merchants = merchant.isNew() ? 1 : 0;
            var account = steps.account(line, merchant, waiting);
            accounts = account.isNew() ? 1 : 0;
            if (account.isNew() || perhapsDone || !steps.hasToken(account)) {
                issued.add(steps.token(line, account, waiting));
                tokens = 1;
            }
        } catch (BadCell e) {
            rejected.add(e.onLine(line.number()));
        } catch (RefusedLine e) {
            e.rejects(line.number()).forEach(rejected::add);
        }
        boolean isRejected = rejected.size() > rejects;
        boolean isUnchanged = !isRejected && tokens == 0;
        totals = totals.plus(new Totals(merchants, accounts, tokens, isUnchanged ? 1 : 0, isRejected ? 1 : 0));
    }

    private void save(int lines) throws IOException {
        files.rejects.append(rejected);
        rejected.clear();
        files.tokens.append(issued);
        issued.clear();
        checkpoint = new MerchantCheckpoint(
                checkpoint.subject(), checkpoint.run(), lines, totals, files.rejects.length(), files.tokens.length());
        checkpoint.write(files.progress);
    }

    private String line() {
        int done = checkpoint.lines();
        return done == 0
                ? "1"
                : Values.count(files.content.lines().get(done - 1).number());
    }

    private String stopped() {
        return "Everything up to line %s was imported; the same command resumes from there.".formatted(line());
    }

    private void summary() {
        var taken = Duration.between(started, Instant.now());
        if (!admin.isForPeople()) {
            admin.print(AdminOptions.body()
                    .put("merchants", totals.merchants())
                    .put("accounts", totals.accounts())
                    .put("tokens", totals.tokens())
                    .put("unchanged", totals.unchanged())
                    .put("rejected", totals.rejected())
                    .put("seconds", taken.toMillis() / 1000.0));
            return;
        }
        var screen = admin.shell().screen();
        screen.say(
                "%s lines in %s s".formatted(Values.count(files.content.lines().size()), Values.seconds(taken)));
        screen.say("merchants  %12s  added".formatted(Values.count(totals.merchants())));
        screen.say("accounts   %12s  added".formatted(Values.count(totals.accounts())));
        screen.say("tokens     %12s  issued, see %s".formatted(Values.count(totals.tokens()), files.tokens.path()));
        screen.say("unchanged  %12s  had a token".formatted(Values.count(totals.unchanged())));
        var where = totals.rejected() == 0 ? "" : "  see " + files.rejects.path();
        screen.say("rejected   %12s%s".formatted(Values.count(totals.rejected()), where));
    }
}
