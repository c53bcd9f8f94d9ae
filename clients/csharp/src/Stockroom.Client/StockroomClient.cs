using System;
using System.Net.Http;

namespace Stockroom
{
    /// <summary>
    /// Calls Stockroom for one application and one account. Create one and keep it: it is safe for any number of
    /// threads. A call that fails throws a <see cref="StockroomException"/>; a call that is cancelled throws an
    /// <see cref="OperationCanceledException"/>. Tests of programs override the methods.
    /// </summary>
    public partial class StockroomClient : IDisposable
    {
        /// <summary>The version of this client.</summary>
        public static readonly string Version = "0.1.0";

        private const int MaxPageSize = 100;
        private const int MaxPerRequest = 100;

        private readonly ApiConnection connection;
        private readonly RetryPolicy createRetry;

        /// <summary>Creates a client with an HttpClient of its own.</summary>
        /// <param name="options">The address, the credentials and more.</param>
        /// <exception cref="ArgumentException">An option is missing or invalid.</exception>
        public StockroomClient(StockroomClientOptions options)
            : this(options, new ApiConnection(options ?? throw new ArgumentNullException(nameof(options)), null)) { }

        /// <summary>Creates a client that uses an HttpClient of the program, which keeps it and disposes it.</summary>
        /// <param name="options">The address, the credentials and more.</param>
        /// <param name="httpClient">An HttpClient with the program's proxy or certificates. Its handler must not follow
        /// redirects, since the credentials are for one address alone, and its timeout must be above that of the
        /// options.</param>
        /// <exception cref="ArgumentException">An option is missing or invalid.</exception>
        public StockroomClient(StockroomClientOptions options, HttpClient httpClient)
            : this(options, new ApiConnection(
                options ?? throw new ArgumentNullException(nameof(options)),
                httpClient ?? throw new ArgumentNullException(nameof(httpClient)))) { }

        /// <summary>Creates a client that cannot call, for tests that override its methods.</summary>
        protected StockroomClient()
        {
            connection = null!;
            createRetry = null!;
        }

        private StockroomClient(StockroomClientOptions options, ApiConnection connection)
        {
            this.connection = connection;
            createRetry = options.CreateRetry;
        }

        /// <summary>Ends calls under way, unless the program gave the HttpClient.</summary>
        public void Dispose()
        {
            Dispose(true);
            GC.SuppressFinalize(this);
        }

        /// <summary>Releases the client's own HttpClient.</summary>
        protected virtual void Dispose(bool disposing)
        {
            if (disposing)
                connection?.Dispose();
        }

        /// <summary>Returns the address, without secret and token.</summary>
        public override string ToString() => "StockroomClient[" + connection?.Address + "]";
    }
}
