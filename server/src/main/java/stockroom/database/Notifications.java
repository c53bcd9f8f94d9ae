package stockroom.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Hears what other nodes say through the database (`LISTEN`/`NOTIFY`), over a connection of its own.
public final class Notifications implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Notifications.class);
    private static final Duration RETRY = Duration.ofSeconds(1);
    private static final int POLL_MILLIS = 10_000;

    private final DatabaseAddress address;
    private final String channel;
    private final Consumer<String> heard;
    private final Runnable mayHaveMissedSome;
    private final Thread thread;
    private final CountDownLatch listening = new CountDownLatch(1);
    private volatile boolean closed;

    /// @param mayHaveMissedSome called after each (re)connect: what was said in between is lost
    public Notifications(DatabaseAddress address, String channel, Consumer<String> heard, Runnable mayHaveMissedSome) {
        this.address = address;
        this.channel = channel;
        this.heard = heard;
        this.mayHaveMissedSome = mayHaveMissedSome;
        this.thread = Thread.ofPlatform().daemon().name("notifications").start(this::listenForEver);
    }

    /// Waits until it hears, or for so long.
    public Notifications awaitHearing(Duration longest) {
        try {
            if (!listening.await(longest.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("not hearing notifications yet");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return this;
    }

    /// Tells every node, this one too, once the transaction is committed.
    public static void send(Handle handle, String channel, String what) {
        handle.createQuery("SELECT pg_notify(:channel, :what)::text")
                .bind("channel", channel)
                .bind("what", what)
                .mapTo(String.class)
                .one();
    }

    private void listenForEver() {
        while (!closed) {
            try (Connection connection = DriverManager.getConnection(address.url(), address.properties())) {
                listen(connection);
            } catch (SQLException e) {
                if (!closed) {
                    LOG.warn("not hearing notifications for the moment: {}", e.getMessage());
                    pause();
                }
            }
        }
    }

    private void listen(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("LISTEN " + channel);
        }
        mayHaveMissedSome.run();
        listening.countDown();
        var postgres = connection.unwrap(PGConnection.class);
        while (!closed) {
            for (var notification : postgres.getNotifications(POLL_MILLIS)) {
                heard.accept(notification.getParameter());
            }
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
