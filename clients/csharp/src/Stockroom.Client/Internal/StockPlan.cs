using System.Collections.Generic;
using System.Globalization;
using System.Linq;

namespace Stockroom
{
    /// One colour of one product in a request, with the indexes of its entries.
    internal sealed class StockElement
    {
        internal StockElement(int productId, string? artNo, string color)
        {
            ProductId = productId;
            ArtNo = artNo;
            Color = color;
        }

        internal int ProductId { get; }
        internal string? ArtNo { get; }
        internal string Color { get; }
        internal List<int> Entries { get; } = new List<int>();
    }

    /// Distributes any number of entries over as few requests as possible.
    internal static class StockPlan
    {
        private const int MaxElements = 300;
        private const int MaxEntries = 15000;

        /// Throws everything that is wrong with the entries.
        internal static List<List<StockElement>> Of(IReadOnlyList<StockEntry> entries, Messages messages)
        {
            var check = new EntryCheck(messages);
            var violations = new List<Violation>();
            var colors = new Dictionary<(string Product, string Color), StockElement>();
            var seen = new Dictionary<(string Product, string Color, int Size), int>();
            for (int index = 0; index < entries.Count; index++)
            {
                var entry = entries[index];
                int before = violations.Count;
                violations.AddRange(check.Of(index, entry));
                if (violations.Count > before)
                    continue;
                var color = EntryCheck.Composed(entry.Color);
                var artNo = entry.ArtNo == null ? null : EntryCheck.Composed(entry.ArtNo);
                var product = artNo == null ? entry.ProductId.ToString(CultureInfo.InvariantCulture)
                    : "\"" + artNo + "\"";
                if (seen.TryGetValue((product, color, entry.Size), out int first))
                {
                    var at = "[" + index + "]";
                    var message = messages.EntryRepeated(product, color, entry.Size, first);
                    violations.Add(new Violation(at, "ENTRY_REPEATED", messages.At(at, message)));
                    continue;
                }
                seen[(product, color, entry.Size)] = index;
                if (!colors.TryGetValue((product, color), out var element))
                    colors[(product, color)] = element = new StockElement(entry.ProductId, artNo, color);
                element.Entries.Add(index);
            }
            if (violations.Count > 0)
                throw new BadRequestException(new StockroomFailure(
                    violations[0].Message, code: violations[0].Code, violations: violations));
            // what is sold out must not be sold while other requests wait for their turns
            return Requests(colors.Values.OrderBy(it => it.Entries[0]).OrderByDescending(
                it => it.Entries.Any(index => entries[index].Stock == 0)));
        }

        private static List<List<StockElement>> Requests(IEnumerable<StockElement> elements)
        {
            var requests = new List<List<StockElement>>();
            var request = new List<StockElement>();
            int count = MaxEntries;
            foreach (var element in elements)
            {
                count += element.Entries.Count;
                if (count > MaxEntries || request.Count == MaxElements)
                {
                    requests.Add(request = new List<StockElement>());
                    count = element.Entries.Count;
                }
                request.Add(element);
            }
            return requests;
        }
    }
}
