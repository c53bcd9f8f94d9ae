using System;
using System.Collections.Generic;
using System.Data.Common;
using System.IO;
using System.Text.Json;
using System.Threading;
using System.Threading.Tasks;
using Stockroom;

/// <summary>Sends the rows of a table whose quantity has changed since they were sent.</summary>
public sealed class StockSync
{
    private readonly StockroomClient stockroom;
    private readonly string file;

    /// <param name="file">keeps the quantities that were sent</param>
    public StockSync(StockroomClient stockroom, string file)
    {
        this.stockroom = stockroom;
        this.file = file;
    }

    /// <param name="rows">item number, colour, size and stock, in this order</param>
    public async Task<CreateReport> PushAsync(DbDataReader rows, CancellationToken cancellationToken = default)
    {
        var sent = File.Exists(file)
            ? JsonSerializer.Deserialize<Dictionary<string, int>>(File.ReadAllText(file))!
            : new Dictionary<string, int>();
        var changed = new List<StockEntry>();
        while (await rows.ReadAsync(cancellationToken))
        {
            var entry = new StockEntry(rows.GetString(0), rows.GetString(1), rows.GetInt32(2)) { Stock = rows.GetInt32(3) };
            if (!sent.TryGetValue(KeyOf(entry), out int stock) || stock != entry.Stock)
                changed.Add(entry);
        }
        try
        {
            return Keep(await stockroom.CreateStockAsync(changed, null, cancellationToken), sent);
        }
        catch (CreateStockException e)
        {
            Keep(e.Report, sent); // the next run sends the rest
            throw;
        }
    }

    private CreateReport Keep(CreateReport report, Dictionary<string, int> sent)
    {
        for (int i = 0; i < report.Entries.Count; i++)
            if (report.States[i] == EntryState.Written)
                sent[KeyOf(report.Entries[i])] = report.Entries[i].Stock!.Value;
        File.WriteAllText(file + ".new", JsonSerializer.Serialize(sent));
        File.Delete(file);
        File.Move(file + ".new", file);
        return report;
    }

    // neither item numbers nor colours have tabs
    private static string KeyOf(StockEntry entry) => $"{entry.ArtNo}\t{entry.Color}\t{entry.Size}";
}
