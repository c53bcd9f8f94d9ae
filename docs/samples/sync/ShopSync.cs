using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Stockroom;

/// <summary>Keeps the stock of a shop in step with Stockroom, in both directions.</summary>
public sealed class ShopSync
{
    /// Marks the pushes of this shop; no other program may use it.
    private const string Reference = "shop 1";

    private readonly StockroomClient stockroom;
    private readonly IShop shop;

    public ShopSync(StockroomClient stockroom, IShop shop)
    {
        this.stockroom = stockroom;
        this.shop = shop;
    }

    /// <summary>
    /// Receives what others have changed, then sends what the shop has changed. Call it every few seconds.
    /// </summary>
    public async Task<CreateReport> KeepInStepAsync(CancellationToken cancellationToken = default)
    {
        await ReceiveAsync(cancellationToken);
        return await SendAsync(cancellationToken);
    }

    public async Task ReceiveAsync(CancellationToken cancellationToken = default)
    {
        try
        {
            var cursor = await shop.GetCursorAsync(cancellationToken);
            for (bool more = cursor != null; more;)
            {
                var page = await stockroom.GetChangePageAsync(cursor, cancellationToken: cancellationToken);
                var changes = page.Pushes.SelectMany(push => push.Changes.Select(
                    change => new ShopChange(change, push.Reference == Reference)));
                await shop.SaveAsync(changes.ToList(), page.Cursor, cancellationToken);
                (cursor, more) = (page.Cursor, page.HasMore);
            }
            if (cursor != null)
                return;
        }
        catch (InvalidCursorException)
        {
            // reads everything again
        }
        var snapshot = await stockroom.GetSnapshotAsync(cancellationToken: cancellationToken);
        await shop.SaveAsync(snapshot, cancellationToken);
    }

    /// <summary>
    /// Sets what differs, unless somebody else has changed it meanwhile: the next call receives that first.
    /// </summary>
    public async Task<CreateReport> SendAsync(CancellationToken cancellationToken = default)
    {
        var entries =
            from row in await shop.GetDifferentRowsAsync(cancellationToken)
            // it is below zero if the shop and somebody else have sold the last one
            let stock = Math.Max(row.Stock, 0)
            where stock != (row.Seen ?? 0)
            select new StockEntry(row.ProductId, row.Color, row.Size) { Stock = stock, Expected = row.Seen ?? -1 };
        var options = new CreateStockOptions { Reference = Reference };
        return await stockroom.CreateStockAsync(entries, options, cancellationToken);
    }
}

/// <summary>The tables of the shop. Each method is one transaction.</summary>
public interface IShop
{
    /// <summary>Returns the stored cursor; null at the beginning.</summary>
    Task<string?> GetCursorAsync(CancellationToken cancellationToken);

    /// <summary>Returns the rows whose stock is not the seen one (0 for null).</summary>
    Task<IReadOnlyList<ShopRow>> GetDifferentRowsAsync(CancellationToken cancellationToken);

    /// <summary>
    /// Sets what is seen to the stock of the snapshot, and to null in all other rows. Adds rows that are missing, with
    /// this stock. Stores the cursor of the snapshot.
    /// </summary>
    Task SaveAsync(StockSnapshot snapshot, CancellationToken cancellationToken);

    /// <summary>
    /// Sets what is seen to the stock of each change. Before, it adds the difference of the two to the stock of the
    /// row, unless the change is the shop's own. Adds rows that are missing. Stores the cursor.
    /// </summary>
    Task SaveAsync(IReadOnlyList<ShopChange> changes, string cursor, CancellationToken cancellationToken);
}

/// <summary>The quantity of the shop, and that of Stockroom when it was last read, null for no entry.</summary>
public sealed class ShopRow
{
    public int ProductId { get; set; }
    public string Color { get; set; } = "";
    public int Size { get; set; }
    public int Stock { get; set; }
    public int? Seen { get; set; }
}

/// <summary>A change that was received.</summary>
public sealed class ShopChange
{
    public ShopChange(Change change, bool isOwn)
    {
        Change = change;
        IsOwn = isOwn;
    }

    public Change Change { get; }
    public bool IsOwn { get; }
}
