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
    /// After so much silence it asks whether the connection is still there.
    private static final int SILENCE_MILLIS = 500;
    private static final int ANSWER_SECONDS = 1;

    private final DatabaseAddress address;
    private final String channel;
    private final Consumer<String> heard;
    private final Runnable hearing;
    private final Runnable deaf;
    private final Thread thread;
    private final CountDownLatch listening = new CountDownLatch(1);
    private volatile boolean closed;

    /// @param hearing called after each (re)connect: what was said in between is lost
    /// @param deaf called when the connection is lost: from now on nothing is heard
    public Notifications(
            DatabaseAddress address, String channel, Consumer<String> heard, Runnable hearing, Runnable deaf) {
        this.address = address;
        this.channel = channel;
        this.heard = heard;
        this.hearing = hearing;
        this.deaf = deaf;
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
                    deaf.run();
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
        hearing.run();
        listening.countDown();
        var postgres = connection.unwrap(PGConnection.class);
        while (!closed) {
            var heardNow = postgres.getNotifications(SILENCE_MILLIS);
            for (var notification : heardNow) {
                heard.accept(notification.getParameter());
            }
            if (heardNow.length == 0 && !connection.isValid(ANSWER_SECONDS)) {
                throw new SQLException("the connection is gone");
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
