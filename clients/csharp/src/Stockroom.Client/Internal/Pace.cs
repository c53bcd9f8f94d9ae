using System;
using System.Collections.Concurrent;
using System.Diagnostics;
using System.Security.Cryptography;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;

namespace Stockroom
{
    /// Decides when the next request that changes stock may be sent, for all clients of this process that use the same
    /// address, application and token.
    internal sealed class Pace
    {
        private static readonly Regex Policy = new Regex("\"create-stock\";q=([1-9][0-9]{0,5});w=([0-9]{1,6})");
        private static readonly ConcurrentDictionary<string, Pace> All = new ConcurrentDictionary<string, Pace>();

        private readonly SemaphoreSlim turn = new SemaphoreSlim(1);
        private readonly Stopwatch time = Stopwatch.StartNew();
        private double intervalMillis = 2000;
        private double openMillis;

        /// The names include the token, so that only their hash is kept.
        internal static Pace Of(params string[] names) =>
            All.GetOrAdd(Hash.Of(SHA256.Create(), string.Join("\n", names)), name => new Pace());

        internal async Task<T> InTurnAsync<T>(
            Func<Task<T>> send, Action<StockroomEvent>? onEvent, CancellationToken cancellationToken)
        {
            await turn.WaitAsync(cancellationToken).ConfigureAwait(false);
            try
            {
                await WaitAsync(onEvent, cancellationToken).ConfigureAwait(false);
                return await send().ConfigureAwait(false);
            }
            catch (UnavailableException e) when (e.Status == 0 && e.IsOutcomeUnknown)
            {
                CloseFor(intervalMillis);
                throw;
            }
            finally
            {
                turn.Release();
            }
        }

        private async Task WaitAsync(Action<StockroomEvent>? onEvent, CancellationToken cancellationToken)
        {
            double wait = openMillis - time.Elapsed.TotalMilliseconds;
            if (wait > 0)
                onEvent?.Invoke(new WaitingForTurnEvent(TimeSpan.FromMilliseconds(wait)));
            for (; wait > 0; wait = openMillis - time.Elapsed.TotalMilliseconds)
                await Task.Delay((int)Math.Ceiling(wait), cancellationToken).ConfigureAwait(false);
        }

        /// The server says in how many milliseconds, from the arrival of its response, the next request may come. A
        /// request that it did not accept (400, 401, 403, 413) has taken no turn.
        internal void Learn(ApiResponse response)
        {
            var policy = Policy.Match(response.Header("RateLimit-Policy"));
            if (policy.Success)
                intervalMillis = 1000.0 * int.Parse(policy.Groups[2].Value) / int.Parse(policy.Groups[1].Value);
            var next = response.Number("Next-Turn-Ms")
                ?? (response.Status == 429 ? response.RetryAfter?.TotalMilliseconds ?? intervalMillis
                    : response.Status == 200 || response.Status >= 500 ? intervalMillis : (double?)null);
            if (next != null)
                CloseFor(next.Value);
        }

        private void CloseFor(double millis) => openMillis = time.Elapsed.TotalMilliseconds + millis;
    }
}
