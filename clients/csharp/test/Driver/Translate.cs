using System;
using System.Globalization;
using System.Linq;
using System.Text.Json;
using Stockroom;

/// Translates between the names of the scenarios and those of the client.
static class Translate
{
    public static PublishResult Result(JsonElement it) => new PublishResult
    {
        ProductId = it.Int("pId") ?? 0, Platform = it.Text("platform")!, ShopId = it.Text("shopId")!,
        ShopName = it.Text("shopName")!, UserId = it.Text("userId")!, UserNick = it.Text("userNick")!,
        ItemId = it.Text("itemId")!, IsPublished = it.Int("status") == 1, Message = it.Text("message")
    };

    public static StockEntry Entry(JsonElement it)
    {
        var color = it.Text("color")!;
        int size = it.Int("size") ?? 0;
        var entry = it.Text("artNo") is string artNo ? new StockEntry(artNo, color, size)
            : new StockEntry(it.Int("pid") ?? 0, color, size);
        entry.Stock = it.Int("stock");
        entry.Delta = it.Int("delta");
        entry.Expected = it.Int("expected");
        entry.BarCode = it.Text("barCode");
        entry.ClearBarCode = it.Flag("clearBarCode");
        return entry;
    }

    public static StockDeletion Deletion(JsonElement it) => it.Text("artNo") is string artNo
        ? new StockDeletion(artNo, it.Text("color")!, it.Ints("sizes"))
        : new StockDeletion(it.Int("pid") ?? 0, it.Text("color")!, it.Ints("sizes"));

    static string? Of(DateTimeOffset? time) =>
        time?.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture);

    public static object Of(Product it) => new
    {
        id = it.Id, artNo = it.ArtNo, pic = it.Pic, stockTotal = it.StockTotal, updatedAt = Of(it.UpdatedAt),
        state = it.State
    };

    public static object Of(StockItem it) => new
    {
        guid = it.Guid, barCode = it.BarCode, color = it.Color, size = it.Size, stock = it.Stock
    };

    public static object Of(ProductStock it) => new { productid = it.ProductId, stock = it.Stock.Select(Of) };

    public static object Of(ProductDetail it) => new
    {
        categoryIdTree = it.CategoryIdTree, categoryNameTree = it.CategoryNameTree, description = it.Description,
        imgs = it.Imgs, price = it.Price, outerId = it.OuterId, picUrl = it.PicUrl, storeUrl = it.StoreUrl,
        storeName = it.StoreName, title = it.Title, video = it.Video,
        attributes = it.Attributes.Select(each => new { name = each.Name, value = each.Value }),
        skus = it.Skus.Select(each => new
        {
            color = each.Color, size = each.Size, stockNum = each.StockNum, skuImg = each.SkuImg
        })
    };

    public static object Of(AccountLimits it) => new
    {
        createStock = new { intervalMs = it.CreateInterval.TotalMilliseconds, nextTurnMs = it.NextTurn.TotalMilliseconds },
        details = new { limit = it.DetailsPerDay, used = it.DetailsUsed, resetsAt = Of(it.DetailsResetAt) },
        store = new { limit = it.StoreProducts, used = it.StoreProductsUsed },
        publish = new
        {
            due = it.ResultsDue, reported = it.ResultsReported, needed = it.ResultsNeeded, owing = it.Owing
        },
        token = new { expiresAt = Of(it.TokenExpiresAt) },
        reads = it.ReadsPerSecond is int perSecond ? new { perSecond } : null
    };

    public static object Of(Push it) => new
    {
        push = it.Number, at = Of(it.At), kind = it.Kind, by = it.By, appid = it.AppId, application = it.Application,
        account = it.Account, requestId = it.RequestId, reference = it.Reference,
        changes = it.Changes.Select(change => new
        {
            productid = change.ProductId, color = change.Color, size = change.Size, before = change.Before,
            stock = change.Stock
        })
    };

    public static object Of(UndoResult it) => new
    {
        push = it.Push, undone = it.Undone, conflicts = it.Conflicts, replayed = it.IsReplayed,
        skipped = it.Skipped.Select(each => new
        {
            productid = each.ProductId, color = each.Color, size = each.Size, left = each.Left, stock = each.Stock,
            reason = each.Reason
        })
    };

    public static object Of(CreateReport it) => new
    {
        states = it.States.Select(state => state.ToString().ToLowerInvariant()),
        rejected = it.Rejected.Select(each => new
        {
            index = each.Index, code = each.Code, message = each.Reason, stock = each.Stock
        }),
        requests = it.Requests, pushes = it.Pushes, replayed = it.IsReplayed
    };

    public static object Refusal(StockroomException e) => new
    {
        type = Type(e), status = e.Status, code = e.Code, message = e.Reason, requestId = e.RequestId,
        retryAfter = e.RetryAfter?.TotalSeconds, products = e.ProductIds,
        violations = e.Violations.Select(it => new
        {
            at = it.At, code = it.Code, message = it.Message, stock = it.Stock
        }),
        report = e is CreateStockException ended ? Of(ended.Report) : null
    };

    /// BadRequestException is bad_request.
    static string Type(StockroomException e) => string.Concat(e.GetType().Name.Replace("Exception", "").Select(
        (c, i) => (char.IsUpper(c) && i > 0 ? "_" : "") + char.ToLowerInvariant(c)));
}
