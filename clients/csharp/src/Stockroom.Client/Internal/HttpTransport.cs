using System;
using System.Globalization;
using System.IO;
using System.Net;
using System.Net.Http;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace Stockroom
{
    internal sealed class Credentials
    {
        internal Credentials(string appId, string secret, string token)
        {
            AppId = appId;
            Secret = secret;
            Token = token;
        }

        internal string AppId { get; }
        internal string Secret { get; }
        internal string Token { get; }
    }

    /// Sends single signed requests.
    internal sealed class HttpTransport : IDisposable
    {
        private const int MaxResponseBytes = 64 << 20;
        private const int MaxConnections = 32;
        private static readonly string UserAgent = "stockroom-client-csharp/" + StockroomClient.Version;

        private readonly string address;
        private readonly Credentials credentials;
        private readonly string language;
        private readonly TimeSpan timeout;
        private readonly Func<DateTimeOffset> clock;
        private readonly Messages messages;
        private readonly HttpClient http;
        private readonly bool isOwnHttp;
        private volatile int clockOffset;

        internal HttpTransport(
            string address, Credentials credentials, StockroomClientOptions options, Messages messages,
            HttpClient? httpClient)
        {
            this.address = address;
            this.credentials = credentials;
            language = options.Language;
            timeout = options.Timeout;
            clock = options.Clock;
            this.messages = messages;
            isOwnHttp = httpClient == null;
            http = httpClient ?? new HttpClient(NewHandler())
            {
                Timeout = System.Threading.Timeout.InfiniteTimeSpan, MaxResponseContentBufferSize = MaxResponseBytes
            };
        }

        /// The credentials are for one address alone: no redirects are followed.
        internal static HttpMessageHandler NewHandler()
        {
#if NETCOREAPP
            // takes changed addresses from the DNS
            var handler = new SocketsHttpHandler { PooledConnectionLifetime = TimeSpan.FromMinutes(5) };
#else
            var handler = new HttpClientHandler();
#endif
            handler.AllowAutoRedirect = false;
            handler.UseCookies = false;
            handler.AutomaticDecompression = DecompressionMethods.GZip;
            handler.MaxConnectionsPerServer = MaxConnections;
            return handler;
        }

        public void Dispose()
        {
            if (isOwnHttp)
                http.Dispose();
        }

        /// Sets the clock by the server's time, and returns what is added from now on.
        internal TimeSpan CorrectClock(DateTimeOffset date)
        {
            clockOffset = (int)(date.ToUnixTimeSeconds() - clock().ToUnixTimeSeconds());
            return TimeSpan.FromSeconds(clockOffset);
        }

        internal async Task<ApiResponse> SendAsync(ApiRequest request, CancellationToken cancellationToken)
        {
            using var ending = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            if (timeout != System.Threading.Timeout.InfiniteTimeSpan)
                ending.CancelAfter(timeout + request.Wait);
            using var message = Signed(request);
            try
            {
                using var response = await http.SendAsync(message, ending.Token).ConfigureAwait(false);
                var body = await response.Content.ReadAsByteArrayAsync().ConfigureAwait(false);
                return new ApiResponse(response, Encoding.UTF8.GetString(body));
            }
            catch (Exception) when (cancellationToken.IsCancellationRequested)
            {
                throw new OperationCanceledException(cancellationToken);
            }
            catch (OperationCanceledException e)
            {
                throw Unavailable(messages.NoResponseInTime(address), e, isSent: true);
            }
            catch (Exception e) when (e is HttpRequestException || e is IOException
                || e is InvalidDataException || e is WebException)
            {
                throw Lost(e);
            }
        }

        private HttpRequestMessage Signed(ApiRequest request)
        {
            var timestamp = (clock().ToUnixTimeSeconds() + clockOffset).ToString(CultureInfo.InvariantCulture);
            var message = new HttpRequestMessage(HttpMethod.Post, address + request.Path);
            message.Headers.Add("appid", credentials.AppId);
            message.Headers.Add("timestamp", timestamp);
            message.Headers.Add("sign", Hash.Of(MD5.Create(), credentials.Secret + timestamp));
            message.Headers.Add("accesstoken", credentials.Token);
            message.Headers.Add("User-Agent", UserAgent);
            message.Headers.Add("Accept", "application/json");
            message.Headers.Add("Accept-Language", language);
            message.Headers.ExpectContinue = false;
            request.AddTo(message);
            return message;
        }

        private UnavailableException Lost(Exception e)
        {
            bool isSent = true;
            bool isUntrusted = false;
            var root = e;
            for (Exception? cause = e; cause != null; cause = cause.InnerException)
            {
                isUntrusted |= IsUntrusted(cause);
                isSent &= !IsConnectFailure(cause);
                root = cause;
            }
            isSent &= !isUntrusted;
            var why = isSent ? messages.NoResponse(address, root.Message)
                : messages.CannotConnect(address, root.Message);
            return Unavailable(why, e, isSent, isTemporary: !isUntrusted);
        }

        private static UnavailableException Unavailable(
            string reason, Exception e, bool isSent, bool isTemporary = true) =>
            new UnavailableException(new StockroomFailure(reason, isOutcomeUnknown: isSent), e, isTemporary);

        private static bool IsUntrusted(Exception e) => e is AuthenticationException
            || (e is WebException web && web.Status == WebExceptionStatus.TrustFailure);

        /// .NET wraps the failure of a connect directly, .NET Framework in a WebException.
        private static bool IsConnectFailure(Exception e) =>
            (e is HttpRequestException && e.InnerException is SocketException)
            || (e is WebException web && (web.Status == WebExceptionStatus.ConnectFailure
                || web.Status == WebExceptionStatus.NameResolutionFailure));
    }
}
