using System.Collections.Generic;

namespace Stockroom
{
    /// <summary>The stock of one colour and size.</summary>
    public sealed class StockItem
    {
        /// <summary>Creates an instance; programs do so in their tests.</summary>
        public StockItem(string guid, string color, int size, int stock, string? barCode = null)
        {
            Guid = guid;
            Color = color;
            Size = size;
            Stock = stock;
            BarCode = barCode;
        }

        /// <summary>Gets the id of the entry.</summary>
        public string Guid { get; }

        /// <summary>Gets the colour.</summary>
        public string Color { get; }

        /// <summary>Gets the size.</summary>
        public int Size { get; }

        /// <summary>Gets the stock.</summary>
        public int Stock { get; }

        /// <summary>Gets the bar code, if there is one.</summary>
        public string? BarCode { get; }
    }

    /// <summary>The stock of one product.</summary>
    public sealed class ProductStock
    {
        /// <summary>Creates an instance; programs do so in their tests.</summary>
        public ProductStock(int productId, IReadOnlyList<StockItem> stock)
        {
            ProductId = productId;
            Stock = stock;
        }

        /// <summary>Gets the id of the product.</summary>
        public int ProductId { get; }

        /// <summary>Gets the entries; none if the product has no stock.</summary>
        public IReadOnlyList<StockItem> Stock { get; }
    }

    /// <summary>The stock of products, and the cursor from which the changes continue.</summary>
    public sealed class StockSnapshot
    {
        /// <summary>Creates an instance; programs do so in their tests.</summary>
        public StockSnapshot(IReadOnlyList<ProductStock> stock, string cursor)
        {
            Stock = stock;
            Cursor = cursor;
        }

        /// <summary>Gets the products with their stock.</summary>
        public IReadOnlyList<ProductStock> Stock { get; }

        /// <summary>Gets the cursor for <see cref="StockroomClient.FollowChangesAsync"/>.</summary>
        public string Cursor { get; }
    }
}
