using System.Collections.Generic;

namespace Stockroom
{
    /// <summary>
    /// A quantity to set (<see cref="Stock"/>), or a change of it up or down (<see cref="Delta"/>), of one product in
    /// one colour and size.
    /// </summary>
    public sealed class StockEntry
    {
        /// <summary>Creates an entry of the product with this id.</summary>
        public StockEntry(int productId, string color, int size)
        {
            ProductId = productId;
            Color = color;
            Size = size;
        }

        /// <summary>Creates an entry of the product with this item number.</summary>
        public StockEntry(string artNo, string color, int size)
        {
            ArtNo = artNo;
            Color = color;
            Size = size;
        }

        /// <summary>Gets the id of the product; 0 if the entry has an item number.</summary>
        public int ProductId { get; }

        /// <summary>Gets the item number of the product; null if the entry has an id.</summary>
        public string? ArtNo { get; }

        /// <summary>Gets the colour, of 1 to 64 characters.</summary>
        public string Color { get; }

        /// <summary>Gets the size, from 1 to 999.</summary>
        public int Size { get; }

        /// <summary>Gets or sets the quantity to set, from 0 to 999,999,999.</summary>
        public int? Stock { get; set; }

        /// <summary>
        /// Gets or sets the change up or down, in place of <see cref="Stock"/>. An entry that does not exist counts
        /// from 0; the server refuses a change below 0.
        /// </summary>
        public int? Delta { get; set; }

        /// <summary>
        /// Gets or sets the quantity that must be there, or nothing is written; -1 if there must be no entry.
        /// </summary>
        public int? Expected { get; set; }

        /// <summary>Gets or sets the bar code, of up to 64 characters; null keeps the present one.</summary>
        public string? BarCode { get; set; }

        /// <summary>Gets or sets whether the present bar code is cleared.</summary>
        public bool ClearBarCode { get; set; }
    }

    /// <summary>A colour of a product to delete, or some of its sizes.</summary>
    public sealed class StockDeletion
    {
        /// <summary>Creates a deletion from the product with this id; without sizes, of the whole colour.</summary>
        public StockDeletion(int productId, string color, IReadOnlyList<int>? sizes = null)
        {
            ProductId = productId;
            Color = color;
            Sizes = sizes;
        }

        /// <summary>
        /// Creates a deletion from the product with this item number; without sizes, of the whole colour.
        /// </summary>
        public StockDeletion(string artNo, string color, IReadOnlyList<int>? sizes = null)
        {
            ArtNo = artNo;
            Color = color;
            Sizes = sizes;
        }

        /// <summary>Gets the id of the product; 0 if the deletion has an item number.</summary>
        public int ProductId { get; }

        /// <summary>Gets the item number of the product; null if the deletion has an id.</summary>
        public string? ArtNo { get; }

        /// <summary>Gets the colour.</summary>
        public string Color { get; }

        /// <summary>Gets the sizes; null for the whole colour.</summary>
        public IReadOnlyList<int>? Sizes { get; }
    }
}
