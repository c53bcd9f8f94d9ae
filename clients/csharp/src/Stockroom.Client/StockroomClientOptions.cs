using System;

namespace Stockroom
{
    /// <summary>
    /// Configures a <see cref="StockroomClient"/>. The client reads the options once: later changes have no effect.
    /// </summary>
    public sealed class StockroomClientOptions
    {
        /// <summary>Gets or sets the address of the merchant API, such as https://stock.example.</summary>
        public Uri? Address { get; set; }

        /// <summary>Gets or sets the id of the application.</summary>
        public string? AppId { get; set; }

        /// <summary>Gets or sets the secret of the application. It signs every call and is never sent.</summary>
        public string? Secret { get; set; }

        /// <summary>Gets or sets the access token of the merchant's account.</summary>
        public string? Token { get; set; }

        /// <summary>
        /// Gets or sets the language of messages: en or zh, or any value of Accept-Language. The codes are the same in
        /// every language.
        /// </summary>
        public string Language { get; set; } = "en";

        /// <summary>Gets or sets how long the server may take to respond to one request.</summary>
        public TimeSpan Timeout { get; set; } = TimeSpan.FromSeconds(30);

        /// <summary>Gets or sets the retries of all calls but creating stock.</summary>
        public RetryPolicy Retry { get; set; } = RetryPolicy.Default;

        /// <summary>Gets or sets the retries of each request that creates stock.</summary>
        public RetryPolicy CreateRetry { get; set; } = RetryPolicy.Bulk;

        /// <summary>Gets or sets the clock; the default is that of the machine.</summary>
        public Func<DateTimeOffset> Clock { get; set; } = () => DateTimeOffset.UtcNow;

        /// <summary>
        /// Gets or sets what is called with each response, when the client retries, waits for its turn or corrects its
        /// clock, and when the server warns. It runs within the call and must not throw. It never gets the secret or the token.
        /// </summary>
        public Action<StockroomEvent>? OnEvent { get; set; }
    }
}
