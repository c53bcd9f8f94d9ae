package stockroom.testing.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;

/// Finds a port for a process that cannot report its own.
public final class FreePort {
    private FreePort() {}

    public static int pick() {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
