using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Threading;
using System.Threading.Tasks;

namespace Stockroom
{
    /// <summary>
    /// Follows the changes of a merchant's stock as they happen, push after push: none is missing, and none comes
    /// twice. The enumeration waits for the next push for as long as it takes, and ends when it is cancelled. A new
    /// enumeration, such as after a failure, continues after the last push; one enumeration runs at a time. Only an
    /// <see cref="InvalidCursorException"/> comes again each time.
    /// </summary>
    public sealed class ChangeFeed : IAsyncEnumerable<Push>
    {
        private const int PageSize = 100;
        private static readonly TimeSpan Wait = TimeSpan.FromSeconds(30);
        /// Separates calls that find nothing, even if something ends the wait of the first at once.
        private static readonly TimeSpan MinInterval = TimeSpan.FromSeconds(1);

        private readonly StockroomClient client;
        private readonly CancellationToken givenToken;

        /// <summary>
        /// Creates a feed that reads pages by <see cref="StockroomClient.GetChangePageAsync"/>; programs do so in their
        /// tests, and otherwise call <see cref="StockroomClient.FollowChangesAsync"/>.
        /// </summary>
        /// <param name="client">The client that reads the pages.</param>
        /// <param name="cursor">The cursor of a snapshot, a feed or a page.</param>
        /// <param name="cancellationToken">Cancels the enumeration.</param>
        public ChangeFeed(StockroomClient client, string cursor, CancellationToken cancellationToken = default)
        {
            this.client = client ?? throw new ArgumentNullException(nameof(client));
            Cursor = cursor ?? throw new ArgumentNullException(nameof(cursor));
            givenToken = cancellationToken;
        }

        /// <summary>
        /// Gets the cursor with which <see cref="StockroomClient.FollowChangesAsync"/> continues after the present
        /// push. Store it together with what the program made of the push. Only clients of Stockroom can read it.
        /// </summary>
        public string Cursor { get; private set; }

        /// <inheritdoc/>
        public async IAsyncEnumerator<Push> GetAsyncEnumerator(CancellationToken cancellationToken = default)
        {
            using var ending = CancellationTokenSource.CreateLinkedTokenSource(givenToken, cancellationToken);
            while (true)
            {
                var begun = Stopwatch.StartNew();
                var start = FeedPosition.Of(Cursor);
                var page = await client.GetChangePageAsync(Cursor, PageSize, Wait, ending.Token).ConfigureAwait(false);
                for (int i = 0; i < page.Pushes.Count; i++)
                {
                    bool isLast = i == page.Pushes.Count - 1;
                    Cursor = isLast ? page.Cursor : start.AfterPush(page.Pushes[i].Number);
                    yield return page.Pushes[i];
                }
                if (page.Pushes.Count > 0)
                    continue;
                Cursor = page.Cursor;
                if (!page.HasMore && begun.Elapsed < MinInterval)
                    await Task.Delay(MinInterval - begun.Elapsed, ending.Token).ConfigureAwait(false);
            }
        }
    }
}
