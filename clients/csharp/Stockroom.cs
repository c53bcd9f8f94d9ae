using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;

namespace Stockroom
{
    /// <summary>What a client needs: address, application, secret and token.</summary>
    public sealed class StockroomSettings
    {
        /// <summary>Of the merchants' interface, such as https://stock.example.</summary>
        public string Address { get; set; }
        public string Appid { get; set; }
        /// <summary>The application's secret, with which every call is signed. It is never sent.</summary>
        public string Secret { get; set; }
        /// <summary>The access token of the merchant's account.</summary>
        public string Token { get; set; }
        /// <summary>Of messages: en or zh; codes are the same in every language.</summary>
        public string Language { get; set; } = "en";
        /// <summary>How long the server may take to answer.</summary>
        public TimeSpan Timeout { get; set; } = TimeSpan.FromSeconds(30);
        public Func<DateTimeOffset> Clock { get; set; } = () => DateTimeOffset.UtcNow;
        /// <summary>For a proxy or certificates of your own; it must not follow redirects.</summary>
        public HttpMessageHandler Handler { get; set; }
    }

    /// <summary>
    /// Calls Stockroom for one application and one account. Make one and keep it; it is safe for any number of threads.
    /// A call that is not carried out throws a <see cref="StockroomException"/>, one that is cancelled an
    /// <see cref="OperationCanceledException"/>.
    /// </summary>
    public sealed class StockroomClient : IDisposable
    {
        public const string Version = "0.1.0";

        private const int PageSize = 100;
        private const int MaxPerRequest = 100;
        private const int MaxAnswerBytes = 64 << 20;
        private const int MaxConnections = 32;

        private readonly string address;
        private readonly string appid;
        private readonly string secret;
        private readonly string token;
        private readonly string language;
        private readonly TimeSpan timeout;
        private readonly Func<DateTimeOffset> clock;
        private readonly HttpClient http;
        private readonly Pace pace;
        private volatile int clockOffset;

        public StockroomClient(StockroomSettings settings)
        {
            address = CheckedAddress(settings.Address);
            appid = Sendable("Appid", settings.Appid);
            token = Sendable("Token", settings.Token);
            secret = !string.IsNullOrWhiteSpace(settings.Secret) ? settings.Secret
                : throw new ArgumentException("Secret: nothing (expected: the application's secret)");
            language = settings.Language;
            timeout = settings.Timeout;
            clock = settings.Clock;
            pace = Pace.Of(address, appid, token);
            // the credentials are for this address and no other: no redirects
            var handler = settings.Handler ?? new HttpClientHandler
            {
                AllowAutoRedirect = false, UseCookies = false, MaxConnectionsPerServer = MaxConnections
            };
            http = new HttpClient(handler, disposeHandler: settings.Handler == null);
            http.Timeout = Timeout.InfiniteTimeSpan;
            http.MaxResponseContentBufferSize = MaxAnswerBytes;
        }

        private static string CheckedAddress(string text) =>
            Uri.TryCreate(text, UriKind.Absolute, out var uri) && (uri.Scheme == "http" || uri.Scheme == "https")
                && uri.Query + uri.Fragment + uri.UserInfo == ""
                ? text.TrimEnd('/')
                : throw new ArgumentException("Address: " + text + " (expected: one such as https://stock.example)");

        /// What a header can carry; others are not shown, as they would be in a log.
        private static string Sendable(string name, string value) =>
            Regex.IsMatch(value ?? "", @"\A[!-~]+\z") ? value
                : throw new ArgumentException(name + ": not shown (expected: visible ASCII characters without spaces)");

        /// <summary>Ends calls under way.</summary>
        public void Dispose() => http.Dispose();

        public override string ToString() =>
            "StockroomClient[" + address + ", appid " + appid + ", secret [redacted], token [redacted]]";

        // Products

        /// <summary>One page of the product list, from 1, of up to 100; a page past the end is empty.</summary>
        public Task<ProductPage> ProductPageAsync(
            int page, int pageSize = 20, StockFilter filter = StockFilter.All,
            ProductFields fields = ProductFields.None, CancellationToken cancel = default) =>
            ProductPageAsync(page, pageSize, filter, fields, new string[0], cancel);

        /// <summary>
        /// All products in the order of their ids. If products get stock while those without stock are read, later
        /// pages move up and products are missed: read all of them first, by ToListAsync.
        /// </summary>
        public Sequence<Product> Products(
            StockFilter filter = StockFilter.All, ProductFields fields = ProductFields.None,
            CancellationToken cancel = default) =>
            Products(new[] { new string[0] }, filter, fields, cancel);

        /// <summary>The products with exactly these item numbers; those that no product has are passed over.</summary>
        public Sequence<Product> ProductsByArtNo(
            IEnumerable<string> artNos, ProductFields fields = ProductFields.None, CancellationToken cancel = default)
        {
            // the server takes a blank one for none, which would be all products
            var wanted = artNos.Where(artNo => !string.IsNullOrWhiteSpace(artNo)).Distinct();
            var parts = wanted.Select((artNo, index) => new { artNo, part = index / MaxPerRequest })
                .GroupBy(it => it.part, it => it.artNo).Select(part => part.ToArray()).ToList();
            return Products(parts, StockFilter.All, fields, cancel);
        }

        private Sequence<Product> Products(
            IReadOnlyList<string[]> artNos, StockFilter filter, ProductFields fields, CancellationToken cancel)
        {
            int part = 0;
            int page = 1;
            return new Sequence<Product>(async () =>
            {
                if (part == artNos.Count)
                    return null;
                var next = await ProductPageAsync(page, PageSize, filter, fields, artNos[part], cancel)
                    .ConfigureAwait(false);
                bool last = page >= next.TotalPages || next.Products.Count == 0;
                part += last ? 1 : 0;
                page = last ? 1 : page + 1;
                return next.Products;
            });
        }

        private async Task<ProductPage> ProductPageAsync(
            int page, int pageSize, StockFilter filter, ProductFields fields, string[] artNos, CancellationToken cancel)
        {
            // StockTotal, State: stockTotal,state
            var list = Regex.Replace(fields.ToString(), @"\b[A-Z]", it => it.Value.ToLowerInvariant()).Replace(" ", "");
            var request = Request.Form("/Stock/Product", new object[]
            {
                "page", page, "pageSize", pageSize,
                "stock", filter == StockFilter.All ? null : filter == StockFilter.WithStock ? "true" : "false",
                "fields", fields == ProductFields.None ? null : list
            }.Concat(artNos.SelectMany(artNo => new[] { "artNo", artNo })).ToArray());
            var answer = await CallAsync(request, cancel).ConfigureAwait(false);
            return new ProductPage
            {
                TotalPages = Read.Int(answer, "totalPages"), Products = Read.List(answer, "data", Read.Product)
            };
        }

        /// <summary>Everything about a product. The platform counts how many are fetched.</summary>
        public async Task<ProductDetail> ProductDetailAsync(int pid, CancellationToken cancel = default)
        {
            var answer = await CallAsync(Request.Form("/Product/Detail", "pid", pid), cancel).ConfigureAwait(false);
            return Read.Detail(answer["data"]);
        }

        /// <summary>Reports what became of a fetched product; a second report replaces the first.</summary>
        public Task ReportPublishResultAsync(PublishResult result, CancellationToken cancel = default) =>
            CallAsync(Request.Json("/Product/UploadResult", Json.Object(
                "pId", result.Pid, "platform", result.Platform, "shopId", result.ShopId, "shopName", result.ShopName,
                "userId", result.UserId, "userNick", result.UserNick, "itemId", result.ItemId,
                "status", result.Published ? 1 : 0, "message", result.Message)), cancel);

        /// <summary>
        /// Where the account stands against every limit, and which products owe a publish result.
        /// </summary>
        public async Task<AccountLimits> LimitsAsync(CancellationToken cancel = default)
        {
            var answer = await CallAsync(Request.Form("/Account/Limits"), cancel).ConfigureAwait(false);
            return Read.Limits(answer["data"]);
        }

        // Stock

        /// <summary>
        /// The stock of one product. Refused with STOCK_NOT_ADDED if it has none, and with PRODUCT_UNKNOWN if there is
        /// no such product.
        /// </summary>
        public Task<IReadOnlyList<StockItem>> StockAsync(int pid, CancellationToken cancel = default) =>
            StockAsync(pid, null, cancel);

