using System;

namespace Stockroom
{
    /// <summary>
    /// Limits the retries after a temporary failure: a lost connection, HTTP 429, 502, 503 or 504. No other failure is
    /// retried. The pause before an attempt is what Retry-After asks for and a random part, so that callers that failed
    /// at the same time do not all come back at the same time.
    /// </summary>
    public sealed class RetryPolicy
    {
        /// <summary>Creates a policy.</summary>
        /// <param name="maxAttempts">The number of attempts, including the first.</param>
        /// <param name="firstPause">The upper bound of the first random pause; it doubles with each attempt.</param>
        /// <param name="maxPause">The upper bound of all random pauses.</param>
        /// <param name="maxDuration">The time since the first failure in which the last attempt begins. The client does
        /// not wait for a longer Retry-After.</param>
        public RetryPolicy(int maxAttempts, TimeSpan firstPause, TimeSpan maxPause, TimeSpan maxDuration)
        {
            MaxAttempts = maxAttempts >= 1 ? maxAttempts
                : throw new ArgumentOutOfRangeException(nameof(maxAttempts), maxAttempts, "expected: at least 1");
            FirstPause = NotNegative(nameof(firstPause), firstPause);
            MaxPause = NotNegative(nameof(maxPause), maxPause);
            MaxDuration = NotNegative(nameof(maxDuration), maxDuration);
        }

        /// <summary>Gets a policy that never retries.</summary>
        public static RetryPolicy None { get; } = new RetryPolicy(1, TimeSpan.Zero, TimeSpan.Zero, TimeSpan.Zero);

        /// <summary>Gets a policy of 6 attempts in half a minute, for calls that someone waits for.</summary>
        public static RetryPolicy Default { get; } = new RetryPolicy(
            6, TimeSpan.FromSeconds(0.2), TimeSpan.FromSeconds(5), TimeSpan.FromSeconds(30));

        /// <summary>Gets a policy of 30 attempts in two minutes, in which a server can restart.</summary>
        public static RetryPolicy Bulk { get; } = new RetryPolicy(
            30, TimeSpan.FromSeconds(0.5), TimeSpan.FromSeconds(15), TimeSpan.FromMinutes(2));

        /// <summary>Gets the number of attempts, including the first.</summary>
        public int MaxAttempts { get; }

        /// <summary>Gets the upper bound of the first random pause.</summary>
        public TimeSpan FirstPause { get; }

        /// <summary>Gets the upper bound of all random pauses.</summary>
        public TimeSpan MaxPause { get; }

        /// <summary>Gets the time since the first failure in which the last attempt begins.</summary>
        public TimeSpan MaxDuration { get; }

        private static TimeSpan NotNegative(string name, TimeSpan time) =>
            time >= TimeSpan.Zero ? time : throw new ArgumentOutOfRangeException(name, time, "expected: not negative");
    }
}
