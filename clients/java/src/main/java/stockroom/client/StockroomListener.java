package stockroom.client;

import java.time.Duration;
import stockroom.client.internal.http.LoggingListener;

/// Is called on the thread of a call that waits, retries or corrects its clock. It never gets secret or token.
/// An exception that it throws ends the call, which may have been carried out.
public interface StockroomListener {
    /// Returns a listener that writes each event to a log, such as `System.getLogger("stockroom")`.
    static StockroomListener logging(System.Logger log) {
        return new LoggingListener(log);
    }

    /// A response came, whatever its status. The request id is empty if it is not one of Stockroom.
    default void responseReceived(String path, int status, String requestId, Duration time) {}

    /// The server does not know a name in the request and ignored it. `at` is its place, such as `[1].barcod`.
    default void warning(String path, String at, String message) {}

    /// The server refused a timestamp. From now on the client adds the offset to this machine's clock.
    default void clockCorrected(Duration offset) {}

    /// A call failed temporarily and is repeated after the pause. Attempts count from 1.
    default void retrying(String path, int attempt, Duration pause, StockroomException failure) {}

    /// A request that changes stock waits until the platform accepts the next one.
    default void waitingForTurn(Duration pause) {}

    /// Another process with the same application and account took the turn.
    default void turnTaken(Duration pause) {}
}
