using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;

namespace Stockroom
{
    public partial class StockroomClient
    {
        /// <summary>
        /// Returns all products in the order of their ids, and fetches pages as they are read. If products get stock
        /// while those without stock are read, later pages move up and products are missed: collect all of them first.
        /// </summary>
        /// <param name="filter">Selects products by whether they have stock.</param>
        /// <param name="fields">Names further fields.</param>
        /// <param name="cancellationToken">Cancels the enumeration.</param>
        public virtual IAsyncEnumerable<Product> GetProductsAsync(
            StockFilter filter = StockFilter.All, ProductFields fields = ProductFields.None,
            CancellationToken cancellationToken = default) =>
            GetProductsAsync(new[] { Array.Empty<string>() }, filter, fields, cancellationToken);

        /// <summary>
        /// Returns the products with exactly these item numbers, and leaves out numbers that no product has.
        /// </summary>
        /// <param name="artNos">The item numbers, any number of them; blank ones are left out.</param>
        /// <param name="fields">Names further fields.</param>
        /// <param name="cancellationToken">Cancels the enumeration.</param>
        public virtual IAsyncEnumerable<Product> GetProductsByArtNoAsync(
            IEnumerable<string> artNos, ProductFields fields = ProductFields.None,
            CancellationToken cancellationToken = default)
        {
            if (artNos == null)
                throw new ArgumentNullException(nameof(artNos));
            // the server takes a blank number for none, which would be all products
            var wanted = artNos.Where(artNo => !string.IsNullOrWhiteSpace(artNo)).Distinct();
            var parts = wanted.Select((artNo, index) => (artNo, part: index / MaxPerRequest))
                .GroupBy(it => it.part, it => it.artNo).Select(part => part.ToArray()).ToList();
            return GetProductsAsync(parts, StockFilter.All, fields, cancellationToken);
        }

        /// <summary>Returns one page of the product list; a page past the end is empty.</summary>
        /// <param name="page">The number of the page, from 1.</param>
        /// <param name="pageSize">The number of products in a page, up to 100.</param>
        /// <param name="filter">Selects products by whether they have stock.</param>
        /// <param name="fields">Names further fields.</param>
        /// <param name="cancellationToken">Cancels the call.</param>
        public virtual Task<ProductPage> GetProductPageAsync(
            int page, int pageSize = 20, StockFilter filter = StockFilter.All,
            ProductFields fields = ProductFields.None, CancellationToken cancellationToken = default) =>
            GetProductPageAsync(page, pageSize, filter, fields, Array.Empty<string>(), cancellationToken);

        /// <summary>Returns everything about a product. The platform counts how many products are fetched.</summary>
        /// <param name="productId">The id of the product.</param>
        /// <param name="cancellationToken">Cancels the call.</param>
        /// <exception cref="RateLimitedException">The products of the day are used up.</exception>
        public virtual async Task<ProductDetail> GetProductDetailAsync(
            int productId, CancellationToken cancellationToken = default)
        {
            var request = ApiRequest.Form("/Product/Detail", ("pid", productId));
            var body = await connection.CallAsync(request, cancellationToken).ConfigureAwait(false);
            return connection.Read.Detail(body.Part("data"));
        }

        /// <summary>Reports the outcome of publishing a fetched product; a second report replaces the first.</summary>
        /// <param name="result">The outcome.</param>
        /// <param name="cancellationToken">Cancels the call.</param>
        public virtual Task ReportPublishResultAsync(
            PublishResult result, CancellationToken cancellationToken = default)
        {
            if (result == null)
                throw new ArgumentNullException(nameof(result));
            return connection.CallAsync(ApiRequest.Json("/Product/UploadResult", json =>
            {
                json.WriteStartObject();
                json.WriteNumber("pId", result.ProductId);
                json.WriteString("platform", result.Platform);
                json.WriteString("shopId", result.ShopId);
                json.WriteString("shopName", result.ShopName);
                json.WriteString("userId", result.UserId);
                json.WriteString("userNick", result.UserNick);
                json.WriteString("itemId", result.ItemId);
                json.WriteNumber("status", result.IsPublished ? 1 : 0);
                json.WriteIfGiven("message", result.Message);
                json.WriteEndObject();
            }), cancellationToken);
        }

        /// <summary>Returns how far the account has used every limit, and which publish results are due.</summary>
        /// <param name="cancellationToken">Cancels the call.</param>
        public virtual async Task<AccountLimits> GetLimitsAsync(CancellationToken cancellationToken = default)
        {
            var request = ApiRequest.Form("/Account/Limits");
            var body = await connection.CallAsync(request, cancellationToken).ConfigureAwait(false);
            return connection.Read.Limits(body.Part("data"));
        }

        private async IAsyncEnumerable<Product> GetProductsAsync(
            IReadOnlyList<string[]> artNos, StockFilter filter, ProductFields fields,
            [EnumeratorCancellation] CancellationToken cancellationToken)
        {
            foreach (var part in artNos)
            {
                bool isLast = false;
                for (int number = 1; !isLast; number++)
                {
                    var page = await GetProductPageAsync(number, MaxPageSize, filter, fields, part, cancellationToken)
                        .ConfigureAwait(false);
                    foreach (var product in page.Products)
                        yield return product;
                    isLast = number >= page.TotalPages || page.Products.Count == 0;
                }
            }
        }

        private async Task<ProductPage> GetProductPageAsync(
            int page, int pageSize, StockFilter filter, ProductFields fields, string[] artNos,
            CancellationToken cancellationToken)
        {
            var parameters = new List<(string, object?)>
            {
                ("page", page),
                ("pageSize", pageSize),
                ("stock", filter == StockFilter.All ? null : filter == StockFilter.WithStock ? "true" : "false"),
                ("fields", fields == ProductFields.None ? null : Names(fields))
            };
            parameters.AddRange(artNos.Select(artNo => ("artNo", (object?)artNo)));
            var request = ApiRequest.Form("/Stock/Product", parameters.ToArray());
            var body = await connection.CallAsync(request, cancellationToken).ConfigureAwait(false);
            var read = connection.Read;
            return new ProductPage(read.Int(body, "totalPages"), read.List(body, "data", read.Product));
        }

        private static string Names(ProductFields fields)
        {
            var names = new List<string>();
            if (fields.HasFlag(ProductFields.StockTotal))
                names.Add("stockTotal");
            if (fields.HasFlag(ProductFields.UpdatedAt))
                names.Add("updatedAt");
            if (fields.HasFlag(ProductFields.State))
                names.Add("state");
            return string.Join(",", names);
        }
    }
}
