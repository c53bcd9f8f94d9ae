using System;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using Stockroom;

/// Tests what the scenarios cannot show: JSON that no server sends, entries that JSON cannot express, cancelling, and
/// a silent server. test/checks compiles it with the client's sources and runs it.
static class Checks
{
    static int Main()
    {
        ReadsJson();
        RefusesWhatIsNoJson();
        WritesJson();
        ChecksTexts();
        RefusesSettings();
        SaysWhatWasSentWhenItIsCancelled();
        EndsCallsThatGetNoAnswer();
        // a program on Mono fails if it ends while its timer thread works
        Thread.Sleep(200);
        return failed;
    }

    static int failed;

    static void Same(object came, object expected)
    {
        if (Equals(came, expected))
            return;
        Console.Error.WriteLine(came + " (expected: " + expected + ")\n" + Environment.StackTrace);
        failed = 1;
    }

    static void ReadsJson()
    {
        Same(Json.Parse(" { \"a\" : [ 1 , { \"b\" : true } ] } ")["a"].Items[1]["b"].Flag, true);
        Same(Json.Parse("\"\\u00e9\\n\\/\\uD83D\\uDE00\"").Text, "é\n/😀");
        Same(Json.Parse("59.00").Decimal.ToString(), "59.00");
        Same(Json.Parse("1e3").Decimal, 1000m);
        Same(Json.Parse("9999999999").Long, 9999999999L);
        Same(Json.Parse("9999999999").Int, null);
        Same(Json.Parse("\"7\"").Int, null);
        Same(Json.Parse("[]").IsList, true);
        Same(Json.Parse("{}")["a"]["b"].Text, null);
        Same(Json.Parse(new string('[', 60) + new string(']', 60)).IsList, true);
    }

    static void RefusesWhatIsNoJson()
    {
        foreach (var text in new[]
        {
            "", "{", "{\"a\"}", "{\"a\":1,}", "[1,]", "[,1]", "[1 2]", "[1]]", "[1]\0", "01", "-", "1.", "tru", "nullx",
            "\"a", "\"a\u0001\"", "\"\\x\"", "\"\\u12\"", "<html>", new string('[', 100) + new string(']', 100),
            new string('[', 1000000)
        })
        {
            var read = Json.Parse(text);
            Same(read.IsList || read.Text != null || read.Decimal != null || read.Flag != null, false);
            Same(read["a"].Int, null);
        }
    }

    static void WritesJson()
    {
        Same(Json.Write(Json.Object("a", 1.50m, "b", new[] { 1, 2 }, "c", "\"\\\n红", "d", null, "e", true)),
            "{\"a\":1.50,\"b\":[1,2],\"c\":\"\\\"\\\\\\u000a红\",\"e\":true}");
        Same(Json.Write(new object[] { null, Json.Object(), new int[0] }), "[null,{},[]]");
    }

    static StockroomClient Client(string address, int timeout = 10000) => new StockroomClient(new StockroomSettings
    {
        Address = address, Appid = "1", Secret = "s", Token = "t", Timeout = TimeSpan.FromMilliseconds(timeout)
    });

    static StockEntry Entry(string color) => new StockEntry { Pid = 7, Color = color, Size = 38, Stock = 5 };

    static void ChecksTexts()
    {
        var wrong = new[]
        {
            Entry(null), Entry("\u3000"), Entry("a\ud800"), Entry("\ude00"), Entry("a\u0007b"),
            new StockEntry { Pid = 7, Color = "red", Size = 38 },
            new StockEntry { Pid = 7, Color = "red", Size = 38, Delta = 1, Expected = 3 },
            new StockEntry { Pid = 7, Color = "red", Size = 38, Stock = 1, BarCode = new string('x', 65) }
        };
        // 64 characters of 65 code units; a letter with a separate accent, and the same letter as one character
        var right = new[] { Entry("😀" + new string('x', 63)), Entry("e\u0301"), Entry(" \u00e9") };
        try
        {
            StockPlan.Of(wrong.Concat(right).ToList());
            Same("accepted", "refused");
        }
        catch (BadRequestException e)
        {
            Same(string.Join(" ", e.Violations.Select(it => it.At + it.Code)), "[0].colorCOLOR_INVALID"
                + " [1].colorCOLOR_INVALID [2].colorCOLOR_INVALID [3].colorCOLOR_INVALID [4].colorCOLOR_INVALID"
                + " [5].stockSTOCK_INVALID [6].deltaDELTA_WITH_STOCK [7].barCodeBAR_CODE_INVALID [10]ENTRY_REPEATED");
        }
    }

    static void RefusesSettings()
    {
        foreach (var address in new[] { null, "stock.example", "ftp://x", "http://x/?a", "http://a:b@x" })
            Same(Refuses(() => Client(address)), true);
        var client = Client("http://127.0.0.1:1");
        Same(Refuses(() => client.CreateStockAsync(new StockEntry[0], idempotencyKey: "k")), true);
        Same(Refuses(() => client.CreateStockAsync(new StockEntry[0], oneRequest: true, idempotencyKey: "红")), true);
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

    /// One call is cancelled before it begins, the other while its request is under way.
    static void SaysWhatWasSentWhenItIsCancelled()
    {
        var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();
        foreach (bool sent in new[] { false, true })
        {
            var cancel = new CancellationTokenSource();
            if (sent)
                silent.AcceptTcpClientAsync().ContinueWith(accepted => cancel.CancelAfter(50));
            else
                cancel.Cancel();
            var entries = new[] { Entry("red"), new StockEntry { Pid = 7, Color = "red", Size = 39, Delta = 1 } };
            var run = Client("http://" + silent.LocalEndpoint).CreateStockAsync(entries, cancel: cancel.Token);
            try
            {
                run.GetAwaiter().GetResult();
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

    static void EndsCallsThatGetNoAnswer()
    {
        var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();
        try
        {
            Client("http://" + silent.LocalEndpoint, 50).StockAsync(7).GetAwaiter().GetResult();
            Same("answered", "not");
        }
        catch (UnavailableException e)
        {
            Same(e.PerhapsDone, true);
            Same(e.Reason, "no answer in time from http://" + silent.LocalEndpoint);
        }
        silent.Stop();
    }
}