        /// <summary>The same as it was at that time; bar codes are today's.</summary>
        public Task<IReadOnlyList<StockItem>> StockAsOfAsync(
            int pid, DateTimeOffset time, CancellationToken cancel = default) =>
            StockAsync(
                pid, time.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture), cancel);

        /// <summary>The same as it was after the push of this number.</summary>
        public Task<IReadOnlyList<StockItem>> StockAsOfAsync(
            int pid, long push, CancellationToken cancel = default) =>
            StockAsync(pid, push.ToString(CultureInfo.InvariantCulture), cancel);

        private async Task<IReadOnlyList<StockItem>> StockAsync(int pid, string asOf, CancellationToken cancel)
        {
            var request = Request.Form("/Stock/List", "productid", pid, "asOf", asOf);
            return Read.List(await CallAsync(request, cancel).ConfigureAwait(false), "data", Read.Item);
        }

        /// <summary>
        /// The stock of any number of products, in this order. A product without stock has an empty list, one that does
        /// not exist is left out.
        /// </summary>
        public async Task<IReadOnlyList<ProductStock>> StocksAsync(
            IEnumerable<int> pids, CancellationToken cancel = default) =>
            (await StocksAsync(pids, null, cancel).ConfigureAwait(false)).Stock;

        /// <summary>
        /// The stock of all products that have an entry with one of these bar codes, which are those of the entries.
        /// </summary>
        public async Task<IReadOnlyList<ProductStock>> StocksByBarCodeAsync(
            IEnumerable<string> barCodes, CancellationToken cancel = default)
        {
            var found = new Dictionary<int, ProductStock>();
            // the server takes a blank one for none
            for (var open = barCodes.Select(it => it.Trim()).Where(it => it != "").Distinct().ToList(); open.Count > 0;)
            {
                var asked = open.Take(MaxPerRequest).ToList();
                var request = Request.Json("/Stock/Batch", Json.Object("barCodes", asked));
                var answer = await CallAsync(request, cancel).ConfigureAwait(false);
                var others = await StocksAsync(Read.Ids(answer["rest"]), cancel).ConfigureAwait(false);
                foreach (var product in Read.List(answer, "data", Read.Products).Concat(others))
                    found[product.Pid] = product;
                var rest = answer["restBarCodes"].Items.Select(it => it.Text).ToList();
                if (rest.Count >= asked.Count)
                    throw Read.NotAsExpected("none of " + asked.Count + " bar codes was read");
                open = rest.Concat(open.Skip(asked.Count)).ToList();
            }
            return found.Values.ToList();
        }

        /// <summary>
        /// The stock of these products, or of all, as StocksAsync returns it, and the cursor from which ChangesAsync
        /// goes on. No change is missed. If it takes more than one request, what changed in between comes again.
        /// </summary>
        public async Task<StockSnapshot> SnapshotAsync(
            IEnumerable<int> pids = null, CancellationToken cancel = default)
        {
            if (pids != null)
            {
                var read = await StocksAsync(pids, "cursor", cancel).ConfigureAwait(false);
                read.Cursor = read.Cursor ?? await NowAsync(cancel).ConfigureAwait(false);
                return read;
            }
            // before the list: a product that is added meanwhile is in the list or in the changes
            var cursor = await NowAsync(cancel).ConfigureAwait(false);
            var all = await Products(cancel: cancel).ToListAsync().ConfigureAwait(false);
            var stock = await StocksAsync(all.Select(it => it.Id), cancel).ConfigureAwait(false);
            return new StockSnapshot { Stock = stock, Cursor = cursor };
        }

        /// With the cursor of the first request, if it is asked for.
        private async Task<StockSnapshot> StocksAsync(IEnumerable<int> pids, string fields, CancellationToken cancel)
        {
            string cursor = null;
            var wanted = pids.Distinct().ToList();
            var found = new Dictionary<int, ProductStock>();
            for (var open = wanted; open.Count > 0;)
            {
                var asked = open.Take(MaxPerRequest).ToList();
                var request = Request.Json("/Stock/Batch", Json.Object("productids", asked, "fields", fields));
                var answer = await CallAsync(request, cancel).ConfigureAwait(false);
                if (fields != null)
                    cursor = cursor ?? Read.Text(answer, "cursor");
                foreach (var product in Read.List(answer, "data", Read.Products))
                    found[product.Pid] = product;
                var rest = Read.Ids(answer["rest"]);
                if (rest.Count >= asked.Count)
                    throw Read.NotAsExpected("none of " + asked.Count + " products was read");
                open = rest.Concat(open.Skip(asked.Count)).ToList();
            }
            var stock = wanted.Where(found.ContainsKey).Select(pid => found[pid]).ToList();
            return new StockSnapshot { Stock = stock, Cursor = cursor };
        }

        /// <summary>
        /// Sets or changes the stock of any number of entries, in as few requests as it takes, at the pace the platform
        /// allows (two seconds a request); what is sold out first. All entries are checked before any is sent:
        /// <see cref="BadRequestException"/> has everything that is wrong. Entries the platform refuses are left out
        /// and reported as rejected. If it has to end early, <see cref="CreateStockException"/> says what was written,
        /// or <see cref="CreateStockCanceledException"/> if it was cancelled.
        /// </summary>
        /// <param name="entries">in any order</param>
        /// <param name="dryRun">checks everything and writes nothing; takes its turns too</param>
        /// <param name="oneRequest">everything is written or nothing: one refused entry refuses all</param>
        /// <param name="idempotencyKey">with oneRequest, such as the number of an order: called again with the same
        /// entries and key within 24 hours, they are not written twice; a refusal is kept, too: try again under another
        /// key</param>
        /// <param name="reference">up to 64 characters of yours, such as the number of a delivery: kept with each push,
        /// and in changes and history</param>
        /// <param name="cancel">ends it before everything is written</param>
        public Task<CreateReport> CreateStockAsync(
            IEnumerable<StockEntry> entries, bool dryRun = false, bool oneRequest = false, string idempotencyKey = null,
            string reference = null, CancellationToken cancel = default)
        {
            if (idempotencyKey != null && !(oneRequest && Regex.IsMatch(idempotencyKey, @"\A[!-~]{1,64}\z")))
                throw new ArgumentException("idempotencyKey: " + idempotencyKey
                    + " (expected: 1 to 64 visible ASCII characters, with oneRequest)");
            return new StockRun(this, entries.ToList(), dryRun, oneRequest, idempotencyKey, reference).RunAsync(cancel);
        }

        /// <summary>
        /// Deletes up to 300 colours, or sizes of them; what is not there is no error. Returns the number of the push;
        /// null if there was nothing to delete.
        /// </summary>
        public async Task<long?> DeleteStockAsync(
            IEnumerable<StockDeletion> deletions, bool dryRun = false, string reference = null,
            CancellationToken cancel = default)
        {
            var json = deletions.Select(it => Json.Object("pid", it.ArtNo == null ? it.Pid : (int?)null,
                "artNo", it.ArtNo, "color", it.Color, "sizes", it.Sizes));
            var request = Request.Json("/Stock/Delete", json).AsWrite(null, dryRun, reference);
            return (await CallAsync(request, cancel).ConfigureAwait(false))["push"].Long;
        }

        /// <summary>
        /// Takes back what a push of this application changed, except for what was changed again since; with all, one
        /// entry that was changed since refuses everything (UNDO_CONFLICT).
        /// </summary>
        public async Task<UndoResult> UndoAsync(
            long push, bool all = false, bool dryRun = false, string reference = null,
            CancellationToken cancel = default)
        {
            var request = Request.Form("/Stock/Undo", "push", push, "all", all ? "true" : "false");
            var answer = await CallAsync(request.AsWrite(null, dryRun, reference), cancel).ConfigureAwait(false);
            return Read.Undo(answer, request.Replayed);
        }

        // What has changed

        /// <summary>
        /// Follows the changes of stock after a cursor that was stored, or from now on: what you read once this has
        /// returned is not older.
        /// </summary>
        public async Task<Changes> ChangesAsync(string cursor = null, CancellationToken cancel = default) =>
            new Changes(this, cursor ?? await NowAsync(cancel).ConfigureAwait(false), cancel);

        /// <summary>Follows the changes after the push of this number.</summary>
        public Changes ChangesAfter(long push, CancellationToken cancel = default) =>
            new Changes(this, Changes.Position(Changes.From, push.ToString(CultureInfo.InvariantCulture)), cancel);

