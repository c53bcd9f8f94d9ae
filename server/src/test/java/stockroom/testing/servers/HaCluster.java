package stockroom.testing.servers;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import stockroom.database.DatabaseAddress;
import stockroom.testing.database.TestDatabase;
import stockroom.testing.http.SimpleHttp;
import stockroom.testing.machine.Repository;
import stockroom.testing.platform.Platform;

/// Controls the platform of `scripts/with-ha`: three etcd, three PostgreSQL under Patroni, numbered from 1, and
/// HAProxy in front of two servers, which the trial starts.
public final class HaCluster {
    private static final String USER = "stockroom";
    private static final String PASSWORD = "SERVER_PASSWORD";
    private static final int MACHINES = 3;

    private final List<String> postgres = words("HA_POSTGRES");
    private final List<String> patroni = words("HA_PATRONI");
    private final List<String> servers = words("HA_SERVERS");
    private final String url = variable("HA_DATABASE");

    public DatabaseAddress address() {
        return new DatabaseAddress(url + "?targetServerType=primary", USER, PASSWORD);
    }

    public DatabaseAddress address(int machine) {
        return new DatabaseAddress(
                "jdbc:postgresql://127.0.0.1:%s/stockroom?connectTimeout=1&socketTimeout=1&loginTimeout=1"
                        .formatted(postgres.get(machine - 1)),
                USER,
                PASSWORD);
    }

    /// Starts a node in this process, to prepare and inspect data.
    public Platform platform() {
        return Platform.on(
                address(),
                Map.of(
                        "STOCKROOM_DATABASE_PASSWORD",
                        PASSWORD,
                        "STOCKROOM_DATABASE_OWNER",
                        TestDatabase.OWNER,
                        "STOCKROOM_DATABASE_OWNER_PASSWORD",
                        "OWNER_PASSWORD"));
    }

    public ServerProcess server(int number, Platform platform) {
        var ports = List.of(servers.get(number - 1).split(":", -1));
        var settings = new HashMap<>(platform.environment());
        settings.put("STOCKROOM_DATABASE_URL", url);
        settings.put(
                "STOCKROOM_SETTINGS",
                Repository.path("deploy/ha/stockroom.properties").toString());
        settings.put("STOCKROOM_PORT", ports.get(0));
        settings.put("STOCKROOM_HEALTH_PORT", ports.get(1));
        settings.put("STOCKROOM_ADMIN_PORT", "0");
        return new ServerProcess(settings);
    }

    public String url() {
        return "http://127.0.0.1:" + variable("HA_PROXY");
    }

    /// Tells whether a machine can be written to; fails if it does not respond.
    public boolean isWritable(int machine) {
        return TestDatabase.query(address(machine), "SELECT NOT pg_is_in_recovery()")
                .equals("t");
    }

    public int primary() {
        return await().atMost(1, MINUTES)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> machineThatIs("primary"), OptionalInt::isPresent)
                .orElseThrow();
    }

    public int synchronousStandby() {
        return await().atMost(1, MINUTES)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> machineThatIs("synchronous"), OptionalInt::isPresent)
                .orElseThrow();
    }

    /// Waits until a primary has two streaming standbys, one of them synchronous.
    public void awaitWhole() {
        await().atMost(2, MINUTES)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> machineThatIs("primary").isPresent()
                        && machineThatIs("synchronous").isPresent()
                        && IntStream.rangeClosed(1, MACHINES)
                                        .filter(machine -> is(machine, "replica?lag=1MB"))
                                        .count()
                                == MACHINES - 1);
    }

    private OptionalInt machineThatIs(String role) {
        return IntStream.rangeClosed(1, MACHINES)
                .filter(machine -> is(machine, role))
                .findFirst();
    }

    private boolean is(int machine, String role) {
        try {
            return SimpleHttp.get("http://127.0.0.1:%s/%s".formatted(patroni.get(machine - 1), role))
                            .status()
                    == 200;
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    public void tell(String verb, String member) {
        try {
            var process = new ProcessBuilder(
                            Repository.path("scripts/ha-member").toString(), verb, member)
                    .inheritIO()
                    .start();
            if (process.waitFor() != 0) {
                throw new IllegalStateException("ha-member %s %s failed".formatted(verb, member));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static List<String> words(String name) {
        return List.of(variable(name).split(" "));
    }

    private static String variable(String name) {
        return Objects.requireNonNull(System.getenv(name), () -> name + " (expected: as scripts/with-ha sets it)");
    }
}
