using System.Collections.Generic;

namespace Stockroom
{
    /// <summary>Everything about a product.</summary>
    public sealed class ProductDetail
    {
        /// <summary>Creates an instance; programs do so in their tests.</summary>
        public ProductDetail(
            string title, string outerId, decimal price, IReadOnlyList<string> imgs,
            IReadOnlyList<ProductAttribute> attributes, IReadOnlyList<ProductSku> skus, string? description = null,
            string? picUrl = null, string? video = null, string? categoryIdTree = null,
            string? categoryNameTree = null, string? storeUrl = null, string? storeName = null)
        {
            Title = title;
            OuterId = outerId;
            Price = price;
            Imgs = imgs;
            Attributes = attributes;
            Skus = skus;
            Description = description;
            PicUrl = picUrl;
            Video = video;
            CategoryIdTree = categoryIdTree;
            CategoryNameTree = categoryNameTree;
            StoreUrl = storeUrl;
            StoreName = storeName;
        }

        /// <summary>Gets the title.</summary>
        public string Title { get; }

        /// <summary>Gets store, item number and price, separated by slashes.</summary>
        public string OuterId { get; }

        /// <summary>Gets the price.</summary>
        public decimal Price { get; }

        /// <summary>Gets the addresses of the pictures.</summary>
        public IReadOnlyList<string> Imgs { get; }

        /// <summary>Gets the attributes.</summary>
        public IReadOnlyList<ProductAttribute> Attributes { get; }

        /// <summary>Gets the colours with their sizes.</summary>
        public IReadOnlyList<ProductSku> Skus { get; }

        /// <summary>Gets the description, in HTML.</summary>
        public string? Description { get; }

        /// <summary>Gets the address of the first picture.</summary>
        public string? PicUrl { get; }

        /// <summary>Gets the address of the video.</summary>
        public string? Video { get; }

        /// <summary>Gets the ids of the categories, separated by commas.</summary>
        public string? CategoryIdTree { get; }

        /// <summary>Gets the names of the categories, in the order of CategoryIdTree.</summary>
        public string? CategoryNameTree { get; }

        /// <summary>Gets the address of the store.</summary>
        public string? StoreUrl { get; }

        /// <summary>Gets the name of the store.</summary>
        public string? StoreName { get; }
    }

    /// <summary>An attribute of a product.</summary>
    public sealed class ProductAttribute
    {
        /// <summary>Creates an instance; programs do so in their tests.</summary>
        public ProductAttribute(string name, string value)
        {
            Name = name;
            Value = value;
        }

        /// <summary>Gets the name.</summary>
        public string Name { get; }

        /// <summary>Gets the value.</summary>
        public string Value { get; }
    }

    /// <summary>One colour of a product.</summary>
    public sealed class ProductSku
    {
        /// <summary>Creates an instance; programs do so in their tests.</summary>
        public ProductSku(string color, string size, string? stockNum = null, string? skuImg = null)
        {
            Color = color;
            Size = size;
            StockNum = stockNum;
            SkuImg = skuImg;
        }

        /// <summary>Gets the colour.</summary>
        public string Color { get; }

        /// <summary>Gets the sizes, separated by commas.</summary>
        public string Size { get; }

        /// <summary>Gets the quantities, separated by commas, in the order of the sizes.</summary>
        public string? StockNum { get; }

        /// <summary>Gets the address of the picture of the colour.</summary>
        public string? SkuImg { get; }
    }
}
