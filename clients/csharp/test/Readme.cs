using System;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Stockroom;

/// Runs the code of README.md against the demonstration, part after part; test/checks adds the parts.
static partial class Readme
{
    static StockroomClient stockroom;
    static int pid;
    static string[] artNos;
    static string cursor;
    static readonly DateTimeOffset time = DateTimeOffset.UtcNow;
    static readonly string orderNumber = Guid.NewGuid().ToString();

    static void Main()
    {
        Run().GetAwaiter().GetResult();
        // a program on Mono fails if it ends while its timer thread works
        Thread.Sleep(200);
    }

    static async Task Run()
    {
        stockroom = new StockroomClient(new StockroomSettings
        {
            Address = Environment.GetEnvironmentVariable("STOCKROOM_ADDRESS"),
            Appid = Environment.GetEnvironmentVariable("STOCKROOM_APPID"),
            Secret = Environment.GetEnvironmentVariable("STOCKROOM_SECRET"),
            Token = Environment.GetEnvironmentVariable("STOCKROOM_TOKEN")
        });
        var products = await stockroom.Products(StockFilter.WithStock).ToListAsync();
        pid = products[0].Id;
        artNos = products.Select(it => it.ArtNo).ToArray();
        var begin = cursor = (await stockroom.ChangePageAsync()).Cursor;
        await FirstCall();
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
