// Sends a table, sends it again, and once more after a change; prints the number of entries that each run has sent.
using System;
using System.Data;
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
        string artNo = (await stockroom.GetProductPageAsync(1)).Products[0].ArtNo;
        var table = new DataTable();
        table.Columns.Add("art_no", typeof(string));
        table.Columns.Add("color", typeof(string));
        table.Columns.Add("size", typeof(int));
        table.Columns.Add("stock", typeof(int));
        table.Rows.Add(artNo, "red", 36, 5);
        table.Rows.Add(artNo, "red", 37, 6);

        var sync = new StockSync(stockroom, args[0]);
        Console.WriteLine((await sync.PushAsync(table.CreateDataReader())).Count(EntryState.Written));
        Console.WriteLine((await sync.PushAsync(table.CreateDataReader())).Count(EntryState.Written));
        table.Rows[1]["stock"] = 4;
        Console.WriteLine((await sync.PushAsync(table.CreateDataReader())).Count(EntryState.Written));
    }
}
