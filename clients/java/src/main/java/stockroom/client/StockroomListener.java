package stockroom.client;

import java.time.Duration;

/// Told what the client does by itself, on the thread of the call. It is never told the secret or the token.
public interface StockroomListener {
    /// The server refused the time a call was signed with; from now on the client signs with the server's.
    ///
    /// @param offset what is added to this machine's clock
    default void clockCorrected(Duration offset) {}

    /// A call failed in a way that passes, and is made again.
    ///
    /// @param attempt the one that failed, from 1
    /// @param pause until the next one
    default void retrying(String path, int attempt, Duration pause, StockroomException failure) {}

    /// A create-stock request waits until the platform takes the next one.
    default void waitingForTurn(Duration pause) {}

    /// The turn was someone else's: another process uses the same application and account.
    default void turnTaken(Duration pause) {}
}
