using System;
using System.Collections.Generic;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Net.Sockets;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Stockroom;

/// Tests what the scenarios cannot show: texts of failures, cancelling, a silent server, events, and the extension for
/// dependency injection. Runs the code of README.md at the end.
static class Checks
{
    static int failed;

    static async Task<int> Main()
    {
        ChecksEntries();
        ChecksEntriesInChinese();
        RefusesOptions();
        RefusesNull();
        await SaysWhatWasSentWhenItIsCancelled();
        await EndsCallsThatGetNoResponse();
        await SaysThatItCannotConnect();
        await SaysEachThingOnce();
        await SaysInChineseHowItEnded();
        await ReportsWarningsAsEvents();
        await ReportsRetriesAsEvents();
        await EndsAFeedWithEitherToken();
        await FollowsPagesOfATest();
        ReadsNoJsonAsNothing();
        await AddsTheClientToServices();
        if (failed == 0)
            await Readme.Run();
        return failed;
    }

    static void Same(object? came, object? expected)
    {
        if (Equals(came, expected))
            return;
        Console.Error.WriteLine(came + " (expected: " + expected + ")\n" + Environment.StackTrace);
        failed = 1;
    }

    static StockroomClientOptions Options(string? address, int timeout = 10000) => new StockroomClientOptions
    {
        Address = address == null ? null : new Uri(address, UriKind.RelativeOrAbsolute), AppId = "1", Secret = "s",
        Token = Guid.NewGuid().ToString("N"), Timeout = TimeSpan.FromMilliseconds(timeout)
    };

    static StockroomClient Client(string? address) => new StockroomClient(Options(address));

    static StockEntry Entry(string color, int? stock = 5) => new StockEntry(7, color, 38) { Stock = stock };

    static void ChecksEntries()
    {
        var wrong = new[]
        {
            Entry(null!), Entry("\u3000"), Entry("a\ud800"), Entry("\ude00"), Entry("a\u0007b"), Entry("red", null),
            new StockEntry(7, "red", 38) { Delta = 1, Expected = 3 },
            new StockEntry(7, "red", 38) { Stock = 1, BarCode = new string('x', 65) }
        };
        // .NET Core 3.1 does not compose without ICU, which scripts/dotnet goes without; the server does then
        bool composes = "e\u0301".Normalize().Length == 1;
        // 64 characters of 65 code units; a letter with a separate accent, and the same letter as one character
        var right = new[] { Entry("😀" + new string('x', 63)), Entry("e\u0301"), Entry(" \u00e9") };
        try
        {
            Client("http://127.0.0.1:1").CreateStockAsync(wrong.Concat(right)).GetAwaiter().GetResult();
            Same("accepted", "refused");
        }
        catch (BadRequestException e)
        {
            Same(string.Join(" ", e.Violations.Select(it => it.At + it.Code)), "[0].colorCOLOR_INVALID"
                + " [1].colorCOLOR_INVALID [2].colorCOLOR_INVALID [3].colorCOLOR_INVALID [4].colorCOLOR_INVALID"
                + " [5].stockSTOCK_INVALID [6].deltaDELTA_WITH_STOCK [7].barCodeBAR_CODE_INVALID"
                + (composes ? " [10]ENTRY_REPEATED" : ""));
            const string Color = " (expected: a colour name of 1 to 64 characters without control characters)\n";
            Same(e.Message, "COLOR_INVALID\n  [0].color: nothing" + Color + "  [1].color: nothing" + Color
                + "  [2].color: a?" + Color + "  … +" + (composes ? 6 : 5));
        }
    }

    static void ChecksEntriesInChinese()
    {
        var options = Options("http://127.0.0.1:1");
        options.Language = "zh-CN";
        try
        {
            new StockroomClient(options).CreateStockAsync(new[] { Entry("红", -1) }).GetAwaiter().GetResult();
            Same("accepted", "refused");
        }
        catch (BadRequestException e)
        {
            Same(e.Message, "STOCK_INVALID: [0].stock：-1（应为：0 到 999999999）");
            Same(e.Violations.Single().Message, e.Reason);
        }
    }

