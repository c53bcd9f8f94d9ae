package stockroom.client.internal.http;

import java.lang.System.Logger.Level;
import java.time.Duration;
import stockroom.client.StockroomException;
import stockroom.client.StockroomListener;

/// Writes the events of a client to a log of the program.
public record LoggingListener(System.Logger log) implements StockroomListener {
    @Override
    public void responseReceived(String path, int status, String requestId, Duration time) {
        log.log(
                Level.DEBUG,
                () -> "%s: HTTP %d in %d ms (requestId %s)".formatted(path, status, time.toMillis(), requestId));
    }

    @Override
    public void warning(String path, String at, String message) {
        log.log(Level.WARNING, () -> "%s: %s".formatted(path, message));
    }

    @Override
    public void clockCorrected(Duration offset) {
        log.log(Level.WARNING, () -> "the clock is corrected by %d s, to the server's".formatted(offset.toSeconds()));
    }

    @Override
    public void retrying(String path, int attempt, Duration pause, StockroomException failure) {
        log.log(
                Level.WARNING,
                () -> "%s: attempt %d failed, next in %d ms: %s"
                        .formatted(path, attempt, pause.toMillis(), failure.getMessage()));
    }

    @Override
    public void waitingForTurn(Duration pause) {
        log.log(Level.DEBUG, () -> "waiting %d ms for the turn".formatted(pause.toMillis()));
    }

    @Override
    public void turnTaken(Duration pause) {
        log.log(
                Level.INFO,
                () -> "another process took the turn, the next one is in %d ms".formatted(pause.toMillis()));
    }
}
