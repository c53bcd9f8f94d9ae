package stockroom.testing.database;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import stockroom.database.DatabaseAddress;

/// Drops all data between a server and its database on request, like a firewall that has lost its table: connections
/// stay open, and those that lost data stay dead afterwards.
public final class BlackHole implements AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);

    private final DatabaseAddress database;
    private final URI target;
    private final ServerSocket listener;
    private final List<Pipe> pipes = new CopyOnWriteArrayList<>();
    private final AtomicInteger accepted = new AtomicInteger();
    private volatile boolean swallowing;

    private static final class Pipe {
        private final Socket near;
        private final Socket far = new Socket();
        private volatile boolean dead;

        Pipe(Socket near) {
            this.near = near;
        }
    }

    public BlackHole(DatabaseAddress database) {
        this.database = database;
        this.target = URI.create(database.url().substring("jdbc:".length()));
        try {
            this.listener = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    public DatabaseAddress address() {
        var url = database.url().replaceFirst("//[^/]+/", "//127.0.0.1:%d/".formatted(listener.getLocalPort()));
        return new DatabaseAddress(url, database.user(), database.password());
    }

    public void swallow() {
        swallowing = true;
        pipes.forEach(pipe -> pipe.dead = true);
    }

    public void repair() {
        swallowing = false;
    }

    public int accepted() {
        return accepted.get();
    }

    private void accept() {
        try {
            while (true) {
                var pipe = new Pipe(listener.accept());
                accepted.incrementAndGet();
                pipe.dead = swallowing;
                pipes.add(pipe);
                Thread.ofVirtual().start(() -> connect(pipe));
            }
        } catch (IOException e) {
            // the listener was closed
        }
    }

    private void connect(Pipe pipe) {
        try {
            pipe.far.connect(
                    new InetSocketAddress(target.getHost(), target.getPort()), (int) CONNECT_TIMEOUT.toMillis());
            copy(pipe, pipe.near.getInputStream(), pipe.far.getOutputStream());
            copy(pipe, pipe.far.getInputStream(), pipe.near.getOutputStream());
        } catch (IOException e) {
            close(pipe);
        }
    }

    private void copy(Pipe pipe, InputStream from, OutputStream to) {
        Thread.ofVirtual().start(() -> {
            var buffer = new byte[64 << 10];
            try {
                for (int length = from.read(buffer); length >= 0; length = from.read(buffer)) {
                    if (!pipe.dead) {
                        to.write(buffer, 0, length);
                        to.flush();
                    }
                }
            } catch (IOException e) {
                // one end is closed
            }
            if (!pipe.dead) {
                close(pipe);
            }
        });
    }

    private void close(Pipe pipe) {
        pipes.remove(pipe);
        try (pipe.near;
                pipe.far) {
            // closes both ends
        } catch (IOException e) {
            // already closed
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        pipes.forEach(this::close);
    }
}
