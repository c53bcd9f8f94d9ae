package stockroom.client;

import java.time.Duration;

/// Is called on the thread of a call that waits, retries or corrects its clock. It never gets secret or token.
public interface StockroomListener {
    /// The server refused a timestamp. From now on the client adds the offset to this machine's clock.
    default void clockCorrected(Duration offset) {}

    /// A call failed temporarily and is repeated after the pause. Attempts count from 1.
    default void retrying(String path, int attempt, Duration pause, StockroomException failure) {}

    /// A request that changes stock waits until the platform accepts the next one.
    default void waitingForTurn(Duration pause) {}

    /// Another process with the same application and account took the turn.
    default void turnTaken(Duration pause) {}
}
