using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.Json;
using System.Threading;
using System.Threading.Tasks;

namespace Stockroom
{
    public partial class StockroomClient
    {
        /// <summary>
        /// Returns the stock of one product. It is refused with STOCK_NOT_ADDED if the product has none, and with
        /// PRODUCT_UNKNOWN if there is no such product.
        /// </summary>
        /// <param name="productId">The id of the product.</param>
        /// <param name="cancellationToken">Cancels the call.</param>
        /// <exception cref="RefusedException">The product has no stock, or there is no such product.</exception>
        public virtual Task<IReadOnlyList<StockItem>> GetStockAsync(
            int productId, CancellationToken cancellationToken = default) =>
            GetStockAsync(productId, null, cancellationToken);

        /// <summary>
        /// Returns the stock of one product as it was at this time, with the bar codes of today. It is refused with
        /// AS_OF_TOO_FAR if too much has changed since, or if the changes are no longer kept.
        /// </summary>
        /// <param name="productId">The id of the product.</param>
        /// <param name="time">The time.</param>
        /// <param name="cancellationToken">Cancels the call.</param>
        /// <exception cref="RefusedException">The stock of that time is not known.</exception>
        public virtual Task<IReadOnlyList<StockItem>> GetStockAsOfAsync(
            int productId, DateTimeOffset time, CancellationToken cancellationToken = default)
        {
            var text = time.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture);
            return GetStockAsync(productId, text, cancellationToken);
        }

        /// <summary>Returns the stock of one product as it was after the push of this number.</summary>
        /// <param name="productId">The id of the product.</param>
        /// <param name="push">The number of the push.</param>
        /// <param name="cancellationToken">Cancels the call.</param>
        /// <exception cref="RefusedException">The stock after that push is not known.</exception>
        public virtual Task<IReadOnlyList<StockItem>> GetStockAsOfAsync(
            int productId, long push, CancellationToken cancellationToken = default) =>
            GetStockAsync(productId, push.ToString(CultureInfo.InvariantCulture), cancellationToken);

        /// <summary>
        /// Returns the stock of any number of products, in this order, a hundred in a request. A product without stock
        /// has no entries; a product that does not exist is left out.
        /// </summary>
        /// <param name="productIds">The ids of the products.</param>
        /// <param name="cancellationToken">Cancels the call.</param>
        public virtual async Task<IReadOnlyList<ProductStock>> GetStocksAsync(
            IEnumerable<int> productIds, CancellationToken cancellationToken = default) =>
            (await GetStocksAsync(productIds, false, cancellationToken).ConfigureAwait(false)).Stock;

        /// <summary>
        /// Returns the stock of all products that have an entry with one of these bar codes, with all their entries.
        /// </summary>
        /// <param name="barCodes">The bar codes, any number of them; blank ones are left out.</param>
        /// <param name="cancellationToken">Cancels the call.</param>
        public virtual async Task<IReadOnlyList<ProductStock>> GetStocksByBarCodeAsync(
            IEnumerable<string> barCodes, CancellationToken cancellationToken = default)
        {
            if (barCodes == null)
                throw new ArgumentNullException(nameof(barCodes));
            var found = new List<ProductStock>();
            var known = new HashSet<int>();
            // the server takes a blank bar code for none
            var open = barCodes.Select(it => it?.Trim() ?? "").Where(it => it != "").Distinct().ToList();
            while (open.Count > 0)
            {
                var asked = open.Take(MaxPerRequest).ToList();
                var body = await BatchAsync("barCodes", asked, (json, it) => json.WriteStringValue(it), false,
                    cancellationToken).ConfigureAwait(false);
                var others = await GetStocksAsync(body.Part("rest").Ids(), cancellationToken).ConfigureAwait(false);
                var products = connection.Read.List(body, "data", connection.Read.ProductStock);
                found.AddRange(products.Concat(others).Where(it => known.Add(it.ProductId)));
                open = Rest(open, asked.Count, body.Part("restBarCodes").Items().Select(it => it.Text() ?? ""));
            }
            return found;
        }

