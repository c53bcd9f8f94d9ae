package stockroom.testing.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import stockroom.database.DatabaseAddress;
import stockroom.testing.machine.ProcessTree;

public record ClusterNode(String name, String host, int port) {
    private static final Path FOLDER = Path.of(System.getenv("CITUS_FOLDER"));

    public static ClusterNode coordinator() {
        return new ClusterNode("coordinator", System.getenv("PGHOST"), Integer.parseInt(System.getenv("PGPORT")));
    }

    public static List<ClusterNode> workers() {
        var workers = System.getenv("CITUS_WORKERS").split(" ", -1);
        return List.of(of("worker-1", workers[0]), of("worker-2", workers[1]));
    }

    /// Returns a node that is not started and not yet part of the cluster.
    public static ClusterNode spare() {
        return of("spare", System.getenv("CITUS_SPARE"));
    }

    private static ClusterNode of(String name, String hostAndPort) {
        var parts = hostAndPort.split(":", -1);
        return new ClusterNode(name, parts[0], Integer.parseInt(parts[1]));
    }

    public String hostAndPort() {
        return host + ":" + port;
    }

    public DatabaseAddress database(String database) {
        return new DatabaseAddress(
                "jdbc:postgresql://%s/%s".formatted(hostAndPort(), database), System.getenv("PGUSER"), "");
    }

    public void start() {
        run(List.of(FOLDER.resolve("start").toString(), name));
    }

    public void kill() {
        signal("-9");
    }

    /// Stops responding, with open connections, until thawed.
    public void freeze() {
        signal("-STOP");
    }

    public void thaw() {
        signal("-CONT");
    }

    private void signal(String which) {
        try {
            var pid = Files.readAllLines(FOLDER.resolve(name).resolve("postmaster.pid"))
                    .getFirst();
            new ProcessTree(ProcessHandle.of(Long.parseLong(pid)).orElseThrow()).signal(which);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void run(List<String> command) {
        try {
            var process = new ProcessBuilder(command).inheritIO().start();
            if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IllegalStateException("failed: " + String.join(" ", command));
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
