package stockroom.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Receives notifications of other nodes on its own connection (`LISTEN`/`NOTIFY`). It notifies itself once a
/// second, since a lost connection or a pooler that drops notifications would otherwise go unnoticed.
public final class Notifications implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Notifications.class);
    private static final Duration RETRY = Duration.ofSeconds(1);
    private static final Duration HEARTBEAT = Duration.ofSeconds(1);

    private final DatabaseAddress address;
    private final Map<String, Consumer<String>> heard;
    private final String heartbeatChannel =
            "stockroom_heartbeat_" + UUID.randomUUID().toString().replace("-", "");

    private final Runnable onConnected;
    private final Runnable onDisconnected;
    private final Thread thread;
    private final CountDownLatch listening = new CountDownLatch(1);
    private volatile boolean connected;
    private volatile boolean closed;

    /// `onConnected` is called after each connect, since notifications before it are lost.
    public Notifications(
            DatabaseAddress address,
            Map<String, Consumer<String>> heard,
            Runnable onConnected,
            Runnable onDisconnected) {
        this.address = address;
        this.heard = Map.copyOf(heard);
        this.onConnected = onConnected;
        this.onDisconnected = onDisconnected;
        this.thread = Thread.ofPlatform().daemon().name("notifications").start(this::listenForEver);
    }

    public Notifications awaitConnected(Duration longest) {
        try {
            if (!listening.await(longest.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("the server starts without notifications from other nodes");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return this;
    }

    /// Notifies every node, including this one, when the transaction commits.
    public static void send(Handle handle, String channel, String what) {
        handle.createQuery("SELECT pg_notify(:channel, :what)::text")
                .bind("channel", channel)
                .bind("what", what)
                .mapTo(String.class)
                .one();
    }

    private void listenForEver() {
        while (!closed) {
            try (Connection connection = Connector.to(address.url()).open(address.properties(HEARTBEAT))) {
                for (var channel : heard.keySet()) {
                    execute(connection, "LISTEN " + channel);
                }
                execute(connection, "LISTEN " + heartbeatChannel);
                awaitOwnNotification(connection);
                listen(connection);
            } catch (SQLException | RuntimeException e) {
                if (!closed) {
                    LOG.warn("cannot receive notifications, retrying: {}", e.getMessage());
                    pause();
                }
            }
        }
    }

    private void listen(Connection connection) throws SQLException {
        onConnected.run();
        connected = true;
        listening.countDown();
        try {
            while (!closed) {
                // the heartbeat is due even if notifications never pause
                long until = System.nanoTime() + HEARTBEAT.toNanos();
                for (long left = HEARTBEAT.toNanos(); left > 0; left = until - System.nanoTime()) {
                    hear(connection, Duration.ofNanos(left));
                }
                awaitOwnNotification(connection);
            }
        } finally {
            connected = false;
            onDisconnected.run();
        }
    }

    public boolean isConnected() {
        return connected;
    }

    private void awaitOwnNotification(Connection connection) throws SQLException {
        execute(connection, "NOTIFY " + heartbeatChannel);
        long until = System.nanoTime() + HEARTBEAT.toNanos();
        while (!hear(connection, Duration.ofNanos(until - System.nanoTime()))) {
            if (System.nanoTime() >= until) {
                throw new SQLException("the node does not hear its own notification"
                        + " (expected: a connection that keeps its session; a pooler in transaction mode does not)");
            }
        }
    }

    /// Delivers notifications for up to the given time. Returns whether the heartbeat was among them.
    private boolean hear(Connection connection, Duration longest) throws SQLException {
        boolean own = false;
        // 0 would wait without limit
        int millis = (int) Math.max(1, longest.toMillis());
        for (var notification : connection.unwrap(PGConnection.class).getNotifications(millis)) {
            if (notification.getName().equals(heartbeatChannel)) {
                own = true;
            } else {
                Objects.requireNonNull(heard.get(notification.getName())).accept(notification.getParameter());
            }
        }
        return own;
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void pause() {
        try {
            Thread.sleep(RETRY);
        } catch (InterruptedException e) {
            closed = true;
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