        /// <summary>
        /// Returns the stock of these products, or of all, and the cursor from which
        /// <see cref="FollowChangesAsync"/> continues. No change is missed. If it takes more than one request, what
        /// changed in between comes again.
        /// </summary>
        /// <param name="productIds">The ids of the products; null for all products.</param>
        /// <param name="cancellationToken">Cancels the call.</param>
        public virtual async Task<StockSnapshot> GetSnapshotAsync(
            IEnumerable<int>? productIds = null, CancellationToken cancellationToken = default)
        {
            if (productIds != null)
            {
                var (stock, cursor) = await GetStocksAsync(productIds, true, cancellationToken).ConfigureAwait(false);
                return new StockSnapshot(
                    stock, cursor ?? await GetPresentCursorAsync(cancellationToken).ConfigureAwait(false));
            }
            // before the list: a product that is added meanwhile is in the list or in the changes
            var now = await GetPresentCursorAsync(cancellationToken).ConfigureAwait(false);
            var ids = new List<int>();
            await foreach (var product in GetProductsAsync(cancellationToken: cancellationToken).ConfigureAwait(false))
                ids.Add(product.Id);
            var all = await GetStocksAsync(ids, false, cancellationToken).ConfigureAwait(false);
            return new StockSnapshot(all.Stock, now);
        }

        private async Task<IReadOnlyList<StockItem>> GetStockAsync(
            int productId, string? asOf, CancellationToken cancellationToken)
        {
            var request = ApiRequest.Form("/Stock/List", ("productid", productId), ("asOf", asOf));
            var body = await connection.CallAsync(request, cancellationToken).ConfigureAwait(false);
            return connection.Read.List(body, "data", connection.Read.Item);
        }

        /// Returns the cursor of the first request, if it is wanted and there was a request.
        private async Task<(IReadOnlyList<ProductStock> Stock, string? Cursor)> GetStocksAsync(
            IEnumerable<int> productIds, bool withCursor, CancellationToken cancellationToken)
        {
            if (productIds == null)
                throw new ArgumentNullException(nameof(productIds));
            string? cursor = null;
            var wanted = productIds.Distinct().ToList();
            var found = new Dictionary<int, ProductStock>();
            for (var open = wanted; open.Count > 0;)
            {
                var asked = open.Take(MaxPerRequest).ToList();
                var body = await BatchAsync("productids", asked, (json, it) => json.WriteNumberValue(it), withCursor,
                    cancellationToken).ConfigureAwait(false);
                if (withCursor)
                    cursor ??= connection.Read.Text(body, "cursor");
                foreach (var product in connection.Read.List(body, "data", connection.Read.ProductStock))
                    found[product.ProductId] = product;
                open = Rest(open, asked.Count, body.Part("rest").Ids());
            }
            return (wanted.Where(found.ContainsKey).Select(id => found[id]).ToList(), cursor);
        }

        private Task<JsonElement> BatchAsync<T>(
            string name, List<T> values, Action<Utf8JsonWriter, T> write, bool withCursor,
            CancellationToken cancellationToken) =>
            connection.CallAsync(ApiRequest.Json("/Stock/Batch", json =>
            {
                json.WriteStartObject();
                json.WriteStartArray(name);
                values.ForEach(it => write(json, it));
                json.WriteEndArray();
                json.WriteIfGiven("fields", withCursor ? "cursor" : null);
                json.WriteEndObject();
            }), cancellationToken);

        /// Returns what the server left over, and what was not asked for yet.
        private List<T> Rest<T>(List<T> open, int asked, IEnumerable<T> left)
        {
            var rest = left.ToList();
            if (rest.Count >= asked)
                throw connection.Read.NotAsExpected(connection.Messages.NothingRead(asked));
            rest.AddRange(open.Skip(asked));
            return rest;
        }
    }
}