        /// <summary>Follows the changes from the start: all that is still kept.</summary>
        public Changes ChangesFromStart(CancellationToken cancel = default) =>
            new Changes(this, Changes.Position(Changes.From, "start"), cancel);

        /// <summary>
        /// One page of the changes after a cursor, up to 500 pushes. If there is none yet, it waits for up to 30 s.
        /// Without a cursor there are no pushes, and the cursor of now.
        /// </summary>
        public async Task<ChangePage> ChangePageAsync(
            string cursor = null, int limit = 100, int waitSeconds = 0, CancellationToken cancel = default)
        {
            if (cursor == null)
                return new ChangePage { Pushes = new Push[0], Cursor = await NowAsync(cancel).ConfigureAwait(false) };
            var (start, number) = Changes.Position(cursor);
            long.TryParse(number, out long read);
            var request = start == Changes.From
                ? Request.Form("/Stock/Changes", "from", number, "limit", limit, "wait", waitSeconds)
                : Request.Form("/Stock/Changes", "cursor", start, "limit", limit, "wait", waitSeconds);
            request.Wait = TimeSpan.FromSeconds(waitSeconds);
            var answer = await CallAsync(request, cancel).ConfigureAwait(false);
            var pushes = Read.List(answer, "data", Read.Push);
            bool passed = pushes.Count == 0 || pushes[pushes.Count - 1].Number >= read;
            return new ChangePage
            {
                Pushes = pushes.Where(push => push.Number > read).ToList(),
                Cursor = Changes.Position(Read.Text(answer, "cursor"), passed ? "" : number),
                More = answer["more"].Flag ?? false
            };
        }

        private async Task<string> NowAsync(CancellationToken cancel)
        {
            var request = Request.Form("/Stock/Changes", "limit", 1);
            return Read.Text(await CallAsync(request, cancel).ConfigureAwait(false), "cursor");
        }

        /// <summary>
        /// What has changed in a product, or in one colour or size of it, under a reference, or both; newest first.
        /// </summary>
        public Sequence<Push> History(
            int? pid = null, string color = null, int? size = null, string reference = null,
            CancellationToken cancel = default)
        {
            string cursor = null;
            bool ended = false;
            return new Sequence<Push>(async () =>
            {
                if (ended)
                    return null;
                var answer = await CallAsync(Request.Form("/Stock/History", "productid", pid, "color", color,
                    "size", size, "reference", reference, "cursor", cursor, "limit", PageSize), cancel)
                    .ConfigureAwait(false);
                var pushes = Read.List(answer, "data", Read.Push);
                cursor = answer["cursor"].Text;
                ended = cursor == null;
                return pushes;
            });
        }

        // Requests

        /// A change of stock waits for its turn, before each attempt.
        internal async Task<Json> CallAsync(Request request, CancellationToken cancel, Retries retries = null)
        {
            for (retries = retries ?? Retries.OfCall();;)
            {
                try
                {
                    return await (request.IsWrite ? pace.InTurnAsync(() => OnceAsync(request, cancel), cancel)
                        : OnceAsync(request, cancel)).ConfigureAwait(false);
                }
                catch (StockroomException e) when (retries.Allow(e))
                {
                }
                await Task.Delay(retries.Pause, cancel).ConfigureAwait(false);
            }
        }

        /// One attempt; two if the first one corrected the clock.
        private async Task<Json> OnceAsync(Request request, CancellationToken cancel)
        {
            cancel.ThrowIfCancellationRequested();
            request.Sent++;
            try
            {
                var reply = await SendAsync(request, cancel).ConfigureAwait(false);
                if (reply.Body["code"].Text == "TIMESTAMP_EXPIRED" && reply.Date is DateTimeOffset date)
                {
                    clockOffset = (int)(date.ToUnixTimeSeconds() - clock().ToUnixTimeSeconds());
                    reply = await SendAsync(request, cancel).ConfigureAwait(false);
                }
                return reply.Answer();
            }
            catch (Exception e)
            {
                // what is no refusal is a cancellation, with the request under way
                request.PerhapsDone |= !(e is StockroomException failure) || failure.PerhapsDone;
                throw;
            }
        }

        private async Task<Reply> SendAsync(Request request, CancellationToken cancel)
        {
            var timestamp = (clock().ToUnixTimeSeconds() + clockOffset).ToString(CultureInfo.InvariantCulture);
            using (var ending = CancellationTokenSource.CreateLinkedTokenSource(cancel))
            using (var message = new HttpRequestMessage(HttpMethod.Post, address + request.Path))
            {
                ending.CancelAfter(timeout + request.Wait);
                message.Headers.Add("appid", appid);
                message.Headers.Add("timestamp", timestamp);
                message.Headers.Add("sign", Hash.Of(MD5.Create(), secret + timestamp));
                message.Headers.Add("accesstoken", token);
                message.Headers.Add("User-Agent", "stockroom-client-csharp/" + Version);
                message.Headers.Add("Accept", "application/json");
                message.Headers.Add("Accept-Language", language);
                message.Headers.ExpectContinue = false;
                request.AddTo(message);
                try
                {
                    using (var response = await http.SendAsync(message, ending.Token).ConfigureAwait(false))
                    {
                        var body = await response.Content.ReadAsByteArrayAsync().ConfigureAwait(false);
                        var reply = new Reply(response, Encoding.UTF8.GetString(body));
                        if (request.IsWrite)
                            pace.Learn(reply);
                        request.Replayed = reply.Header("Idempotent-Replayed") == "true";
                        return reply;
                    }
                }
                catch (Exception) when (cancel.IsCancellationRequested)
                {
                    throw new OperationCanceledException(cancel);
                }
                catch (Exception e) when (e is HttpRequestException || e is OperationCanceledException
                    || e is IOException || e is WebException)
                {
                    throw Lost(e, ending.IsCancellationRequested);
                }
            }
        }

