using System;
using System.Collections.Generic;
using System.Linq;

namespace Stockroom
{
    /// <summary>The outcome of one entry.</summary>
    public enum EntryState
    {
        /// <summary>The entry was not sent, or was sent and certainly not written.</summary>
        Unsent,

        /// <summary>The entry was written.</summary>
        Written,

        /// <summary>The dry run accepted the entry.</summary>
        Checked,

        /// <summary>The server refused the entry.</summary>
        Rejected,

        /// <summary>The entry was sent and the response was lost: it may or may not be written.</summary>
        Unknown
    }

    /// <summary>The outcome of creating stock, entry by entry.</summary>
    public sealed class CreateReport
    {
        /// <summary>Creates an instance; programs do so in their tests.</summary>
        public CreateReport(
            IReadOnlyList<StockEntry> entries, IReadOnlyList<EntryState> states,
            IReadOnlyList<RejectedEntry>? rejected = null, int requests = 0, IReadOnlyList<long>? pushes = null,
            bool isReplayed = false)
        {
            Entries = entries;
            States = states;
            Rejected = rejected ?? Array.Empty<RejectedEntry>();
            Requests = requests;
            Pushes = pushes ?? Array.Empty<long>();
            IsReplayed = isReplayed;
        }

        /// <summary>Gets the entries as they were given.</summary>
        public IReadOnlyList<StockEntry> Entries { get; }

        /// <summary>Gets the outcome of each entry, in the same order.</summary>
        public IReadOnlyList<EntryState> States { get; }

        /// <summary>Gets the refused entries, in the order of the requests.</summary>
        public IReadOnlyList<RejectedEntry> Rejected { get; }

        /// <summary>Gets the number of requests that were sent, including retries.</summary>
        public int Requests { get; }

        /// <summary>Gets the numbers of the pushes; a request that changed no quantity made none.</summary>
        public IReadOnlyList<long> Pushes { get; }

        /// <summary>
        /// Gets whether the server repeated an earlier response to the same key instead of writing again.
        /// </summary>
        public bool IsReplayed { get; }

        /// <summary>
        /// Gets the entries to send again: those that were not sent, and those whose outcome is unknown, except for
        /// changes by Delta, which might be made twice.
        /// </summary>
        public IReadOnlyList<StockEntry> Remaining => Entries.Where((entry, index) => States[index] == EntryState.Unsent
            || (States[index] == EntryState.Unknown && entry.Delta == null)).ToList();

        /// <summary>Returns the number of entries with this outcome.</summary>
        public int Count(EntryState state) => States.Count(it => it == state);

        /// <summary>Returns counts instead of entries, of which there may be hundreds of thousands.</summary>
        public override string ToString() =>
            FormattableString.Invariant($"{Entries.Count} {(Entries.Count == 1 ? "entry" : "entries")}")
            + string.Concat(States.GroupBy(it => it).Select(
                it => FormattableString.Invariant($", {it.Count()} {it.Key.ToString().ToLowerInvariant()}")));
    }

    /// <summary>An entry that the server refused.</summary>
    public sealed class RejectedEntry
    {
        /// <summary>Creates an instance; programs do so in their tests.</summary>
        public RejectedEntry(int index, StockEntry entry, string code, string reason, int? stock = null)
        {
            Index = index;
            Entry = entry;
            Code = code;
            Reason = reason;
            Stock = stock;
        }

        /// <summary>Gets the index of the entry among those given.</summary>
        public int Index { get; }

        /// <summary>Gets the entry.</summary>
        public StockEntry Entry { get; }

        /// <summary>Gets the code for programs.</summary>
        public string Code { get; }

        /// <summary>Gets the text for people.</summary>
        public string Reason { get; }

        /// <summary>Gets the present stock if it is the reason; null if there is no entry.</summary>
        public int? Stock { get; }
    }
}
