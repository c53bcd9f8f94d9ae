using System;
using System.Diagnostics;

namespace Stockroom
{
    /// The attempts of one call.
    internal sealed class Retries
    {
        internal const string TooSoon = "CREATE_TOO_SOON";
        private static readonly TimeSpan MaxTurnWait = TimeSpan.FromMinutes(10);

        private readonly RetryPolicy policy;
        private readonly Random random = new Random(Guid.NewGuid().GetHashCode());
        private Stopwatch? failing;
        private Stopwatch? waiting;

        internal Retries(RetryPolicy policy) => this.policy = policy;

        /// The number of the present attempt.
        internal int Attempt { get; private set; } = 1;

        internal TimeSpan Pause { get; private set; }

        /// Returns whether there is another attempt after this failure, and after the pause.
        internal bool Allow(StockroomException failure)
        {
            var asked = failure.RetryAfter ?? TimeSpan.Zero;
            if (failure.Code == TooSoon)
            {
                // another process took the turn; the pace knows the next one, so that this is no attempt
                Pause = TimeSpan.Zero;
                waiting ??= Stopwatch.StartNew();
                return waiting.Elapsed + asked <= MaxTurnWait;
            }
            failing ??= Stopwatch.StartNew();
            Pause = asked + RandomPause();
            bool isTemporary = failure is RateLimitedException || (failure is UnavailableException e && e.IsTemporary);
            return isTemporary && Attempt++ < policy.MaxAttempts && failing.Elapsed + Pause <= policy.MaxDuration;
        }

        private TimeSpan RandomPause()
        {
            double max = Math.Min(
                policy.MaxPause.TotalSeconds, policy.FirstPause.TotalSeconds * Math.Pow(2, Attempt - 1));
            return TimeSpan.FromSeconds(random.NextDouble() * max);
        }
    }
}
