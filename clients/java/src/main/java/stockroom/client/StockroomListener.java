package stockroom.client;

import java.time.Duration;

/// Is called when the client waits, retries or corrects its clock, on the thread of the call. It never gets the
/// secret or the token.
public interface StockroomListener {
    /// The server refused a call's timestamp; from now on the client signs with the server's time.
    ///
    /// @param offset is added to this machine's clock
    default void clockCorrected(Duration offset) {}

    /// A call failed temporarily and will be repeated.
    ///
    /// @param attempt the attempt that failed, from 1
    /// @param pause the wait before the next attempt
    default void retrying(String path, int attempt, Duration pause, StockroomException failure) {}

    /// A request that changes stock waits until the platform accepts the next one.
    default void waitingForTurn(Duration pause) {}

    /// Another process with the same application and account took the turn.
    default void turnTaken(Duration pause) {}
}
