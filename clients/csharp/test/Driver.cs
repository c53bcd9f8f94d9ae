using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading.Tasks;
using Stockroom;

/// Calls the client as the scenarios say; see `A driver` in contract/client/README.md. It has a copy of Json.cs, which
/// the client does not show.
static class Driver
{
    static void Main()
    {
        var utf8 = new UTF8Encoding(false);
        var input = new StreamReader(Console.OpenStandardInput(), utf8);
        var output = new StreamWriter(Console.OpenStandardOutput(), utf8) { AutoFlush = true };
        StockroomClient client = null;
        for (string line; (line = input.ReadLine()) != null;)
        {
            var order = Json.Parse(line);
            Dictionary<string, object> answer;
            try
            {
                if (order["call"].Text == null)
                {
                    client = Client(order["client"]);
                    answer = Json.Object("result", client.ToString());
                }
                else
                {
                    var result = Call(client, order["call"].Text, order["args"]).GetAwaiter().GetResult();
                    answer = new Dictionary<string, object> { ["result"] = result };
                }
            }
            catch (StockroomException e)
            {
                answer = Json.Object("refused", Refused(e), "text", e.ToString());
            }
            catch (Exception e)
            {
                answer = Json.Object("crashed", e.ToString());
            }
            output.WriteLine(Json.Write(answer));
        }
    }

    static StockroomClient Client(Json it)
    {
        var offset = TimeSpan.FromSeconds(it["clockOffset"].Int ?? 0);
        return new StockroomClient(new StockroomSettings
        {
            Address = it["address"].Text, Appid = it["appid"].Text,
            Secret = it["secret"].Text, Token = it["token"].Text,
            Language = it["language"].Text ?? "en", Clock = () => DateTimeOffset.UtcNow + offset
        });
    }

    static async Task<object> Call(StockroomClient client, string name, Json args)
    {
        int pid = args["pid"].Int ?? 0;
        bool dryRun = args["dryRun"].Flag ?? false;
        var reference = args["reference"].Text;
        var filter = Enumeration<StockFilter>((args["filter"].Text ?? "all").Replace("_", ""));
        var fields = args["fields"].Items.Aggregate(
            ProductFields.None, (sum, field) => sum | Enumeration<ProductFields>(field.Text));
        switch (name)
        {
            case "products": return (await Take(client.Products(filter, fields), args)).Select(Of);
            case "products_by_art_no":
                return (await client.ProductsByArtNo(args["artNos"].Items.Select(it => it.Text), fields).ToListAsync())
                    .Select(Of);
            case "product_page":
                var page = await client.ProductPageAsync(
                    args["page"].Int.Value, args["pageSize"].Int ?? 20, filter, fields);
                return Json.Object("totalPages", page.TotalPages, "products", page.Products.Select(Of));
            case "stock": return (await client.StockAsync(pid)).Select(Of);
            case "stock_as_of":
                return (args["push"].Long is long number ? await client.StockAsOfAsync(pid, number)
                    : await client.StockAsOfAsync(pid, DateTimeOffset.Parse(args["time"].Text))).Select(Of);
            case "stocks": return (await client.StocksAsync(Pids(args))).Select(Of);
            case "stocks_by_bar_code":
                return (await client.StocksByBarCodeAsync(args["barCodes"].Items.Select(it => it.Text))).Select(Of);
            case "snapshot":
                var snapshot = await client.SnapshotAsync(args["pids"].IsList ? Pids(args) : null);
                return Json.Object("stock", snapshot.Stock.Select(Of), "cursor", snapshot.Cursor);
            case "product_detail": return Of(await client.ProductDetailAsync(pid));
            case "report_publish_result":
                await client.ReportPublishResultAsync(Result(args["result"]));
                return null;
            case "limits": return Of(await client.LimitsAsync());
            case "create_stock":
                return Of(await client.CreateStockAsync(args["entries"].Items.Select(Entry), dryRun,
                    args["oneRequest"].Flag ?? false, args["idempotencyKey"].Text, reference));
            case "delete_stock":
                var deletions = args["deletions"].Items.Select(Deletion);
                return Json.Object("push", await client.DeleteStockAsync(deletions, dryRun, reference));
            case "undo":
                var undone = await client.UndoAsync(
                    args["push"].Long.Value, args["all"].Flag ?? false, dryRun, reference);
                return Json.Object("push", undone.Push, "undone", undone.Undone, "conflicts", undone.Conflicts,
                    "replayed", undone.Replayed, "skipped", undone.Skipped.Select(it => Json.Object(
                        "productid", it.Pid, "color", it.Color, "size", it.Size, "left", it.Left, "stock", it.Stock, "reason", it.Reason)));
            case "changes":
                var changes = args["from"].Text != null ? client.ChangesFromStart()
                    : args["from"].Long is long push ? client.ChangesAfter(push)
                    : await client.ChangesAsync(args["cursor"].Text);
                var pushes = new List<object>();
                while (pushes.Count < args["take"].Int && await changes.MoveNextAsync())
                    pushes.Add(Of(changes.Current));
                return Json.Object("pushes", pushes, "cursor", changes.Cursor);
            case "change_page":
                var some = await client.ChangePageAsync(
                    args["cursor"].Text, args["limit"].Int ?? 100, args["wait"].Int ?? 0);
                return Json.Object("pushes", some.Pushes.Select(Of), "cursor", some.Cursor, "more", some.More);
            case "history":
                var history = client.History(args["pid"].Int, args["color"].Text, args["size"].Int, reference);
                return (await Take(history, args)).Select(Of);
            default: throw new ArgumentException("call: " + name + " (expected: one of contract/client/README.md)");
        }
    }

