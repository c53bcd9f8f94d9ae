using System;
using System.Collections.Generic;
using System.IO;
using System.Text.Json;
using System.Threading;
using System.Threading.Tasks;
using Stockroom;

/// <summary>Keeps a copy of all stock in a file, and follows its changes.</summary>
public sealed class StockCopy
{
    private readonly StockroomClient stockroom;
    private readonly string file;

    public StockCopy(StockroomClient stockroom, string file)
    {
        this.stockroom = stockroom;
        this.file = file;
    }

    public async Task FollowAsync(CancellationToken cancellationToken = default)
    {
        while (true)
        {
            try
            {
                var copy = File.Exists(file)
                    ? JsonSerializer.Deserialize<Copy>(File.ReadAllText(file))!
                    : await CopyAllAsync(cancellationToken);
                var changes = await stockroom.FollowChangesAsync(copy.Cursor, cancellationToken);
                await foreach (var push in changes)
                    Apply(copy, push, changes.Cursor);
            }
            catch (InvalidCursorException)
            {
                File.Delete(file); // copies everything again
            }
            catch (StockroomException e) when (e is UnavailableException || e is RateLimitedException)
            {
                Console.Error.WriteLine($"tries again in 30 s: {e.Message}");
                await Task.Delay(TimeSpan.FromSeconds(30), cancellationToken);
            }
        }
    }

    private async Task<Copy> CopyAllAsync(CancellationToken cancellationToken)
    {
        var snapshot = await stockroom.GetSnapshotAsync(cancellationToken: cancellationToken);
        var copy = new Copy { Cursor = snapshot.Cursor };
        foreach (var product in snapshot.Stock)
            foreach (var item in product.Stock)
                copy.Stock[$"{product.ProductId} {item.Color} {item.Size}"] = item.Stock;
        Write(copy);
        Console.WriteLine($"copied {snapshot.Stock.Count} products");
        return copy;
    }

    private void Apply(Copy copy, Push push, string cursor)
    {
        foreach (var change in push.Changes)
        {
            var entry = $"{change.ProductId} {change.Color} {change.Size}";
            if (change.Stock is int stock)
                copy.Stock[entry] = stock;
            else
                copy.Stock.Remove(entry);
            Console.WriteLine($"{push.Number}: {entry}: {change.Stock}");
        }
        copy.Cursor = cursor;
        Write(copy);
    }

    /// Writes changes and cursor at once. A database does so in one transaction.
    private void Write(Copy copy)
    {
        File.WriteAllText(file + ".new", JsonSerializer.Serialize(copy));
        File.Delete(file);
        File.Move(file + ".new", file);
    }

    private sealed class Copy
    {
        public string Cursor { get; set; } = "";
        public Dictionary<string, int> Stock { get; set; } = new Dictionary<string, int>();
    }
}
