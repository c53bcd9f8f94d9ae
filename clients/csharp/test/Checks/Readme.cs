using System;
using System.Collections.Generic;
using System.Linq;
using System.Net;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.Extensions.Configuration;
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
    static readonly IWebProxy? proxy = null;
    static readonly IConfiguration configuration = new ConfigurationBuilder().AddInMemoryCollection(
        new[] { "Address", "AppId", "Secret", "Token" }.ToDictionary(
            name => "Stockroom:" + name,
            name => Environment.GetEnvironmentVariable("STOCKROOM_" + name.ToUpperInvariant()))).Build();
    static readonly StockroomClientOptions options = configuration.GetSection("Stockroom").Get<StockroomClientOptions>();
    static readonly string orderNumber = Guid.NewGuid().ToString();

    public static async Task Run()
    {
        stockroom = new StockroomClient(options);
        await foreach (var product in stockroom.GetProductsAsync(StockFilter.WithStock))
        {
            productId = productId == 0 ? product.Id : productId;
            artNos.Add(product.ArtNo);
        }
        var begin = cursor = (await stockroom.GetChangePageAsync()).Cursor;
        await FirstCall();
        await ViaProxy();
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
