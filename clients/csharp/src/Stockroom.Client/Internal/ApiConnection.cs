using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Net.Http;
using System.Text.Json;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;

namespace Stockroom
{
    /// Makes calls: waits for turns, retries temporary failures and corrects the clock.
    internal sealed class ApiConnection : IDisposable
    {
        private readonly HttpTransport transport;
        private readonly RetryPolicy retry;
        private readonly Action<StockroomEvent>? onEvent;
        private readonly Pace pace;

        internal ApiConnection(StockroomClientOptions options, HttpClient? httpClient)
        {
            Messages = Messages.In(Given(nameof(options.Language), options.Language));
            Read = new ResponseReader(Messages);
            var appId = Sendable(nameof(options.AppId), options.AppId);
            var token = Sendable(nameof(options.Token), options.Token);
            if (string.IsNullOrWhiteSpace(options.Secret))
                throw new ArgumentException(Messages.SecretMissing(), nameof(options));
            Address = CheckedAddress(options.Address);
            if (options.Timeout <= TimeSpan.Zero && options.Timeout != Timeout.InfiniteTimeSpan)
                throw new ArgumentException(Messages.TimeoutInvalid(options.Timeout), nameof(options));
            Given(nameof(options.Clock), options.Clock);
            Given(nameof(options.CreateRetry), options.CreateRetry);
            transport = new HttpTransport(
                Address, new Credentials(appId, options.Secret!, token), options, Messages, httpClient);
            retry = Given(nameof(options.Retry), options.Retry);
            onEvent = options.OnEvent;
            pace = Pace.Of(Address, appId, token);
        }

        internal string Address { get; }
        internal Messages Messages { get; }
        internal ResponseReader Read { get; }

        /// Callers without nullable annotations may set null.
        private static T Given<T>(string name, T? value) where T : class =>
            value ?? throw new ArgumentException(name + ": null", "options");

        private string CheckedAddress(Uri? address) =>
            address != null && address.IsAbsoluteUri && (address.Scheme == "http" || address.Scheme == "https")
                && address.Query + address.Fragment + address.UserInfo == ""
                ? address.AbsoluteUri.TrimEnd('/')
                : throw new ArgumentException(Messages.AddressInvalid(address), "options");

        /// Checks that a header can carry the value. The message does not show it, since it would be in a log.
        private string Sendable(string name, string? value) =>
            value != null && Regex.IsMatch(value, @"\A[!-~]+\z") ? value
                : throw new ArgumentException(Messages.NotSendable(name), "options");

        public void Dispose() => transport.Dispose();

        /// A change of stock waits for its turn before each attempt.
        internal async Task<JsonElement> CallAsync(
            ApiRequest request, CancellationToken cancellationToken, RetryPolicy? policy = null)
        {
            for (var retries = new Retries(policy ?? retry);;)
            {
                try
                {
                    return await (request.IsWrite
                        ? pace.InTurnAsync(() => OnceAsync(request, cancellationToken), onEvent, cancellationToken)
                        : OnceAsync(request, cancellationToken)).ConfigureAwait(false);
                }
                catch (StockroomException e)
                {
                    int attempt = retries.Attempt;
                    if (!retries.Allow(e))
                        throw;
                    onEvent?.Invoke(e.Code == Retries.TooSoon
                        ? (StockroomEvent)new TurnTakenEvent(request.Path)
                        : new RetryingEvent(request.Path, attempt, retries.Pause, e));
                }
                await Task.Delay(retries.Pause, cancellationToken).ConfigureAwait(false);
            }
        }

        /// Makes one attempt, or two if the first one corrected the clock.
        private async Task<JsonElement> OnceAsync(ApiRequest request, CancellationToken cancellationToken)
        {
            cancellationToken.ThrowIfCancellationRequested();
            request.Sent++;
            try
            {
                var response = await SendAsync(request, cancellationToken).ConfigureAwait(false);
                if (response.Code == ApiResponse.TimestampExpired && response.Date is DateTimeOffset date)
                {
                    var offset = transport.CorrectClock(date);
                    onEvent?.Invoke(new ClockCorrectedEvent(offset));
                    response = await SendAsync(request, cancellationToken).ConfigureAwait(false);
                }
                if (!response.IsSuccess)
                    throw response.ToException(Messages);
                Warn(request.Path, response.Body.Part("warnings").Items());
                return response.Body;
            }
            catch (StockroomException e)
            {
                request.IsOutcomeUnknown |= e.IsOutcomeUnknown;
                throw;
            }
            catch (Exception)
            {
                // cancelled with the request under way
                request.IsOutcomeUnknown = true;
                throw;
            }
        }

        private async Task<ApiResponse> SendAsync(ApiRequest request, CancellationToken cancellationToken)
        {
            var begun = Stopwatch.StartNew();
            var response = await transport.SendAsync(request, cancellationToken).ConfigureAwait(false);
            if (request.IsWrite)
                pace.Learn(response);
            onEvent?.Invoke(new ResponseReceivedEvent(
                request.Path, response.Status, response.RequestId, begun.Elapsed));
            request.IsReplayed = response.Header("Idempotent-Replayed") == "true";
            return response;
        }

        private void Warn(string path, IEnumerable<JsonElement> warnings)
        {
            if (onEvent == null)
                return;
            foreach (var it in warnings)
                onEvent(new WarningEvent(path, it.Part("at").Text() ?? "", it.Part("msg").Text() ?? ""));
        }
    }
}
