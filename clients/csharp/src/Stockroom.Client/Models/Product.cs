using System;
using System.Collections.Generic;

namespace Stockroom
{
    /// <summary>Selects products by whether they have stock.</summary>
    public enum StockFilter
    {
        /// <summary>All products.</summary>
        All,

        /// <summary>Products that have stock.</summary>
        WithStock,

        /// <summary>Products that have no stock.</summary>
        WithoutStock
    }

    /// <summary>Names the fields that the product list has only on request.</summary>
    [Flags]
    public enum ProductFields
    {
        /// <summary>No further fields.</summary>
        None = 0,

        /// <summary>The stock of all colours and sizes together.</summary>
        StockTotal = 1,

        /// <summary>The time of the last change of the product.</summary>
        UpdatedAt = 2,

        /// <summary>The state of the product.</summary>
        State = 4
    }

    /// <summary>A product of the product list.</summary>
    public sealed class Product
    {
        /// <summary>Creates an instance; programs do so in their tests.</summary>
        public Product(
            int id, string artNo, string pic = "", long? stockTotal = null, DateTimeOffset? updatedAt = null,
            string? state = null)
        {
            Id = id;
            ArtNo = artNo;
            Pic = pic;
            StockTotal = stockTotal;
            UpdatedAt = updatedAt;
            State = state;
        }

        /// <summary>Gets the id.</summary>
        public int Id { get; }

        /// <summary>Gets the item number.</summary>
        public string ArtNo { get; }

        /// <summary>Gets the address of the first picture.</summary>
        public string Pic { get; }

        /// <summary>Gets the stock of all colours and sizes together; null if it was not requested.</summary>
        public long? StockTotal { get; }

        /// <summary>Gets the time of the last change of the product; null if it was not requested.</summary>
        public DateTimeOffset? UpdatedAt { get; }

        /// <summary>Gets on_sale or delisted; null if it was not requested.</summary>
        public string? State { get; }
    }

    /// <summary>One page of the product list.</summary>
    public sealed class ProductPage
    {
        /// <summary>Creates an instance; programs do so in their tests.</summary>
        public ProductPage(int totalPages, IReadOnlyList<Product> products)
        {
            TotalPages = totalPages;
            Products = products;
        }

        /// <summary>Gets the number of pages.</summary>
        public int TotalPages { get; }

        /// <summary>Gets the products of this page.</summary>
        public IReadOnlyList<Product> Products { get; }
    }
}