    static void RefusesOptions()
    {
        foreach (var address in new[] { null, "stock.example", "ftp://x", "http://x/?a", "http://a:b@x" })
            Same(Refuses(() => Client(address)), true);
        var spaced = Options("http://x");
        spaced.Token = "a b";
        Same(Refuses(() => new StockroomClient(spaced)), true);
        var hasty = Options("http://x", 0);
        Same(Refuses(() => new StockroomClient(hasty)), true);
        var unset = Options("http://x");
        unset.Retry = null!;
        Same(Refuses(() => new StockroomClient(unset)), true);
        var client = Client("http://127.0.0.1:1");
        var key = new CreateStockOptions { IdempotencyKey = "k" };
        Same(Refuses(() => client.CreateStockAsync(new StockEntry[0], key)), true);
        var chinese = new CreateStockOptions { IdempotencyKey = "红", OneRequest = true };
        Same(Refuses(() => client.CreateStockAsync(new StockEntry[0], chinese)), true);
    }

    /// The names are those of the methods' own parameters.
    static void RefusesNull()
    {
        var client = Client("http://127.0.0.1:1");
        foreach (var (name, call) in new (string, Func<object>)[]
        {
            ("entries", () => client.CreateStockAsync(null!)), ("entries", () => client.CreateStockAsync(new StockEntry[1])),
            ("deletions", () => client.DeleteStockAsync(null!).GetAwaiter().GetResult()),
            ("productIds", () => client.GetStocksAsync(null!).GetAwaiter().GetResult()),
            ("barCodes", () => client.GetStocksByBarCodeAsync(null!).GetAwaiter().GetResult()),
            ("artNos", () => client.GetProductsByArtNoAsync(null!)),
            ("reference", () => client.GetHistoryByReferenceAsync(null!)),
            ("result", () => client.ReportPublishResultAsync(null!))
        })
            try
            {
                call();
                Same("accepted", name);
            }
            catch (ArgumentException e)
            {
                Same(e.ParamName, name);
            }
    }

    static bool Refuses(Func<object> make)
    {
        try
        {
            make();
            return false;
        }
        catch (ArgumentException)
        {
            return true;
        }
    }

    /// Cancels one call before it begins, and another one while its request is under way.
    static async Task SaysWhatWasSentWhenItIsCancelled()
    {
        var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();
        foreach (bool sent in new[] { false, true })
        {
            var cancel = new CancellationTokenSource();
            if (sent)
                _ = silent.AcceptTcpClientAsync().ContinueWith(accepted => cancel.CancelAfter(50));
            else
                cancel.Cancel();
            var entries = new[] { Entry("red"), new StockEntry(7, "red", 39) { Delta = 1 } };
            var run = Client("http://" + silent.LocalEndpoint).CreateStockAsync(entries, null, cancel.Token);
            try
            {
                await run;
                Same("ended", "cancelled");
            }
            catch (CreateStockCanceledException e)
            {
                Same(e.CancellationToken, cancel.Token);
                Same(run.IsCanceled, true);
                Same(e.Report.Requests, sent ? 1 : 0);
                Same(e.Report.Count(sent ? EntryState.Unknown : EntryState.Unsent), 2);
                Same(e.Report.Remaining.Count, sent ? 1 : 2);
            }
        }
        silent.Stop();
    }

    static async Task EndsCallsThatGetNoResponse()
    {
        var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();
        var options = Options("http://" + silent.LocalEndpoint, 50);
        options.Retry = RetryPolicy.None;
        var e = await Failure<UnavailableException>(new StockroomClient(options));
        Same(e?.IsOutcomeUnknown, true);
        Same(e?.Message, "no response in time from http://" + silent.LocalEndpoint);
        silent.Stop();
    }

