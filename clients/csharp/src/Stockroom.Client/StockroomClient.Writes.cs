using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;

namespace Stockroom
{
    public partial class StockroomClient
    {
        /// <summary>
        /// Sets or changes the stock of any number of entries, in any order, in as few requests as possible, at the
        /// pace that the platform allows: one request in two seconds. Colours in which something is sold out come
        /// first. All entries are checked before any is sent. Entries that the server refuses are left out and
        /// reported as rejected.
        /// </summary>
        /// <param name="entries">The entries, any number of them.</param>
        /// <param name="options">A dry run, a reference, a key and more; null for none.</param>
        /// <param name="cancellationToken">Cancels the call.</param>
        /// <exception cref="BadRequestException">Entries are wrong; it has every violation.</exception>
        /// <exception cref="CreateStockException">The call ended early; it has the outcome of each entry.</exception>
        /// <exception cref="CreateStockCanceledException">The call was cancelled; it has the outcome of each
        /// entry.</exception>
        public virtual Task<CreateReport> CreateStockAsync(
            IEnumerable<StockEntry> entries, CreateStockOptions? options = null,
            CancellationToken cancellationToken = default)
        {
            if (entries == null)
                throw new ArgumentNullException(nameof(entries));
            options ??= new CreateStockOptions();
            var key = options.IdempotencyKey;
            if (key != null && !(options.OneRequest && Regex.IsMatch(key, @"\A[!-~]{1,64}\z")))
                throw new ArgumentException(connection.Messages.KeyInvalid(key), nameof(options));
            var list = entries.ToList();
            if (list.Contains(null!))
                throw new ArgumentException(connection.Messages.EntryNull(list.IndexOf(null!)), nameof(entries));
            return new StockRun(connection, createRetry, list, options).RunAsync(cancellationToken);
        }

        /// <summary>
        /// Deletes up to 300 colours of products, or sizes of them, in one request. Deleting what is not there is no
        /// error.
        /// </summary>
        /// <param name="deletions">The colours to delete.</param>
        /// <param name="options">A dry run, a reference; null for none.</param>
        /// <param name="cancellationToken">Cancels the call.</param>
        public virtual async Task<DeleteResult> DeleteStockAsync(
            IEnumerable<StockDeletion> deletions, WriteOptions? options = null,
            CancellationToken cancellationToken = default)
        {
            if (deletions == null)
                throw new ArgumentNullException(nameof(deletions));
            var request = ApiRequest.Json("/Stock/Delete", json =>
            {
                json.WriteStartArray();
                foreach (var deletion in deletions)
                {
                    json.WriteStartObject();
                    json.WriteProduct(deletion.ProductId, deletion.ArtNo);
                    json.WriteString("color", deletion.Color);
                    if (deletion.Sizes != null)
                    {
                        json.WriteStartArray("sizes");
                        foreach (int size in deletion.Sizes)
                            json.WriteNumberValue(size);
                        json.WriteEndArray();
                    }
                    json.WriteEndObject();
                }
                json.WriteEndArray();
            }).AsWrite(options?.DryRun ?? false, options?.Reference);
            var body = await connection.CallAsync(request, cancellationToken).ConfigureAwait(false);
            return new DeleteResult(body.Part("push").Long(), request.IsReplayed);
        }

        /// <summary>
        /// Takes back what a push of this application changed, except for what was changed again since. It is refused
        /// with PUSH_UNKNOWN if there is no such push of this application.
        /// </summary>
        /// <param name="push">The number of the push.</param>
        /// <param name="options">A dry run, a reference, all or nothing; null for none.</param>
        /// <param name="cancellationToken">Cancels the call.</param>
        /// <exception cref="RefusedException">There is no such push, or an entry was changed since.</exception>
        public virtual async Task<UndoResult> UndoAsync(
            long push, UndoOptions? options = null, CancellationToken cancellationToken = default)
        {
            var all = options?.All == true ? "true" : "false";
            var request = ApiRequest.Form("/Stock/Undo", ("push", push), ("all", all))
                .AsWrite(options?.DryRun ?? false, options?.Reference);
            var body = await connection.CallAsync(request, cancellationToken).ConfigureAwait(false);
            return connection.Read.Undo(body, request.IsReplayed);
        }
    }
}
