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
        /// Follows the changes of stock after a stored cursor, or from now on: what the program reads once this has
        /// returned is not older.
        /// </summary>
        /// <param name="cursor">The cursor of a snapshot, a feed or a page; null to follow from now on.</param>
        /// <param name="cancellationToken">Cancels this call, and the enumeration of the feed.</param>
        public virtual async Task<ChangeFeed> FollowChangesAsync(
            string? cursor = null, CancellationToken cancellationToken = default)
        {
            cursor ??= (await GetChangePageAsync(cancellationToken: cancellationToken).ConfigureAwait(false)).Cursor;
            return new ChangeFeed(this, cursor, cancellationToken);
        }

        /// <summary>Follows the changes of stock after the push of this number.</summary>
        /// <param name="push">The number of the push.</param>
        /// <param name="cancellationToken">Cancels the enumeration of the feed.</param>
        public virtual ChangeFeed FollowChangesAfter(long push, CancellationToken cancellationToken = default) =>
            new ChangeFeed(this, FeedPosition.After(push), cancellationToken);

        /// <summary>Follows the changes of stock from the first one that the server still keeps.</summary>
        /// <param name="cancellationToken">Cancels the enumeration of the feed.</param>
        public virtual ChangeFeed FollowChangesFromStart(CancellationToken cancellationToken = default) =>
            new ChangeFeed(this, FeedPosition.FromStart, cancellationToken);

        /// <summary>
        /// Returns one page of the changes after a cursor. Without a cursor, the page has no pushes and the present
        /// cursor.
        /// </summary>
        /// <param name="cursor">The cursor of a snapshot, a feed or a page.</param>
        /// <param name="limit">The number of pushes in a page, up to 500.</param>
        /// <param name="wait">How long the server waits for the next push if there is none yet: whole seconds, up to
        /// 30.</param>
        /// <param name="cancellationToken">Cancels the call.</param>
        /// <exception cref="InvalidCursorException">The cursor is not valid, or no longer.</exception>
        public virtual async Task<ChangePage> GetChangePageAsync(
            string? cursor = null, int limit = 100, TimeSpan wait = default,
            CancellationToken cancellationToken = default)
        {
            if (cursor == null)
            {
                var now = await GetPresentCursorAsync(cancellationToken).ConfigureAwait(false);
                return new ChangePage(Array.Empty<Push>(), now, false);
            }
            var position = FeedPosition.Of(cursor);
            var request = ApiRequest.Form(
                "/Stock/Changes", position.Parameter, ("limit", limit), ("wait", (int)wait.TotalSeconds));
            request.Wait = wait;
            var body = await connection.CallAsync(request, cancellationToken).ConfigureAwait(false);
            var pushes = connection.Read.List(body, "data", connection.Read.Push);
            bool isReached = pushes.Count == 0 || pushes[pushes.Count - 1].Number >= position.Read;
            return new ChangePage(
                pushes.Where(push => push.Number > position.Read).ToList(),
                position.Next(connection.Read.Text(body, "cursor"), isReached),
                body.Part("more").Flag() ?? false);
        }

        /// <summary>Returns the changes of a product, newest first, and fetches pages as they are read.</summary>
        /// <param name="productId">The id of the product.</param>
        /// <param name="color">The colour; null for all colours.</param>
        /// <param name="size">The size; null for all sizes.</param>
        /// <param name="reference">The reference of the pushes; null for all pushes.</param>
        /// <param name="cancellationToken">Cancels the enumeration.</param>
        public virtual IAsyncEnumerable<Push> GetHistoryAsync(
            int productId, string? color = null, int? size = null, string? reference = null,
            CancellationToken cancellationToken = default) =>
            ReadHistoryAsync(productId, color, size, reference, cancellationToken);

        /// <summary>Returns the pushes with this reference, newest first, and fetches pages as they are read.</summary>
        /// <param name="reference">The reference of the pushes.</param>
        /// <param name="cancellationToken">Cancels the enumeration.</param>
        public virtual IAsyncEnumerable<Push> GetHistoryByReferenceAsync(
            string reference, CancellationToken cancellationToken = default) => ReadHistoryAsync(
            null, null, null, reference ?? throw new ArgumentNullException(nameof(reference)), cancellationToken);

        private async IAsyncEnumerable<Push> ReadHistoryAsync(
            int? productId, string? color, int? size, string? reference,
            [EnumeratorCancellation] CancellationToken cancellationToken)
        {
            string? cursor = null;
            do
            {
                var request = ApiRequest.Form(
                    "/Stock/History", ("productid", productId), ("color", color), ("size", size),
                    ("reference", reference), ("cursor", cursor), ("limit", MaxPageSize));
                var body = await connection.CallAsync(request, cancellationToken).ConfigureAwait(false);
                foreach (var push in connection.Read.List(body, "data", connection.Read.Push))
                    yield return push;
                cursor = body.Part("cursor").Text();
            }
            while (cursor != null);
        }

        private async Task<string> GetPresentCursorAsync(CancellationToken cancellationToken)
        {
            var request = ApiRequest.Form("/Stock/Changes", ("limit", 1));
            var body = await connection.CallAsync(request, cancellationToken).ConfigureAwait(false);
            return connection.Read.Text(body, "cursor");
        }
    }
}