    static async Task SaysThatItCannotConnect()
    {
        var options = Options("http://127.0.0.1:1");
        options.Retry = RetryPolicy.None;
        var e = await Failure<UnavailableException>(new StockroomClient(options));
        Same(e?.IsOutcomeUnknown, false);
        Same(e?.Message.StartsWith("cannot connect to http://127.0.0.1:1: "), true);
    }

    static async Task<T?> Failure<T>(StockroomClient client) where T : StockroomException
    {
        try
        {
            await client.GetStockAsync(7);
        }
        catch (T e)
        {
            return e;
        }
        Same("answered", "failed");
        return null;
    }

    /// Responds with what no server sends, or rarely.
    sealed class Canned : HttpMessageHandler
    {
        readonly Queue<(int, string)> responses;

        public Canned(params (int, string)[] responses) => this.responses = new Queue<(int, string)>(responses);

        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage message, CancellationToken cancel)
        {
            cancel.ThrowIfCancellationRequested();
            var (status, body) = responses.Count > 1 ? responses.Dequeue() : responses.Peek();
            return Task.FromResult(new HttpResponseMessage((HttpStatusCode)status)
            {
                Content = new StringContent(body, Encoding.UTF8, "application/json")
            });
        }
    }

    static async Task SaysEachThingOnce()
    {
        const string Refusal = "{\"success\":false,\"code\":\"STOCK_BELOW_ZERO\",\"msg\":\"[0].param[0]: 3 left\","
            + "\"requestId\":\"r-1\",\"errors\":[{\"at\":\"[0].param[0]\",\"code\":\"STOCK_BELOW_ZERO\","
            + "\"msg\":\"[0].param[0]: 3 left\",\"stock\":3}]}";
        var client = new StockroomClient(Options("http://x"), new HttpClient(new Canned((200, Refusal))));
        try
        {
            await client.CreateStockAsync(new[] { Entry("red") }, new CreateStockOptions { OneRequest = true });
            Same("written", "refused");
        }
        catch (CreateStockException e)
        {
            Same(e.Message, "creating stock ended early (1 entry, 1 rejected): "
                + "HTTP 200 STOCK_BELOW_ZERO: [0].param[0]: 3 left (requestId r-1)");
            Same(e.ToString().Split("3 left").Length, 2);
            Same(e.InnerException is RefusedException, true);
            Same(e.ToString().Contains("---> Stockroom.RefusedException"), true);
        }
    }

    static async Task SaysInChineseHowItEnded()
    {
        var options = Options("http://x");
        options.Language = "zh";
        options.CreateRetry = RetryPolicy.None;
        try
        {
            await new StockroomClient(options, new HttpClient(new Canned((500, "")))).CreateStockAsync(
                new[] { Entry("red") });
            Same("written", "ended");
        }
        catch (CreateStockException e)
        {
            Same(e.Message, "批量设置库存提前结束（共 1 个条目，1 个无法确定）：HTTP 500: 不是 Stockroom 的响应；请检查地址");
        }
    }

    static async Task ReportsWarningsAsEvents()
    {
        var events = new List<StockroomEvent>();
        var options = Options("http://x");
        options.OnEvent = events.Add;
        const string Body = "{\"success\":true,\"data\":[],\"warnings\":[{\"at\":\"a\",\"msg\":\"a: unknown name\"}]}";
        await new StockroomClient(options, new HttpClient(new Canned((200, Body)))).GetStockAsync(7);
        Same(events.Count, 2);
        Same(((ResponseReceivedEvent)events[0]).Status, 200);
        Same(events[1].ToString(), "/Stock/List: a: unknown name");
        Same(((WarningEvent)events[1]).At, "a");
    }

    static async Task ReportsRetriesAsEvents()
    {
        var events = new List<StockroomEvent>();
        var options = Options("http://x");
        options.OnEvent = events.Add;
        var handler = new Canned((503, "busy"), (200, "{\"success\":true,\"data\":[]}"));
        await new StockroomClient(options, new HttpClient(handler)).GetStockAsync(7);
        var retrying = events.OfType<RetryingEvent>().Single();
        Same(retrying.Attempt, 1);
        Same(retrying.Failure.Message, "HTTP 503: not a response of Stockroom; check the address");
    }

    static async Task EndsAFeedWithEitherToken()
    {
        const string Body = "{\"success\":true,\"data\":[],\"cursor\":\"c\",\"more\":false}";
        var client = new StockroomClient(Options("http://x"), new HttpClient(new Canned((200, Body))));
        foreach (bool atTheCall in new[] { true, false })
        {
            using var cancel = new CancellationTokenSource(50);
            var feed = await client.FollowChangesAsync("c", atTheCall ? cancel.Token : default);
            try
            {
                await foreach (var push in feed.WithCancellation(atTheCall ? default : cancel.Token))
                    Same(push.Number, "none");
            }
            catch (OperationCanceledException)
            {
                Same(feed.Cursor, "c");
            }
        }
    }

    /// As programs do in their tests.
    sealed class Pages : StockroomClient
    {
        public override Task<ChangePage> GetChangePageAsync(
            string? cursor = null, int limit = 100, TimeSpan wait = default,
            CancellationToken cancellationToken = default)
        {
            var pushes = cursor == null ? new Push[0]
                : new[] { new Push(1, DateTimeOffset.UtcNow, "create", "application", new Change[0]) };
            return Task.FromResult(new ChangePage(pushes, cursor + "c", false));
        }
    }

    static async Task FollowsPagesOfATest()
    {
        var feed = await new Pages().FollowChangesAsync();
        await foreach (var push in feed)
        {
            Same(push.Number, 1L);
            break;
        }
        Same(feed.Cursor, "cc");
    }

    static void ReadsNoJsonAsNothing()
    {
        foreach (var text in new[] { "", "{", "[1,]", "nullx", "<html>", new string('[', 100000) })
            Same(JsonExtensions.Parse(text).Part("a").Int(), null);
        Same(JsonExtensions.Parse("{\"a\":9999999999}").Part("a").Int(), null);
        Same(JsonExtensions.Parse("{\"a\":9999999999}").Part("a").Long(), 9999999999L);
        Same(JsonExtensions.Parse("{\"a\":59.00}").Part("a").Decimal().ToString(), "59.00");
    }

    sealed class LogLines : ILoggerProvider, ILogger
    {
        public readonly List<string> Lines = new List<string>();

        public ILogger CreateLogger(string category) => this;

        public void Dispose() { }

        public IDisposable BeginScope<T>(T state) => this;

        public bool IsEnabled(LogLevel level) => true;

        public void Log<T>(LogLevel level, EventId id, T state, Exception? e, Func<T, Exception?, string> format) =>
            Lines.Add(level + " " + format(state, e));
    }

    static async Task AddsTheClientToServices()
    {
        var lines = new LogLines();
        var services = new ServiceCollection();
        services.AddLogging(logging => logging.AddProvider(lines).SetMinimumLevel(LogLevel.Debug));
        services.AddStockroom(options =>
        {
            options.Address = new Uri("http://x");
            options.AppId = "1";
            options.Secret = "s";
            options.Token = "t";
        }).ConfigurePrimaryHttpMessageHandler(
            () => new Canned((503, "busy"), (200, "{\"success\":true,\"data\":[]}")));
        using var provider = services.BuildServiceProvider();
        await provider.GetRequiredService<StockroomClient>().GetStockAsync(7);
        Same(provider.GetRequiredService<StockroomClient>(), provider.GetRequiredService<StockroomClient>());
        Same(lines.Lines.Count(it => it.StartsWith("Debug ResponseReceivedEvent: /Stock/List: HTTP 200 in ")), 1);
        Same(lines.Lines.Count(it => it.StartsWith("Warning RetryingEvent: /Stock/List failed in attempt 1")), 1);
    }
}
