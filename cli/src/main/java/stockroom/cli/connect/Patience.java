package stockroom.cli.connect;

import java.time.Duration;

/// How long an answer is waited for, and how often a request that may be repeated is sent.
public record Patience(Duration answer, int attempts, Duration firstPause, Duration longestPause) {
    /// A change is sent once: whether a lost answer was a yes is for a person to look up.
    public static final Patience ONCE = new Patience(Duration.ofSeconds(30), 1, Duration.ZERO, Duration.ZERO);

    public static final Patience READING =
            new Patience(Duration.ofSeconds(30), 4, Duration.ofMillis(300), Duration.ofSeconds(5));

    /// Long enough for a server to be restarted: about two minutes.
    public static final Patience IMPORTING =
            new Patience(Duration.ofMinutes(2), 12, Duration.ofMillis(500), Duration.ofSeconds(15));

    /// @param attempt the one that failed, from 1
    Duration pauseAfter(int attempt) {
        var pause = firstPause.multipliedBy(1L << Math.min(attempt - 1, 20));
        return pause.compareTo(longestPause) > 0 ? longestPause : pause;
    }
}
