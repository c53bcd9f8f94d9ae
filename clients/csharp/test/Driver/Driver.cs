using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Text.Json;
using System.Threading.Tasks;
using Stockroom;

/// Calls the client as the scenarios say; see `A driver` in contract/client/README.md.
static class Driver
{
    static async Task Main()
    {
        var utf8 = new UTF8Encoding(false);
        var input = new StreamReader(Console.OpenStandardInput(), utf8);
        var output = new StreamWriter(Console.OpenStandardOutput(), utf8) { AutoFlush = true };
        StockroomClient? client = null;
        for (string? line; (line = await input.ReadLineAsync()) != null;)
            using (var order = JsonDocument.Parse(line))
            {
                var root = order.RootElement;
                if (root.TryGetProperty("client", out var given))
                    client = Client(given);
                object answer = given.ValueKind != JsonValueKind.Undefined ? new { result = client!.ToString() }
                    : await Answer(client!, root.GetProperty("call").GetString(), root.GetProperty("args"));
                output.WriteLine(JsonSerializer.Serialize(answer));
            }
    }

    static async Task<object> Answer(StockroomClient client, string name, JsonElement args)
    {
        try
        {
            return new { result = await Call(client, name, args) };
        }
        catch (StockroomException e)
        {
            return new { refused = Translate.Refusal(e), text = e.ToString() };
        }
        catch (Exception e)
        {
            return new { crashed = e.ToString() };
        }
    }

    static StockroomClient Client(JsonElement it)
    {
        var offset = TimeSpan.FromSeconds(it.Int("clockOffset") ?? 0);
        return new StockroomClient(new StockroomClientOptions
        {
            Address = new Uri(it.Text("address")!), AppId = it.Text("appid"), Secret = it.Text("secret"),
            Token = it.Text("token"), Language = it.Text("language") ?? "en",
            Clock = () => DateTimeOffset.UtcNow + offset
        });
    }

    static async Task<object?> Call(StockroomClient client, string name, JsonElement args)
    {
        int pid = args.Int("pid") ?? 0;
        bool dryRun = args.Flag("dryRun");
        var reference = args.Text("reference");
        var filter = Enumeration<StockFilter>((args.Text("filter") ?? "all").Replace("_", ""));
        var fields = args.List("fields").Aggregate(
            ProductFields.None, (sum, field) => sum | Enumeration<ProductFields>(field.GetString()));
        switch (name)
        {
            case "products":
                return (await Take(client.GetProductsAsync(filter, fields), args)).Select(Translate.Of);
            case "products_by_art_no":
                var byArtNo = client.GetProductsByArtNoAsync(args.Texts("artNos"), fields);
                return (await Take(byArtNo, args)).Select(Translate.Of);
            case "product_page":
                var page = await client.GetProductPageAsync(
                    args.Int("page") ?? 0, args.Int("pageSize") ?? 20, filter, fields);
                return new { totalPages = page.TotalPages, products = page.Products.Select(Translate.Of) };
            case "stock": return (await client.GetStockAsync(pid)).Select(Translate.Of);
            case "stock_as_of":
                var asOf = args.Long("push") is long number ? client.GetStockAsOfAsync(pid, number)
                    : client.GetStockAsOfAsync(pid, DateTimeOffset.Parse(args.Text("time")!));
                return (await asOf).Select(Translate.Of);
            case "stocks": return (await client.GetStocksAsync(args.Ints("pids")!)).Select(Translate.Of);
            case "stocks_by_bar_code":
                return (await client.GetStocksByBarCodeAsync(args.Texts("barCodes"))).Select(Translate.Of);
            case "snapshot":
                var snapshot = await client.GetSnapshotAsync(args.Ints("pids"));
                return new { stock = snapshot.Stock.Select(Translate.Of), cursor = snapshot.Cursor };
            case "product_detail": return Translate.Of(await client.GetProductDetailAsync(pid));
            case "report_publish_result":
                await client.ReportPublishResultAsync(Translate.Result(args.GetProperty("result")));
                return null;
            case "limits": return Translate.Of(await client.GetLimitsAsync());
            case "create_stock":
                return Translate.Of(await client.CreateStockAsync(
                    args.List("entries").Select(Translate.Entry), new CreateStockOptions
                    {
                        DryRun = dryRun, OneRequest = args.Flag("oneRequest"),
                        IdempotencyKey = args.Text("idempotencyKey"), Reference = reference
                    }));
            case "delete_stock":
                var deletions = args.List("deletions").Select(Translate.Deletion);
                var deleted = await client.DeleteStockAsync(
                    deletions, new WriteOptions { DryRun = dryRun, Reference = reference });
                return new { push = deleted.Push };
            case "undo":
                return Translate.Of(await client.UndoAsync(args.Long("push") ?? 0, new UndoOptions
                {
                    All = args.Flag("all"), DryRun = dryRun, Reference = reference
                }));
            case "changes":
                var changes = args.Text("from") != null ? client.FollowChangesFromStart()
                    : args.Long("from") is long push ? client.FollowChangesAfter(push)
                    : await client.FollowChangesAsync(args.Text("cursor"));
                var pushes = await Take(changes, args);
                return new { pushes = pushes.Select(Translate.Of), cursor = changes.Cursor };
            case "change_page":
                var some = await client.GetChangePageAsync(
                    args.Text("cursor"), args.Int("limit") ?? 100, TimeSpan.FromSeconds(args.Int("wait") ?? 0));
                return new { pushes = some.Pushes.Select(Translate.Of), cursor = some.Cursor, more = some.HasMore };
            case "history":
                var history = args.Int("pid") is int id
                    ? client.GetHistoryAsync(id, args.Text("color"), args.Int("size"), reference)
                    : client.GetHistoryByReferenceAsync(reference!);
                return (await Take(history, args)).Select(Translate.Of);
            default: throw new ArgumentException("call: " + name + " (expected: one of contract/client/README.md)");
        }
    }

    static T Enumeration<T>(string name) where T : struct => Enum.Parse<T>(name, true);

    static async Task<List<T>> Take<T>(IAsyncEnumerable<T> elements, JsonElement args)
    {
        int count = args.Int("take") ?? int.MaxValue;
        var taken = new List<T>();
        if (count > 0)
            await foreach (var element in elements)
            {
                taken.Add(element);
                if (taken.Count == count)
                    break;
            }
        return taken;
    }
}
