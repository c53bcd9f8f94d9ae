package stockroom.client;

import java.time.Duration;

/// Called when the client waits, retries or corrects its clock, on the thread of the call. Never gets the secret or
/// the token.
public interface StockroomListener {
    /// The server refused the time a call was signed with; from now on the client signs with the server's time.
    ///
    /// @param offset what is added to this machine's clock
    default void clockCorrected(Duration offset) {}

    /// A call failed temporarily, and is made again.
    ///
    /// @param attempt the one that failed, from 1
    /// @param pause until the next one
    default void retrying(String path, int attempt, Duration pause, StockroomException failure) {}

    /// A request that changes stock waits until the platform accepts the next one.
    default void waitingForTurn(Duration pause) {}

    /// Another process with the same application and account took the turn.
    default void turnTaken(Duration pause) {}
}
