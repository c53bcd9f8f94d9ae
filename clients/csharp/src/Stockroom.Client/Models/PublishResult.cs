namespace Stockroom
{
    /// <summary>The outcome of publishing a fetched product in the bound store.</summary>
    public sealed class PublishResult
    {
        /// <summary>Gets or sets the id of the product.</summary>
        public int ProductId { get; set; }

        /// <summary>Gets or sets the platform of the bound store, such as tb.</summary>
        public string Platform { get; set; } = "";

        /// <summary>Gets or sets the id of the bound store.</summary>
        public string ShopId { get; set; } = "";

        /// <summary>Gets or sets the name of the bound store.</summary>
        public string ShopName { get; set; } = "";

        /// <summary>Gets or sets the id of the user of the bound store.</summary>
        public string UserId { get; set; } = "";

        /// <summary>Gets or sets the name of the user of the bound store.</summary>
        public string UserNick { get; set; } = "";

        /// <summary>Gets or sets the id of the published item; may be empty if publishing failed.</summary>
        public string ItemId { get; set; } = "";

        /// <summary>Gets or sets whether the product was published.</summary>
        public bool IsPublished { get; set; }

        /// <summary>Gets or sets why publishing failed, or any other note.</summary>
        public string? Message { get; set; }
    }
}
