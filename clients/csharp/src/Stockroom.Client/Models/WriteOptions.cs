using System;

namespace Stockroom
{
    /// <summary>Options of a call that changes stock.</summary>
    public class WriteOptions
    {
        /// <summary>
        /// Gets or sets whether the server checks everything and writes nothing. A dry run takes its turn, too.
        /// </summary>
        public bool DryRun { get; set; }

        /// <summary>
        /// Gets or sets a text of up to 64 characters, such as the number of a delivery. The push keeps it, and
        /// <see cref="StockroomClient.GetHistoryByReferenceAsync"/> finds it.
        /// </summary>
        public string? Reference { get; set; }
    }

    /// <summary>Options of <see cref="StockroomClient.CreateStockAsync"/>.</summary>
    public sealed class CreateStockOptions : WriteOptions
    {
        /// <summary>
        /// Gets or sets whether everything is written or nothing: one refused entry refuses all. The entries must fit
        /// into one request, of up to 300 colours and 15,000 entries.
        /// </summary>
        public bool OneRequest { get; set; }

        /// <summary>
        /// Gets or sets the key of the one request, such as the number of an order, of 1 to 64 visible ASCII
        /// characters. The same entries with the same key are written once within 24 hours. The server keeps a refusal
        /// with its key, too: try again with another key.
        /// </summary>
        public string? IdempotencyKey { get; set; }

        /// <summary>Gets or sets what receives the progress after each request.</summary>
        public IProgress<CreateProgress>? Progress { get; set; }
    }

    /// <summary>Options of <see cref="StockroomClient.UndoAsync"/>.</summary>
    public sealed class UndoOptions : WriteOptions
    {
        /// <summary>
        /// Gets or sets whether one entry that was changed since refuses everything, with the code UNDO_CONFLICT.
        /// </summary>
        public bool All { get; set; }
    }

    /// <summary>The progress of creating stock after a request.</summary>
    public sealed class CreateProgress
    {
        /// <summary>Creates an instance; programs do so in their tests.</summary>
        public CreateProgress(int requestsDone, int requestsTotal, CreateReport report)
        {
            RequestsDone = requestsDone;
            RequestsTotal = requestsTotal;
            Report = report;
        }

        /// <summary>Gets the number of requests that are done.</summary>
        public int RequestsDone { get; }

        /// <summary>Gets the number of requests that the entries need.</summary>
        public int RequestsTotal { get; }

        /// <summary>Gets the outcome of each entry until now.</summary>
        public CreateReport Report { get; }
    }
}
