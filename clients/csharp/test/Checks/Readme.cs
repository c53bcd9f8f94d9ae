using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Stockroom;

/// Runs the code of README.md against the demonstration, part after part; test/checks adds the parts.
static partial class Readme
{
    static StockroomClient stockroom = null!;
    static int productId;
    static readonly List<string> artNos = new List<string>();
    static string? cursor;
    static readonly CancellationToken cancellationToken = default;
    static readonly DateTimeOffset time = DateTimeOffset.UtcNow;
    static readonly string orderNumber = Guid.NewGuid().ToString();

    public static async Task Run()
    {
        stockroom = new StockroomClient(new StockroomClientOptions
        {
            Address = new Uri(Environment.GetEnvironmentVariable("STOCKROOM_ADDRESS")!),
            AppId = Environment.GetEnvironmentVariable("STOCKROOM_APPID"),
            Secret = Environment.GetEnvironmentVariable("STOCKROOM_SECRET"),
            Token = Environment.GetEnvironmentVariable("STOCKROOM_TOKEN")
        });
        await foreach (var product in stockroom.GetProductsAsync(StockFilter.WithStock))
        {
            productId = productId == 0 ? product.Id : productId;
            artNos.Add(product.ArtNo);
        }
        var begin = cursor = (await stockroom.GetChangePageAsync()).Cursor;
        await FirstCall();
        await Services();
        await FurtherReads();
        await SetStock();
        await SellAnOrder();
        await DeleteAndUndo();
        // following never ends by itself; the changes made above are enough
        var following = FollowChanges();
        while (cursor == begin && !following.IsCompleted)
            await Task.Delay(10);
        if (cursor == begin)
            throw new Exception("no changes were followed", following.Exception);
    }
}
