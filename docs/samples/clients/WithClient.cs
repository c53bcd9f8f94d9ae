// Makes every call with the C# client. The reference shows the lines between two marks on the page of the call.
using System;
using System.Threading.Tasks;
using Stockroom;

static class WithClient
{
    static async Task Main()
    {
        using var stockroom = new StockroomClient(new StockroomClientOptions
        {
            Address = new Uri(Environment.GetEnvironmentVariable("STOCKROOM_ADDRESS")!),
            AppId = Environment.GetEnvironmentVariable("STOCKROOM_APPID"),
            Secret = Environment.GetEnvironmentVariable("STOCKROOM_SECRET"),
            Token = Environment.GetEnvironmentVariable("STOCKROOM_TOKEN")
        });
        int pid = int.Parse(Environment.GetEnvironmentVariable("STOCKROOM_PRODUCT")!);
        string shopId = Environment.GetEnvironmentVariable("STOCKROOM_SHOP")!;
        string cursor = (await stockroom.GetChangePageAsync()).Cursor;

        // --- /Stock/Product
        await foreach (var product in stockroom.GetProductsAsync())
            Console.WriteLine($"{product.Id} {product.ArtNo}");
        // --- /Stock/Creat
        var report = await stockroom.CreateStockAsync(new[]
        {
            new StockEntry(pid, "red", 38) { Stock = 12 },
            new StockEntry(pid, "red", 42) { Delta = 3 },
            new StockEntry(pid, "blue", 40) { Stock = 0 }
        });
        Console.WriteLine($"{report.Count(EntryState.Written)} written");
        foreach (var it in report.Rejected)
            Console.WriteLine($"{it.Entry.Color}: {it.Reason}");
        // --- /Stock/List
        foreach (var item in await stockroom.GetStockAsync(pid))
            Console.WriteLine($"{item.Color} {item.Size}: {item.Stock}");
        // ---
        var pids = new[] { pid };
        // --- /Stock/Batch
        foreach (var it in await stockroom.GetStocksAsync(pids))
            Console.WriteLine($"{it.ProductId}: {it.Stock.Count}");
        // --- /Stock/History
        var history = stockroom.GetHistoryAsync(pid, "red", 38);
        await foreach (var push in history)
            foreach (var change in push.Changes)
                Console.WriteLine($"{push.At}: {change.Stock}");
        // --- /Stock/Delete
        var deleted = await stockroom.DeleteStockAsync(new[]
        {
            new StockDeletion(pid, "red", new[] { 38, 42 }),
            new StockDeletion(pid, "blue")
        });
        Console.WriteLine($"deleted by push {deleted.Push}");
        // ---
        await UndoAsync(stockroom, deleted.Push!.Value);
        // --- /Product/Detail
        var detail = await stockroom.GetProductDetailAsync(pid);
        Console.WriteLine($"{detail.Title}: {detail.Price}");
        // --- /Product/UploadResult
        await stockroom.ReportPublishResultAsync(new PublishResult
        {
            ProductId = pid,
            Platform = "tb", ShopId = shopId,
            ShopName = "Walk Well on TB",
            UserId = "u-17", UserNick = "walker",
            ItemId = "660012345", IsPublished = true
        });
        // --- /Account/Limits
        var limits = await stockroom.GetLimitsAsync();
        Console.WriteLine($"{limits.DetailsUsed} details today");
        Console.WriteLine($"token until {limits.TokenExpiresAt}");
        // ---
        await FollowAsync(stockroom, cursor);
    }

    static async Task UndoAsync(StockroomClient stockroom, long push)
    {
        // --- /Stock/Undo
        var options = new UndoOptions { All = true };
        var result = await stockroom.UndoAsync(push, options);
        Console.WriteLine($"{result.Undone} entries are as before");
        // ---
    }

    static async Task FollowAsync(StockroomClient stockroom, string cursor)
    {
        // --- /Stock/Changes
        var changes = await stockroom.FollowChangesAsync(cursor);
        await foreach (var push in changes)
        {
            foreach (var change in push.Changes)
                Console.WriteLine($"{change.Color}: {change.Stock}");
            Store(changes.Cursor); // to continue from there
        }
        // ---
    }

    static void Store(string cursor)
    {
        Console.WriteLine("followed");
        Environment.Exit(0);
    }
}