        private UnavailableException Lost(Exception e, bool timedOut)
        {
            var causes = new List<Exception>();
            for (var cause = e; cause != null; cause = cause.InnerException)
                causes.Add(cause);
            bool isUntrusted = causes.Any(it => it is AuthenticationException
                || it is WebException web && web.Status == WebExceptionStatus.TrustFailure);
            bool isUnsent = isUntrusted || causes.Any(it =>
                it is WebException web && (web.Status == WebExceptionStatus.ConnectFailure
                    || web.Status == WebExceptionStatus.NameResolutionFailure)
                || it is SocketException socket && (socket.SocketErrorCode == SocketError.ConnectionRefused
                    || socket.SocketErrorCode == SocketError.HostNotFound));
            var what = isUnsent ? "cannot connect to " : timedOut ? "no answer in time from "
                : "sent, but no answer came from ";
            var why = timedOut ? "" : ": " + causes[causes.Count - 1].Message;
            return new UnavailableException(e)
            {
                Reason = what + address + why, PerhapsDone = !isUnsent, IsTemporary = !isUntrusted
            };
        }
    }

    /// <summary>
    /// What comes in pages, one after the other: a page is fetched when the one before it is used up. Read it once, by
    /// MoveNextAsync and Current; from C# 8 on, await foreach does. After a failure, MoveNextAsync goes on where it
    /// was.
    /// </summary>
    public sealed class Sequence<T>
    {
        private readonly Func<Task<IReadOnlyList<T>>> nextPage;
        private IReadOnlyList<T> page = new T[0];
        private int at;

        /// <param name="nextPage">null at the end; a page may be empty and not the last</param>
        internal Sequence(Func<Task<IReadOnlyList<T>>> nextPage) => this.nextPage = nextPage;

        public T Current { get; private set; }

        /// <summary>False at the end.</summary>
        public async Task<bool> MoveNextAsync()
        {
            while (at == page.Count)
            {
                var next = await nextPage().ConfigureAwait(false);
                if (next == null)
                    return false;
                page = next;
                at = 0;
            }
            Current = page[at++];
            return true;
        }

        /// <summary>For await foreach.</summary>
        public Sequence<T> GetAsyncEnumerator() => this;

        /// <summary>All that is left.</summary>
        public async Task<List<T>> ToListAsync()
        {
            var all = new List<T>();
            while (await MoveNextAsync().ConfigureAwait(false))
                all.Add(Current);
            return all;
        }
    }

    /// <summary>
    /// Follows the changes of a merchant's stock, push after push, as they happen: none is missing, and none comes
    /// twice. Read it by MoveNextAsync and Current, or by await foreach; it ends when it is cancelled. After a failure,
    /// MoveNextAsync goes on after the last push; an <see cref="InvalidCursorException"/> comes again each time.
    /// </summary>
    public sealed class Changes
    {
        internal const string From = "from";
        private const int PageSize = 100;
        private const int WaitSeconds = 30;
        /// Between two calls that find nothing, whatever ended the wait of the first.
        private static readonly TimeSpan MinInterval = TimeSpan.FromSeconds(1);

        private readonly StockroomClient client;
        private readonly CancellationToken cancel;
        private readonly Queue<Push> unread = new Queue<Push>();
        private string afterPage;

        internal Changes(StockroomClient client, string cursor, CancellationToken cancel)
        {
            this.client = client;
            this.cancel = cancel;
            Cursor = cursor;
        }

        public Push Current { get; private set; }

        /// <summary>
        /// Where ChangesAsync goes on after the current push. Store it with what you made of the push. Only clients of
        /// Stockroom understand it.
        /// </summary>
        public string Cursor { get; private set; }

        /// <summary>Waits for the next push, as long as it takes.</summary>
        public async Task<bool> MoveNextAsync()
        {
            while (unread.Count == 0)
            {
                var begun = Stopwatch.StartNew();
                var page = await client.ChangePageAsync(Cursor, PageSize, WaitSeconds, cancel).ConfigureAwait(false);
                afterPage = page.Cursor;
                foreach (var push in page.Pushes)
                    unread.Enqueue(push);
                if (unread.Count > 0)
                    break;
                Cursor = afterPage;
                if (!page.More && begun.Elapsed < MinInterval)
                    await Task.Delay(MinInterval - begun.Elapsed, cancel).ConfigureAwait(false);
            }
            Current = unread.Dequeue();
            Cursor = unread.Count == 0 ? afterPage : Position(Position(Cursor).Item1, Current.Number.ToString());
            return true;
        }

        /// <summary>For await foreach.</summary>
        public Changes GetAsyncEnumerator() => this;

        /// The server's cursor, and in the middle of a page the number of the last push that was read, otherwise
        /// nothing. Without a cursor of the server: From, and the number of a push or start.
        internal static (string, string) Position(string cursor)
        {
            var parts = cursor.Split(' ');
            return parts.Length == 2 ? (parts[0], parts[1]) : (cursor, "");
        }

        internal static string Position(string cursor, string read) => read == "" ? cursor : cursor + " " + read;
    }

    /// One run of creating stock: requests one after the other, until everything is written or refused, or no further
    /// attempt is allowed.
    internal sealed class StockRun
    {
        private static readonly string[] ProductCodes = { "PRODUCT_UNKNOWN", "PRODUCT_FULL", "COLORS_TOO_MANY" };
        private static readonly Regex Place = new Regex(@"\A\[([0-9]{1,6})\](?:\.param\[([0-9]{1,6})\])?");

        private readonly StockroomClient client;
        private readonly bool dryRun;
        private readonly bool oneRequest;
        private readonly string key;
        private readonly string reference;
        private readonly CreateReport report;

        internal StockRun(StockroomClient client, List<StockEntry> entries, bool dryRun, bool oneRequest, string key,
            string reference)
        {
            this.client = client;
            this.dryRun = dryRun;
            this.oneRequest = oneRequest;
            this.key = key;
            this.reference = reference;
            report = new CreateReport(entries);
        }

        internal async Task<CreateReport> RunAsync(CancellationToken cancel)
        {
            var requests = StockPlan.Of(report.Entries);
            if (oneRequest && requests.Count > 1)
                throw new BadRequestException
                {
                    Code = "ENTRIES_TOO_MANY",
                    Reason = report.Entries.Count + " entries take " + requests.Count
                        + " requests (expected: one, of up to 300 colours and 15000 entries)"
                };
            try
            {
                foreach (var elements in requests)
                    await SendAsync(elements, cancel).ConfigureAwait(false);
                return report;
            }
            catch (StockroomException e)
            {
                throw new CreateStockException(report, e);
            }
            catch (OperationCanceledException e)
            {
                throw new CreateStockCanceledException(report, e);
            }
        }

        /// What the server refuses is taken out, and the rest sent again under another key.
        private async Task SendAsync(List<StockPlan.Element> elements, CancellationToken cancel)
        {
            while (elements.Count > 0)
            {
                var json = elements.Select(
                    it => Json.Object("pid", it.ArtNo == null ? it.Pid : (int?)null, "artNo", it.ArtNo,
                        "color", it.Color, "param", it.Entries.Select(Item)));
                var request = Request.Json("/Stock/Creat", json).AsWrite(key, dryRun, reference);
                try
                {
                    var answer = await client.CallAsync(request, cancel, Retries.OfCreate()).ConfigureAwait(false);
                    report.Mark(elements, dryRun ? EntryState.Checked : EntryState.Written, answer["push"].Long);
                    return;
                }
                catch (StockroomException e) when (e is RefusedException || e is BadRequestException)
                {
                    var rejected = Rejected(elements, e);
                    if (rejected.Count == 0 || oneRequest)
                        throw;
                    elements.ForEach(it => it.Entries.RemoveAll(rejected.Contains));
                    elements.RemoveAll(it => it.Entries.Count == 0);
                }
                catch (Exception) when (request.PerhapsDone)
                {
                    report.Mark(elements, EntryState.Unknown);
                    throw;
                }
                finally
                {
                    report.Requests += request.Sent;
                    report.Replayed |= request.Replayed;
                }
            }
        }

        private Dictionary<string, object> Item(int index)
        {
            var entry = report.Entries[index];
            return Json.Object("size", entry.Size.ToString(CultureInfo.InvariantCulture), "stock", entry.Stock,
                "delta", entry.Delta, "expected", entry.Expected, "barCode", entry.BarCode,
                "clearBarCode", entry.ClearBarCode ? true : (bool?)null);
        }

        /// The entries that a request was refused for; none if the answer does not say it.
        private HashSet<int> Rejected(List<StockPlan.Element> elements, StockroomException e)
        {
            var rejected = new HashSet<int>();
            if (ProductCodes.Contains(e.Code))
                foreach (int index in elements.Where(it => e.Products.Contains(it.Pid)).SelectMany(it => it.Entries))
                {
                    rejected.Add(index);
                    report.Reject(index, e.Code, e.Reason, null);
                }
            else
                foreach (var violation in e.Violations)
                    foreach (int index in EntriesAt(violation.At, elements).Where(rejected.Add))
                        report.Reject(index, violation.Code, violation.Message, violation.Stock);
            return rejected;
        }

        /// At a place of the request, such as [17].param[2].stock or [17].color.
        private static IEnumerable<int> EntriesAt(string place, List<StockPlan.Element> elements)
        {
            var found = Place.Match(place);
            var entries = found.Success
                ? elements.Skip(int.Parse(found.Groups[1].Value)).Take(1).SelectMany(it => it.Entries) : new int[0];
            return found.Groups[2].Success ? entries.Skip(int.Parse(found.Groups[2].Value)).Take(1) : entries;
        }
    }

    /// Any number of entries as the fewest requests.
    internal static class StockPlan
    {
        private const int MaxElements = 300;
        private const int MaxEntries = 15000;
        private const int MaxQuantity = 999999999;
        private const int MaxText = 64;
        private const int MaxShown = 40;
        /// The server trims further kinds, but not all that .NET knows.
        private static readonly char[] Spaces = { ' ', '\t', '\r', '\n', '\u3000' };

        /// One colour of one product, with its entries by their indexes.
        internal sealed class Element
        {
            internal int Pid;
            internal string ArtNo;
            internal string Color;
            internal List<int> Entries = new List<int>();
        }

        /// Throws everything that is wrong with the entries, before anything is sent.
        internal static List<List<Element>> Of(IReadOnlyList<StockEntry> entries)
        {
            var violations = new List<Violation>();
            var colours = new Dictionary<string, Element>();
            var seen = new Dictionary<string, int>();
            for (int index = 0; index < entries.Count; index++)
            {
                var entry = entries[index];
                var wrong = Check(index, entry).ToList();
                violations.AddRange(wrong);
                if (wrong.Count > 0)
                    continue;
                var color = Composed(entry.Color);
                var artNo = entry.ArtNo == null ? null : Composed(entry.ArtNo);
                var name = "product " + (artNo ?? "id " + entry.Pid) + ", colour " + color;
                var fullName = name + ", size " + entry.Size;
                if (seen.TryGetValue(fullName, out int first))
                    violations.Add(new Violation("[" + index + "]", "ENTRY_REPEATED",
                        fullName + " is already in [" + first + "]; keep one of them"));
                seen[fullName] = index;
                if (!colours.ContainsKey(name))
                    colours[name] = new Element { Pid = entry.Pid, ArtNo = artNo, Color = color };
                colours[name].Entries.Add(index);
            }
            if (violations.Count > 0)
                throw new BadRequestException
                {
                    Code = violations[0].Code, Reason = violations[0].Message, Violations = violations
                };
            // what is sold out must not be sold while other requests wait for their turns
            return Requests(colours.Values.OrderBy(it => it.Entries[0]).OrderByDescending(
                it => it.Entries.Any(index => entries[index].Stock == 0)));
        }

        private static List<List<Element>> Requests(IEnumerable<Element> elements)
        {
            var requests = new List<List<Element>>();
            int count = MaxEntries;
            foreach (var element in elements)
            {
                count += element.Entries.Count;
                if (count > MaxEntries || requests.Last().Count == MaxElements)
                {
                    requests.Add(new List<Element>());
                    count = element.Entries.Count;
                }
                requests.Last().Add(element);
            }
            return requests;
        }

        private static IEnumerable<Violation> Check(int index, StockEntry entry)
        {
            var at = "[" + index + "].";
            if (entry.ArtNo != null && entry.Pid != 0)
                yield return new Violation(at + "artNo", "ART_NO_WITH_PID", Excerpt(entry.ArtNo)
                    + " beside a product id (expected: one of the two)");
            if (entry.ArtNo != null && (Trimmed(entry.ArtNo) == "" || !Fits(entry.ArtNo)))
                yield return new Violation(at + "artNo", "TEXT_INVALID", Excerpt(entry.ArtNo)
                    + " (expected: 1 to 64 characters without control characters)");
            if (entry.ArtNo == null && entry.Pid < 1)
                yield return new Violation(at + "pid", "ID_INVALID", entry.Pid + " (expected: a product id, from 1)");
            if (Trimmed(entry.Color) == "" || !Fits(entry.Color))
                yield return new Violation(at + "color", "COLOR_INVALID", Excerpt(entry.Color)
                    + " (expected: a colour name of 1 to 64 characters without control characters)");
            if (entry.Size < 1 || entry.Size > 999)
                yield return new Violation(at + "size", "SIZE_INVALID", entry.Size + " (expected: 1 to 999)");
            if (entry.Stock < 0 || entry.Stock > MaxQuantity || entry.Stock == null && entry.Delta == null)
                yield return new Violation(at + "stock", "STOCK_INVALID", (entry.Stock?.ToString() ?? "nothing")
                    + " (expected: 0 to 999999999, or a delta)");
            if (entry.Expected < -1 || entry.Expected > MaxQuantity)
                yield return new Violation(at + "expected", "EXPECTED_INVALID", entry.Expected
                    + " (expected: 0 to 999999999, or -1 for no entry)");
            if (entry.Delta < -MaxQuantity || entry.Delta > MaxQuantity)
                yield return new Violation(at + "delta", "DELTA_INVALID", entry.Delta
                    + " (expected: -999999999 to 999999999)");
            if (entry.Delta != null && (entry.Stock != null || entry.Expected != null))
                yield return new Violation(at + "delta", "DELTA_WITH_STOCK", entry.Delta
                    + " beside stock or expected (expected: delta alone, or stock with or without expected)");
            if (!Fits(entry.BarCode))
                yield return new Violation(at + "barCode", "BAR_CODE_INVALID", Excerpt(entry.BarCode)
                    + " (expected: at most 64 characters without control characters)");
        }

        private static string Trimmed(string text) => (text ?? "").Trim(Spaces);

        /// As the server keeps it.
        private static string Composed(string text) =>
            IsPlain(Trimmed(text)) ? Trimmed(text) : Trimmed(text).Normalize(NormalizationForm.FormC);

        /// As most texts are: nothing to compose, nothing to refuse.
        private static bool IsPlain(string text) => text.All(c => c >= ' ' && c <= '~');

        private static bool Fits(string text)
        {
            var trimmed = Trimmed(text);
            if (IsPlain(trimmed))
                return trimmed.Length <= MaxText;
            // half a surrogate pair is no character
            return !trimmed.Any(char.IsControl)
                && !Regex.IsMatch(trimmed, "[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]")
                && Composed(text).Count(c => !char.IsLowSurrogate(c)) <= MaxText;
        }

        private static string Excerpt(string text)
        {
            var plain = Regex.Replace(Trimmed(text), @"\p{C}", "?");
            return plain == "" ? "nothing" : plain.Length > MaxShown ? plain.Substring(0, MaxShown) + "…" : plain;
        }
    }

    /// When the next request that changes stock may be sent: one for all clients of this process with the same token.
    internal sealed class Pace
    {
        private static readonly Regex Policy = new Regex("\"create-stock\";q=([1-9][0-9]{0,5});w=([0-9]{1,6})");
        private static readonly ConcurrentDictionary<string, Pace> All = new ConcurrentDictionary<string, Pace>();

        private readonly SemaphoreSlim turn = new SemaphoreSlim(1);
        private readonly Stopwatch time = Stopwatch.StartNew();
        private double interval = 2000;
        private double open;

        internal static Pace Of(params string[] names) =>
            All.GetOrAdd(Hash.Of(SHA256.Create(), string.Join("\n", names)), name => new Pace());

        internal async Task<Json> InTurnAsync(Func<Task<Json>> send, CancellationToken cancel)
        {
            await turn.WaitAsync(cancel).ConfigureAwait(false);
            try
            {
                for (double wait; (wait = open - time.Elapsed.TotalMilliseconds) > 0;)
                    await Task.Delay((int)Math.Ceiling(wait), cancel).ConfigureAwait(false);
                return await send().ConfigureAwait(false);
            }
            catch (UnavailableException e) when (e.Status == 0 && e.PerhapsDone)
            {
                Close(interval);
                throw;
            }
            finally
            {
                turn.Release();
            }
        }

        /// The server says in how many milliseconds, from the arrival of its answer, the next request may come. One
        /// that it did not accept (400, 401, 403, 413) has taken no turn.
        internal void Learn(Reply reply)
        {
            var policy = Policy.Match(reply.Header("RateLimit-Policy"));
            if (policy.Success)
                interval = 1000.0 * int.Parse(policy.Groups[2].Value) / int.Parse(policy.Groups[1].Value);
            var told = reply.Number("Next-Turn-Ms")
                ?? (reply.Status == 429 ? reply.RetryAfter?.TotalMilliseconds ?? interval
                    : reply.Status == 200 || reply.Status >= 500 ? interval : (double?)null);
            if (told != null)
                Close(told.Value);
        }

        private void Close(double millis) => open = time.Elapsed.TotalMilliseconds + millis;
    }

    /// A call's attempts. The pause before the next is what the server asks for and a random part, so that many callers
    /// that failed at once do not come back at once.
    internal sealed class Retries
    {
        private static readonly TimeSpan MaxTurnWait = TimeSpan.FromMinutes(10);

        private readonly int attempts;
        private readonly double firstPause;
        private readonly double maxPause;
        private readonly TimeSpan budget;
        private readonly Random random = new Random(Guid.NewGuid().GetHashCode());
        private Stopwatch failing;
        private Stopwatch waiting;
        private int attempt = 1;

        private Retries(int attempts, double firstPause, double maxPause, int budget)
        {
            this.attempts = attempts;
            this.firstPause = firstPause;
            this.maxPause = maxPause;
            this.budget = TimeSpan.FromSeconds(budget);
        }

        internal static Retries OfCall() => new Retries(6, 0.2, 5, 30);

        /// Two minutes, long enough for a server to restart.
        internal static Retries OfCreate() => new Retries(30, 0.5, 15, 120);

        internal TimeSpan Pause { get; private set; }

        /// Whether there is another attempt after this failure, and after the pause.
        internal bool Allow(StockroomException failure)
        {
            var asked = failure.RetryAfter ?? TimeSpan.Zero;
            if (failure.Code == "CREATE_TOO_SOON")
            {
                // another process took the turn; the pace knows the next one
                Pause = TimeSpan.Zero;
                waiting = waiting ?? Stopwatch.StartNew();
                return waiting.Elapsed + asked <= MaxTurnWait;
            }
            failing = failing ?? Stopwatch.StartNew();
            double max = Math.Min(maxPause, firstPause * Math.Pow(2, attempt - 1));
            Pause = asked + TimeSpan.FromSeconds(random.NextDouble() * max);
            return failure.IsTemporary && attempt++ < attempts && failing.Elapsed + Pause <= budget;
        }
    }

    internal sealed class Request
    {
        private string type;
        private byte[] body;
        private string key;
        private bool dryRun;
        private string reference;

        internal string Path { get; private set; }
        /// How long the server is asked to wait before it answers.
        internal TimeSpan Wait { get; set; }
        /// How often.
        internal int Sent { get; set; }
        /// The server may have carried it out, and the answer is lost.
        internal bool PerhapsDone { get; set; }
        /// The last answer was that of an earlier request with the same key, which was not carried out again.
        internal bool Replayed { get; set; }
        internal bool IsWrite => key != null;

        internal static Request Json(string path, object json) => new Request
        {
            Path = path, type = "application/json", body = Encoding.UTF8.GetBytes(Stockroom.Json.Write(json))
        };

        /// Names and values in turns; those that are null are left out.
        internal static Request Form(string path, params object[] fields)
        {
            var pairs = new List<string>();
            for (int i = 0; i < fields.Length; i += 2)
                if (fields[i + 1] != null)
                    pairs.Add(fields[i] + "=" + WebUtility.UrlEncode(
                        Convert.ToString(fields[i + 1], CultureInfo.InvariantCulture)));
            return new Request
            {
                Path = path, type = "application/x-www-form-urlencoded",
                body = Encoding.ASCII.GetBytes(string.Join("&", pairs))
            };
        }

        /// A change of stock; however often it is sent with its key, it is carried out once.
        internal Request AsWrite(string key, bool dryRun, string reference)
        {
            this.key = key ?? Guid.NewGuid().ToString();
            this.dryRun = dryRun;
            this.reference = reference;
            return this;
        }

        internal void AddTo(HttpRequestMessage message)
        {
            message.Content = new ByteArrayContent(body);
            message.Content.Headers.Add("Content-Type", type);
            if (IsWrite)
                message.Headers.Add("Idempotency-Key", key);
            if (dryRun)
                message.Headers.Add("Dry-Run", "true");
            if (reference != null)
                message.Headers.Add("Reference", Uri.EscapeDataString(reference));
        }
    }

    internal static class Hash
    {
        /// In upper-case digits. MD5 is the interface's choice.
        internal static string Of(HashAlgorithm algorithm, string text)
        {
            using (algorithm)
                return BitConverter.ToString(algorithm.ComputeHash(Encoding.UTF8.GetBytes(text))).Replace("-", "");
        }
    }

    /// An answer of the server, or of something in between.
    internal sealed class Reply
    {
        private static readonly string[] CursorCodes = { "CURSOR_INVALID", "CURSOR_EXPIRED", "CURSOR_BEFORE_RESTORE" };

        private static readonly string[] CredentialCodes =
        {
            "HEADER_MISSING", "HEADER_REPEATED", "TIMESTAMP_INVALID", "TIMESTAMP_EXPIRED", "APP_UNKNOWN",
            "SIGN_INVALID", "SIGN_MISMATCH", "TOKEN_INVALID", "MERCHANT_SUSPENDED"
        };

        private readonly HttpResponseMessage response;

        internal Reply(HttpResponseMessage response, string text)
        {
            this.response = response;
            Body = Json.Parse(text);
        }

        internal int Status => (int)response.StatusCode;
        internal Json Body { get; }
        internal DateTimeOffset? Date => response.Headers.Date;

        internal TimeSpan? RetryAfter =>
            Number("Retry-After") is int seconds ? TimeSpan.FromSeconds(seconds) : (TimeSpan?)null;

        internal string Header(string name) =>
            response.Headers.TryGetValues(name, out var values) ? string.Join(", ", values) : "";

        internal int? Number(string header) =>
            Regex.IsMatch(Header(header), @"\A[0-9]{1,9}\z") ? int.Parse(Header(header)) : (int?)null;

        /// The JSON of a success; throws the failure otherwise.
        internal Json Answer()
        {
            if (Status == 200 && Body["success"].Flag == true)
                return Body;
            bool ours = Body["success"].Flag != null;
            var failure = Failure(ours);
            failure.Reason = ours ? Body["msg"].Text ?? "" : "not an answer of Stockroom; check the address";
            failure.Status = Status;
            failure.Code = Body["code"].Text ?? "";
            failure.RequestId = Body["requestId"].Text ?? Header("X-Request-Id");
            failure.RetryAfter = RetryAfter ?? (Status == 429 ? TimeSpan.FromSeconds(2) : (TimeSpan?)null);
            failure.Violations = Body["errors"].Items.Select(it => new Violation(
                it["at"].Text ?? "", it["code"].Text ?? "", it["msg"].Text ?? "", it["stock"].Int)).ToList();
            failure.Products = Read.Ids(Body["products"]);
            throw failure;
        }

        private StockroomException Failure(bool ours)
        {
            if (CursorCodes.Contains(Body["code"].Text))
                return new InvalidCursorException();
            if (Status == 401 || Status == 403 || CredentialCodes.Contains(Body["code"].Text))
                return new NotAuthenticatedException();
            if (Status == 200 && ours)
                return new RefusedException();
            if (Status == 413 || Status == 400 && ours)
                return new BadRequestException();
            if (Status == 429)
                return new RateLimitedException { IsTemporary = true };
            if (Status == 500 || Status >= 502 && Status <= 504)
                return new UnavailableException { PerhapsDone = true, IsTemporary = Status != 500 };
            return new UnexpectedAnswerException { PerhapsDone = true };
        }
    }

    /// Parts of answers. Fields that this client does not know are passed over: a newer server may have more.
    internal static class Read
    {
        internal static UnexpectedAnswerException NotAsExpected(string why) =>
            new UnexpectedAnswerException
            {
                Status = 200, Reason = "the answer is not as expected: " + why, PerhapsDone = true
            };

        private static UnexpectedAnswerException Missing(string name) => NotAsExpected(name + " is missing");

        internal static int Int(Json json, string name) => json[name].Int ?? throw Missing(name);

        internal static string Text(Json json, string name) => json[name].Text ?? throw Missing(name);

        internal static IReadOnlyList<T> List<T>(Json json, string name, Func<Json, T> read) =>
            json[name].IsList ? json[name].Items.Select(read).ToList() : throw Missing(name);

        internal static IReadOnlyList<int> Ids(Json list) =>
            list.Items.Where(it => it.Int != null).Select(it => it.Int.Value).ToList();

        private static DateTimeOffset? Time(Json json) => DateTimeOffset.TryParse(
            json.Text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var time)
                ? time : (DateTimeOffset?)null;

        internal static Product Product(Json json) => new Product
        {
            Id = Int(json, "id"), ArtNo = json["artNo"].Text ?? "", Pic = json["pic"].Text ?? "",
            StockTotal = json["stockTotal"].Long, UpdatedAt = Time(json["updatedAt"]), State = json["state"].Text
        };

        internal static StockItem Item(Json json) => new StockItem
        {
            Guid = json["guid"].Text ?? "", BarCode = json["barCode"].Text, Color = Text(json, "color"),
            Size = Int(json, "size"), Stock = Int(json, "stock")
        };

        internal static ProductStock Products(Json json) => new ProductStock
        {
            Pid = Int(json, "productid"), Stock = List(json, "stock", Item)
        };

        internal static UndoResult Undo(Json json, bool replayed) => new UndoResult
        {
            Push = json["push"].Long,
            Replayed = replayed,
            Undone = Int(json["data"], "undone"),
            Conflicts = Int(json["data"], "conflicts"),
            Skipped = List(json["data"], "skipped", it => new SkippedEntry
            {
                Pid = Int(it, "productid"), Color = Text(it, "color"), Size = Int(it, "size"), Left = it["left"].Int,
                Stock = it["stock"].Int, Reason = it["reason"].Text
            })
        };

        internal static Push Push(Json json) => new Push
        {
            Number = json["push"].Long ?? throw Missing("push"),
            At = Time(json["at"]) ?? throw Missing("at"),
            Kind = json["kind"].Text, By = json["by"].Text, Appid = json["appid"].Text,
            Application = json["application"].Text, Account = json["account"].Text, RequestId = json["requestId"].Text,
            Reference = json["reference"].Text,
            Changes = List(json, "changes", it => new Change
            {
                Pid = Int(it, "productid"), Color = Text(it, "color"), Size = Int(it, "size"),
                Before = it["before"].Int, Stock = it["stock"].Int
            })
        };

        internal static AccountLimits Limits(Json json) => new AccountLimits
        {
            CreateIntervalMs = Int(json["createStock"], "intervalMs"), NextTurnMs = Int(json["createStock"], "nextTurnMs"),
            DetailsPerDay = Int(json["details"], "limit"), DetailsUsed = Int(json["details"], "used"),
            DetailsResetAt = Time(json["details"]["resetsAt"]) ?? throw Missing("resetsAt"),
            StoreProducts = Int(json["store"], "limit"), StoreProductsUsed = Int(json["store"], "used"),
            ResultsDue = Int(json["publish"], "due"), ResultsReported = Int(json["publish"], "reported"),
            ResultsNeeded = Int(json["publish"], "needed"), Owing = Ids(json["publish"]["owing"]),
            TokenExpiresAt = Time(json["token"]["expiresAt"]) ?? throw Missing("expiresAt")
        };

        internal static ProductDetail Detail(Json json) => new ProductDetail
        {
            CategoryIdTree = json["categoryIdTree"].Text, CategoryNameTree = json["categoryNameTree"].Text,
            Description = json["description"].Text, Imgs = json["imgs"].Items.Select(it => it.Text).ToList(),
            Price = json["price"].Decimal ?? throw Missing("price"), OuterId = json["outerId"].Text,
            PicUrl = json["picUrl"].Text, StoreUrl = json["storeUrl"].Text, StoreName = json["storeName"].Text,
            Title = json["title"].Text, Video = json["video"].Text,
            Attributes = json["attributes"].Items.Select(it => new ProductAttribute
            {
                Name = it["name"].Text, Value = it["value"].Text
            }).ToList(),
            Skus = json["skus"].Items.Select(it => new ProductSku
            {
                Color = it["color"].Text, Size = it["size"].Text, StockNum = it["stockNum"].Text,
                SkuImg = it["skuImg"].Text
            }).ToList()
        };
    }

    // What goes wrong

    /// <summary>
    /// A call that was not carried out. The subclasses are what a program handles differently; none of them has the
    /// secret or the token in its text. Their properties can be set so that a program can test how it handles them.
    /// </summary>
    public abstract class StockroomException : Exception
    {
        private const int MaxShown = 3;

        protected StockroomException(Exception cause = null) : base(null, cause) { }

        /// <summary>Of HTTP; 0 without an answer.</summary>
        public int Status { get; set; }
        /// <summary>For programs; empty if the answer has none. A newer server may have further ones.</summary>
        public string Code { get; set; } = "";
        /// <summary>For people. Message has the rest, too.</summary>
        public string Reason { get; set; } = "";
        /// <summary>What to tell the operator; empty without an answer of Stockroom.</summary>
        public string RequestId { get; set; } = "";
        /// <summary>How long the server asks to wait, if it does: hours, if a limit is a daily one.</summary>
        public TimeSpan? RetryAfter { get; set; }
        /// <summary>Everything that is wrong with the request, each with its place.</summary>
        public IReadOnlyList<Violation> Violations { get; set; } = new Violation[0];
        /// <summary>The ids of the products that were refused, if the answer names them.</summary>
        public IReadOnlyList<int> Products { get; set; } = new int[0];
        /// <summary>The server may have carried out the call: it was sent, and its answer is lost.</summary>
        public bool PerhapsDone { get; set; }

        internal bool IsTemporary { get; set; }

        public override string Message => (Status > 0 ? "HTTP " + Status + " " : "") + (Code != "" ? Code + ": " : "")
            + Reason + (RequestId != "" ? " (request " + RequestId + ")" : "")
            + string.Concat(Violations.Take(MaxShown).Select(it => "\n  " + it.At + " " + it.Code + ": " + it.Message))
            + (Violations.Count > MaxShown ? "\n  and " + (Violations.Count - MaxShown) + " more, see Violations" : "");
    }

    /// <summary>One thing that is wrong with a request.</summary>
    public sealed class Violation
    {
        public Violation(string at, string code, string message, int? stock = null)
        {
            At = at;
            Code = code;
            Message = message;
            Stock = stock;
        }

        /// <summary>The place, such as [17].param[2].size or [17].stock; empty if the whole request is meant.</summary>
        public string At { get; }
        public string Code { get; }
        public string Message { get; }
        /// <summary>What there is now, if that is what is wrong; null if there is no entry.</summary>
        public int? Stock { get; }
    }

    /// <summary>A rule of the business says no: a product that does not exist, no stock added.</summary>
    public sealed class RefusedException : StockroomException { }

    /// <summary>Something is wrong with the request: see Violations. The status is 0 if nothing was sent.</summary>
    public sealed class BadRequestException : StockroomException { }

    /// <summary>The credentials were not accepted; someone has to fix them.</summary>
    public sealed class NotAuthenticatedException : StockroomException { }

    /// <summary>
    /// The cursor leads nowhere, or no longer: read all stock again by SnapshotAsync, and follow from its cursor.
    /// </summary>
    public sealed class InvalidCursorException : StockroomException { }

    /// <summary>A limit that ends by itself, after RetryAfter: longer than this client waits.</summary>
    public sealed class RateLimitedException : StockroomException { }

    /// <summary>No connection, no answer, or HTTP 5xx. The same call may work later.</summary>
    public sealed class UnavailableException : StockroomException
    {
        public UnavailableException(Exception cause = null) : base(cause) { }
    }

    /// <summary>Not an answer of Stockroom: a wrong address, or a proxy.</summary>
    public sealed class UnexpectedAnswerException : StockroomException { }

    /// <summary>
    /// Creating stock ended early: the report says what was written. InnerException says why, and gives this one its
    /// status, code and reason.
    /// </summary>
    public sealed class CreateStockException : StockroomException
    {
        public CreateStockException(CreateReport report, StockroomException why) : base(why)
        {
            Report = report;
            Reason = why.Reason;
            Status = why.Status;
            Code = why.Code;
            RequestId = why.RequestId;
            RetryAfter = why.RetryAfter;
            Violations = why.Violations;
            Products = why.Products;
            PerhapsDone = why.PerhapsDone;
        }

        public CreateReport Report { get; }
    }

    /// <summary>Creating stock was cancelled: the report says what was written.</summary>
    public sealed class CreateStockCanceledException : OperationCanceledException
    {
        public CreateStockCanceledException(CreateReport report, OperationCanceledException why)
            : base("creating stock was cancelled: " + report, why, why.CancellationToken) => Report = report;

        public CreateReport Report { get; }
    }

    // Stock to set

    /// <summary>
    /// A quantity to set (Stock), or a change of it up or down (Delta), of one product in one colour and size.
    /// </summary>
    public sealed class StockEntry
    {
        public int Pid { get; set; }
        /// <summary>The item number of the product, in place of its id.</summary>
        public string ArtNo { get; set; }
        public string Color { get; set; }
        public int Size { get; set; }
        public int? Stock { get; set; }
        public int? Delta { get; set; }
        /// <summary>Written only if this is what is there; -1 if there must be no entry.</summary>
        public int? Expected { get; set; }
        /// <summary>Null keeps the one that is there.</summary>
        public string BarCode { get; set; }
        public bool ClearBarCode { get; set; }
    }

    /// <summary>A colour of a product to delete, or some of its sizes.</summary>
    public sealed class StockDeletion
    {
        public int Pid { get; set; }
        /// <summary>The item number of the product, in place of its id.</summary>
        public string ArtNo { get; set; }
        public string Color { get; set; }
        /// <summary>Null for the whole colour.</summary>
        public IReadOnlyList<int> Sizes { get; set; }
    }

    public enum EntryState
    {
        /// <summary>Not sent, or sent and certainly not written.</summary>
        Unsent,
        Written,
        /// <summary>In a dry run: it would have been written.</summary>
        Checked,
        Rejected,
        /// <summary>Sent, and the answer is lost: it may or may not be written.</summary>
        Unknown
    }

    /// <summary>What became of each entry.</summary>
    public sealed class CreateReport
    {
        private readonly EntryState[] states;
        private readonly List<RejectedEntry> rejected = new List<RejectedEntry>();
        private readonly List<long> pushes = new List<long>();

        internal CreateReport(IReadOnlyList<StockEntry> entries)
        {
            Entries = entries;
            states = new EntryState[entries.Count];
        }

        public IReadOnlyList<StockEntry> Entries { get; }
        /// <summary>In the order of the entries.</summary>
        public IReadOnlyList<EntryState> States => states;
        public IReadOnlyList<RejectedEntry> Rejected => rejected;
        /// <summary>How many were sent, further attempts included.</summary>
        public int Requests { get; internal set; }
        /// <summary>The numbers of the changes; a request that changed no quantity made none.</summary>
        public IReadOnlyList<long> Pushes => pushes;
        /// <summary>
        /// An answer was that of an earlier request with the same key, which was not carried out again.
        /// </summary>
        public bool Replayed { get; internal set; }

        /// <summary>
        /// Those to send again. Not among them are unknown changes (Delta), which might be made twice.
        /// </summary>
        public IReadOnlyList<StockEntry> Remaining => Entries.Where((entry, index) => states[index] == EntryState.Unsent
            || states[index] == EntryState.Unknown && entry.Delta == null).ToList();

        public int Count(EntryState state) => states.Count(it => it == state);

        /// <summary>Counts, not entries: there may be hundreds of thousands.</summary>
        public override string ToString() => Entries.Count + " entries" + string.Concat(
            states.GroupBy(it => it).Select(it => ", " + it.Count() + " " + it.Key.ToString().ToLowerInvariant()));

        internal void Mark(IEnumerable<StockPlan.Element> elements, EntryState state, long? push = null)
        {
            foreach (int index in elements.SelectMany(it => it.Entries))
                states[index] = state;
            if (push != null)
                pushes.Add(push.Value);
        }

        internal void Reject(int index, string code, string reason, int? stock)
        {
            states[index] = EntryState.Rejected;
            rejected.Add(new RejectedEntry
            {
                Index = index, Entry = Entries[index], Code = code, Reason = reason, Stock = stock
            });
        }
    }

    /// <summary>An entry the platform refused.</summary>
    public sealed class RejectedEntry
    {
        public int Index { get; set; }
        public StockEntry Entry { get; set; }
        public string Code { get; set; }
        public string Reason { get; set; }
        /// <summary>What there is now, if it was refused for that; null if there is no entry.</summary>
        public int? Stock { get; set; }
    }

    // What the server answers

    public enum StockFilter { All, WithStock, WithoutStock }

    /// <summary>What the product list tells only if it is asked to.</summary>
    [Flags]
    public enum ProductFields { None = 0, StockTotal = 1, UpdatedAt = 2, State = 4 }

    public sealed class ProductPage
    {
        public int TotalPages { get; set; }
        public IReadOnlyList<Product> Products { get; set; }
    }

    /// <summary>The last three are null if they were not asked for.</summary>
    public sealed class Product
    {
        public int Id { get; set; }
        public string ArtNo { get; set; }
        public string Pic { get; set; }
        public long? StockTotal { get; set; }
        public DateTimeOffset? UpdatedAt { get; set; }
        /// <summary>on_sale or delisted.</summary>
        public string State { get; set; }
    }

    public sealed class ProductDetail
    {
        /// <summary>Comma-separated, as CategoryNameTree.</summary>
        public string CategoryIdTree { get; set; }
        public string CategoryNameTree { get; set; }
        /// <summary>HTML.</summary>
        public string Description { get; set; }
        public IReadOnlyList<string> Imgs { get; set; }
        public decimal Price { get; set; }
        /// <summary>Store, item number and price, separated by slashes.</summary>
        public string OuterId { get; set; }
        public string PicUrl { get; set; }
        public IReadOnlyList<ProductAttribute> Attributes { get; set; }
        public IReadOnlyList<ProductSku> Skus { get; set; }
        public string StoreUrl { get; set; }
        public string StoreName { get; set; }
        public string Title { get; set; }
        public string Video { get; set; }
    }

    public sealed class ProductAttribute
    {
        public string Name { get; set; }
        public string Value { get; set; }
    }

    /// <summary>One colour: its sizes, and as many quantities, both separated by commas.</summary>
    public sealed class ProductSku
    {
        public string Color { get; set; }
        public string Size { get; set; }
        public string StockNum { get; set; }
        public string SkuImg { get; set; }
    }

    /// <summary>Where the account stands against every limit.</summary>
    public sealed class AccountLimits
    {
        /// <summary>Between two requests to create, delete or undo.</summary>
        public int CreateIntervalMs { get; set; }
        /// <summary>Until the next of them is admitted; 0 for at once.</summary>
        public int NextTurnMs { get; set; }
        public int DetailsPerDay { get; set; }
        public int DetailsUsed { get; set; }
        public DateTimeOffset DetailsResetAt { get; set; }
        /// <summary>Different products that the bound store may fetch within three months.</summary>
        public int StoreProducts { get; set; }
        public int StoreProductsUsed { get; set; }
        public int ResultsDue { get; set; }
        public int ResultsReported { get; set; }
        /// <summary>How many of those due must have a result before further details are delivered.</summary>
        public int ResultsNeeded { get; set; }
        /// <summary>Products that are due without a result, the oldest first.</summary>
        public IReadOnlyList<int> Owing { get; set; }
        public DateTimeOffset TokenExpiresAt { get; set; }
    }

    /// <summary>What became of a fetched product in the bound store.</summary>
    public sealed class PublishResult
    {
        public int Pid { get; set; }
        /// <summary>Such as tb.</summary>
        public string Platform { get; set; }
        public string ShopId { get; set; }
        public string ShopName { get; set; }
        public string UserId { get; set; }
        public string UserNick { get; set; }
        /// <summary>Of the published item; may be empty if publishing failed.</summary>
        public string ItemId { get; set; }
        public bool Published { get; set; }
        /// <summary>Why it failed, or anything else worth keeping.</summary>
        public string Message { get; set; }
    }

    public sealed class StockItem
    {
        public string Guid { get; set; }
        public string BarCode { get; set; }
        public string Color { get; set; }
        public int Size { get; set; }
        public int Stock { get; set; }
    }

    public sealed class ProductStock
    {
        public int Pid { get; set; }
        public IReadOnlyList<StockItem> Stock { get; set; }
    }

    /// <summary>The stock of products, and the cursor from which ChangesAsync goes on.</summary>
    public sealed class StockSnapshot
    {
        public IReadOnlyList<ProductStock> Stock { get; set; }
        public string Cursor { get; set; }
    }

    /// <summary>What an undo did, or in a dry run what it would do.</summary>
    public sealed class UndoResult
    {
        /// <summary>The undo's own number; null if it changed nothing.</summary>
        public long? Push { get; set; }
        public int Undone { get; set; }
        /// <summary>How many entries were changed since, and left alone.</summary>
        public int Conflicts { get; set; }
        /// <summary>The first 100 of the conflicts.</summary>
        public IReadOnlyList<SkippedEntry> Skipped { get; set; }
        /// <summary>This is the answer to an earlier attempt, which was not carried out again.</summary>
        public bool Replayed { get; set; }
    }

    /// <summary>An entry that was not undone: what the push left, and what there is now.</summary>
    public sealed class SkippedEntry
    {
        public int Pid { get; set; }
        public string Color { get; set; }
        public int Size { get; set; }
        public int? Left { get; set; }
        public int? Stock { get; set; }
        /// <summary>changed, product_deleted, product_full or colours_full; a newer server may have more.</summary>
        public string Reason { get; set; }
    }

    public sealed class ChangePage
    {
        public IReadOnlyList<Push> Pushes { get; set; }
        /// <summary>Where to go on.</summary>
        public string Cursor { get; set; }
        /// <summary>Whether there is more already.</summary>
        public bool More { get; set; }
    }

    /// <summary>A request that changed quantities.</summary>
    public sealed class Push
    {
        /// <summary>Counts up within the merchant, from 1 and without gaps.</summary>
        public long Number { get; set; }
        public DateTimeOffset At { get; set; }
        /// <summary>create, undo, delete or product; a newer server may have more.</summary>
        public string Kind { get; set; }
        /// <summary>application or operator; an operator has no Appid, Application and Account.</summary>
        public string By { get; set; }
        public string Appid { get; set; }
        public string Application { get; set; }
        public string Account { get; set; }
        public string RequestId { get; set; }
        /// <summary>What the caller gave, if anything.</summary>
        public string Reference { get; set; }
        public IReadOnlyList<Change> Changes { get; set; }
    }

    /// <summary>Before is null where the entry is new, Stock null where it was taken away.</summary>
    public sealed class Change
    {
        public int Pid { get; set; }
        public string Color { get; set; }
        public int Size { get; set; }
        public int? Before { get; set; }
        public int? Stock { get; set; }
    }
}
