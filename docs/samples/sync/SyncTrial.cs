// Runs the programs of docs/recipes.md: SyncTrial table|copy|shop FILE
using System;
using System.Collections.Generic;
using System.Data;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Stockroom;

static class SyncTrial
{
    static async Task Main(string[] args)
    {
        using var stockroom = new StockroomClient(new StockroomClientOptions
        {
            Address = new Uri(Environment.GetEnvironmentVariable("STOCKROOM_ADDRESS")!),
            AppId = Environment.GetEnvironmentVariable("STOCKROOM_APPID"),
            Secret = Environment.GetEnvironmentVariable("STOCKROOM_SECRET"),
            Token = Environment.GetEnvironmentVariable("STOCKROOM_TOKEN")
        });
        if (args[0] == "table")
            await PushTableAsync(stockroom, args[1]);
        else if (args[0] == "copy")
            await new StockCopy(stockroom, args[1]).FollowAsync();
        else
            await KeepShopAsync(stockroom);
    }

    /// Sends a table, sends it again, and once more after a change; prints the number of entries that each run has sent.
    static async Task PushTableAsync(StockroomClient stockroom, string file)
    {
        string artNo = (await stockroom.GetProductPageAsync(1)).Products[0].ArtNo;
        var table = new DataTable();
        table.Columns.Add("art_no", typeof(string));
        table.Columns.Add("color", typeof(string));
        table.Columns.Add("size", typeof(int));
        table.Columns.Add("stock", typeof(int));
        table.Rows.Add(artNo, "red", 36, 5);
        table.Rows.Add(artNo, "red", 37, 6);

        var sync = new StockSync(stockroom, file);
        Console.WriteLine((await sync.PushAsync(table.CreateDataReader())).Count(EntryState.Written));
        Console.WriteLine((await sync.PushAsync(table.CreateDataReader())).Count(EntryState.Written));
        table.Rows[1]["stock"] = 4;
        Console.WriteLine((await sync.PushAsync(table.CreateDataReader())).Count(EntryState.Written));
    }

    /// Prints how many entries the shop sends each time, and what both have in the end.
    static async Task KeepShopAsync(StockroomClient stockroom)
    {
        int pid = int.Parse(Environment.GetEnvironmentVariable("STOCKROOM_PRODUCT")!);
        var shop = new MemoryShop();
        var sync = new ShopSync(stockroom, shop);
        async Task OthersSet(int size, int stock) =>
            await stockroom.CreateStockAsync(new[] { new StockEntry(pid, "red", size) { Stock = stock } });
        async Task Step() => Console.WriteLine((await sync.KeepInStepAsync()).Count(EntryState.Written));

        await stockroom.CreateStockAsync(new[]
        {
            new StockEntry(pid, "red", 36) { Stock = 5 }, new StockEntry(pid, "red", 37) { Stock = 6 }
        });
        await Step();
        shop.Row(pid, "red", 36).Stock -= 1;
        await OthersSet(37, 10);
        await Step();
        await Step(); // the shop's own change comes back
        shop.Row(pid, "red", 36).Stock -= 1;
        await sync.ReceiveAsync();
        await OthersSet(36, 9);
        Console.WriteLine((await sync.SendAsync()).Rejected[0].Code);
        await Step();
        var items = await stockroom.GetStockAsync(pid);
        int There(int size) => items.Single(it => it.Color == "red" && it.Size == size).Stock;
        Console.WriteLine($"{shop.Row(pid, "red", 36).Stock} {There(36)}, {shop.Row(pid, "red", 37).Stock} {There(37)}");
    }

    sealed class MemoryShop : IShop
    {
        private readonly List<ShopRow> rows = new List<ShopRow>();
        private string? cursor;

        public ShopRow Row(int productId, string color, int size, int added = 0)
        {
            var row = rows.Find(it => it.ProductId == productId && it.Color == color && it.Size == size);
            if (row == null)
                rows.Add(row = new ShopRow { ProductId = productId, Color = color, Size = size, Stock = added });
            return row;
        }

        public Task<string?> GetCursorAsync(CancellationToken cancellationToken) => Task.FromResult(cursor);

        public Task<IReadOnlyList<ShopRow>> GetDifferentRowsAsync(CancellationToken cancellationToken) =>
            Task.FromResult<IReadOnlyList<ShopRow>>(rows.FindAll(it => it.Stock != (it.Seen ?? 0)));

        public Task SaveAsync(StockSnapshot snapshot, CancellationToken cancellationToken)
        {
            rows.ForEach(it => it.Seen = null);
            foreach (var product in snapshot.Stock)
                foreach (var item in product.Stock)
                    Row(product.ProductId, item.Color, item.Size, item.Stock).Seen = item.Stock;
            cursor = snapshot.Cursor;
            return Task.CompletedTask;
        }

        public Task SaveAsync(IReadOnlyList<ShopChange> changes, string cursor, CancellationToken cancellationToken)
        {
            foreach (var it in changes)
            {
                var row = Row(it.Change.ProductId, it.Change.Color, it.Change.Size);
                if (!it.IsOwn)
                    row.Stock += (it.Change.Stock ?? 0) - (row.Seen ?? 0);
                row.Seen = it.Change.Stock;
            }
            this.cursor = cursor;
            return Task.CompletedTask;
        }
    }
}
