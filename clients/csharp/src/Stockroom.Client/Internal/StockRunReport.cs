using System.Collections.Generic;
using System.Linq;

namespace Stockroom
{
    /// Collects the outcome of each entry while stock is created.
    internal sealed class StockRunReport
    {
        private readonly List<StockEntry> entries;
        private readonly EntryState[] states;
        private readonly List<RejectedEntry> rejected = new List<RejectedEntry>();
        private readonly List<long> pushes = new List<long>();
        private int requests;
        private bool isReplayed;

        internal StockRunReport(List<StockEntry> entries)
        {
            this.entries = entries;
            states = new EntryState[entries.Count];
        }

        internal void Mark(IEnumerable<StockElement> elements, EntryState state, long? push = null)
        {
            foreach (int index in elements.SelectMany(it => it.Entries))
                states[index] = state;
            if (push != null)
                pushes.Add(push.Value);
        }

        internal void Reject(int index, string code, string reason, int? stock)
        {
            states[index] = EntryState.Rejected;
            rejected.Add(new RejectedEntry(index, entries[index], code, reason, stock));
        }

        internal void Add(ApiRequest request)
        {
            requests += request.Sent;
            isReplayed |= request.IsReplayed;
        }

        internal CreateReport Done() => new CreateReport(
            entries, states.ToArray(), rejected.ToArray(), requests, pushes.ToArray(), isReplayed);
    }
}