    static object Of(AccountLimits it) => Json.Object(
        "createStock", Json.Object("intervalMs", it.CreateIntervalMs, "nextTurnMs", it.NextTurnMs),
        "details", Json.Object("limit", it.DetailsPerDay, "used", it.DetailsUsed, "resetsAt", Of(it.DetailsResetAt)),
        "store", Json.Object("limit", it.StoreProducts, "used", it.StoreProductsUsed),
        "publish", Json.Object("due", it.ResultsDue, "reported", it.ResultsReported, "needed", it.ResultsNeeded,
            "owing", it.Owing),
        "token", Json.Object("expiresAt", Of(it.TokenExpiresAt)));

    static IEnumerable<int> Pids(Json args) => args["pids"].Items.Select(it => it.Int.Value);

    static T Enumeration<T>(string name) => (T)Enum.Parse(typeof(T), name, true);

    static async Task<List<T>> Take<T>(Sequence<T> sequence, Json args)
    {
        var taken = new List<T>();
        while (taken.Count < (args["take"].Int ?? int.MaxValue) && await sequence.MoveNextAsync())
            taken.Add(sequence.Current);
        return taken;
    }

    static PublishResult Result(Json it) => new PublishResult
    {
        Pid = it["pId"].Int.Value, Platform = it["platform"].Text, ShopId = it["shopId"].Text,
        ShopName = it["shopName"].Text, UserId = it["userId"].Text, UserNick = it["userNick"].Text,
        ItemId = it["itemId"].Text, Published = it["status"].Int == 1, Message = it["message"].Text
    };

    static StockEntry Entry(Json it) => new StockEntry
    {
        Pid = it["pid"].Int ?? 0, ArtNo = it["artNo"].Text, Color = it["color"].Text, Size = it["size"].Int.Value, Stock = it["stock"].Int,
        Delta = it["delta"].Int, Expected = it["expected"].Int, BarCode = it["barCode"].Text,
        ClearBarCode = it["clearBarCode"].Flag ?? false
    };

    static StockDeletion Deletion(Json it) => new StockDeletion
    {
        Pid = it["pid"].Int ?? 0, ArtNo = it["artNo"].Text, Color = it["color"].Text,
        Sizes = it["sizes"].IsList ? it["sizes"].Items.Select(size => size.Int.Value).ToList() : null
    };

    static object Of(DateTimeOffset? time) =>
        time?.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture);

    static object Of(Product it) => Json.Object("id", it.Id, "artNo", it.ArtNo, "pic", it.Pic,
        "stockTotal", it.StockTotal, "updatedAt", Of(it.UpdatedAt), "state", it.State);

    static object Of(StockItem it) => Json.Object(
        "guid", it.Guid, "barCode", it.BarCode, "color", it.Color, "size", it.Size, "stock", it.Stock);

    static object Of(ProductStock it) => Json.Object("productid", it.Pid, "stock", it.Stock.Select(Of));

    static object Of(ProductDetail it) => Json.Object(
        "categoryIdTree", it.CategoryIdTree, "categoryNameTree", it.CategoryNameTree, "description", it.Description,
        "imgs", it.Imgs, "price", it.Price, "outerId", it.OuterId, "picUrl", it.PicUrl, "storeUrl", it.StoreUrl,
        "storeName", it.StoreName, "title", it.Title, "video", it.Video,
        "attributes", it.Attributes.Select(each => Json.Object("name", each.Name, "value", each.Value)),
        "skus", it.Skus.Select(each => Json.Object(
            "color", each.Color, "size", each.Size, "stockNum", each.StockNum, "skuImg", each.SkuImg)));

    static object Of(Push it) => Json.Object("push", it.Number, "at", Of(it.At), "kind", it.Kind, "by", it.By,
        "appid", it.Appid, "application", it.Application, "account", it.Account, "requestId", it.RequestId,
        "reference", it.Reference,
        "changes", it.Changes.Select(change => Json.Object("productid", change.Pid, "color", change.Color,
            "size", change.Size, "before", change.Before, "stock", change.Stock)));

    static object Of(CreateReport it) => Json.Object(
        "states", it.States.Select(state => state.ToString().ToLowerInvariant()),
        "rejected", it.Rejected.Select(each => Json.Object(
            "index", each.Index, "code", each.Code, "message", each.Reason, "stock", each.Stock)),
        "requests", it.Requests, "pushes", it.Pushes, "replayed", it.Replayed);

    static object Refused(StockroomException e) => Json.Object(
        "type", Type(e), "status", e.Status, "code", e.Code, "message", e.Reason, "requestId", e.RequestId,
        "retryAfter", e.RetryAfter?.TotalSeconds, "products", e.Products,
        "violations", e.Violations.Select(it => Json.Object(
            "at", it.At, "code", it.Code, "message", it.Message, "stock", it.Stock)),
        "report", e is CreateStockException ended ? Of(ended.Report) : null);

    /// BadRequestException is bad_request.
    static string Type(StockroomException e) => string.Concat(e.GetType().Name.Replace("Exception", "").Select(
        (c, i) => (char.IsUpper(c) && i > 0 ? "_" : "") + char.ToLowerInvariant(c)));
}
