package stockroom.testing.database;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import stockroom.database.DatabaseAddress;
import stockroom.testing.machine.ProcessTree;

public final class PostgresProcess {
    private final DatabaseAddress address;
    private ProcessHandle postmaster;
    private final List<String> command;

    public PostgresProcess(DatabaseAddress address) {
        this.address = address;
        this.postmaster = postmaster();
        this.command = new ArrayList<>(List.of(postmaster.info().command().orElseThrow()));
        command.addAll(List.of(postmaster.info().arguments().orElseThrow()));
        // PostgreSQL refuses to run as root, so this repeats how it was started
        if (System.getProperty("user.name").equals("root")) {
            command.addAll(0, List.of("unshare", "--user"));
        }
    }

    private ProcessHandle postmaster() {
        return ProcessHandle.of(Long.parseLong(TestDatabase.query(
                        address, "SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'")))
                .flatMap(ProcessHandle::parent)
                .orElseThrow();
    }

    public boolean isAlive() {
        return postmaster.isAlive();
    }

    public void freeze() {
        new ProcessTree(postmaster).signal("-STOP");
    }

    public void resume() {
        new ProcessTree(postmaster).signal("-CONT");
    }

    public void kill() {
        var processes = new ProcessTree(postmaster);
        var all = processes.all().toList();
        processes.signal("-KILL");
        await().atMost(60, SECONDS).until(() -> all.stream().noneMatch(ProcessHandle::isAlive));
    }

    /// Starts it again after a kill, and returns the moment when it responds.
    public long start() {
        try {
            new ProcessBuilder(command)
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        await().atMost(60, SECONDS)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .until(this::answers);
        long answered = System.nanoTime();
        postmaster = postmaster();
        return answered;
    }

    private boolean answers() {
        try {
            return TestDatabase.query(address, "SELECT 1").equals("1");
        } catch (IllegalStateException e) {
            return false;
        }
    }
}
