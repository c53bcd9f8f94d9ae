using System.Collections.Generic;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;

namespace Stockroom
{
    /// Checks single entries against the limits of the interface.
    internal sealed class EntryCheck
    {
        private const int MaxQuantity = 999999999;
        private const int NoEntry = -1;
        private const int MaxSize = 999;
        private const int MaxText = 64;
        private const int MaxShown = 40;
        /// The server trims further kinds, but not all that .NET knows.
        private static readonly char[] Spaces = { ' ', '\t', '\r', '\n', '\u3000' };
        private static readonly Regex HalfPair =
            new Regex("[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]");

        private readonly Messages messages;

        internal EntryCheck(Messages messages) => this.messages = messages;

        internal IEnumerable<Violation> Of(int index, StockEntry entry)
        {
            Violation Wrong(string field, string code, string message)
            {
                var at = "[" + index + "]." + field;
                return new Violation(at, code, messages.At(at, message));
            }

            if (entry.ArtNo != null && (Trimmed(entry.ArtNo) == "" || !Fits(entry.ArtNo)))
                yield return Wrong("artNo", "TEXT_INVALID", messages.ArtNoInvalid(Excerpt(entry.ArtNo)));
            if (entry.ArtNo == null && entry.ProductId < 1)
                yield return Wrong("pid", "ID_INVALID", messages.IdInvalid(entry.ProductId));
            if (Trimmed(entry.Color) == "" || !Fits(entry.Color))
                yield return Wrong("color", "COLOR_INVALID", messages.ColorInvalid(Excerpt(entry.Color)));
            if (entry.Size < 1 || entry.Size > MaxSize)
                yield return Wrong("size", "SIZE_INVALID", messages.SizeInvalid(entry.Size));
            if (entry.Stock < 0 || entry.Stock > MaxQuantity || (entry.Stock == null && entry.Delta == null))
                yield return Wrong("stock", "STOCK_INVALID", messages.StockInvalid(entry.Stock));
            if (entry.Expected < NoEntry || entry.Expected > MaxQuantity)
                yield return Wrong("expected", "EXPECTED_INVALID", messages.ExpectedInvalid(entry.Expected));
            if (entry.Delta < -MaxQuantity || entry.Delta > MaxQuantity)
                yield return Wrong("delta", "DELTA_INVALID", messages.DeltaInvalid(entry.Delta));
            if (entry.Delta != null && (entry.Stock != null || entry.Expected != null))
                yield return Wrong("delta", "DELTA_WITH_STOCK", messages.DeltaWithStock());
            if (!Fits(entry.BarCode))
                yield return Wrong("barCode", "BAR_CODE_INVALID", messages.BarCodeInvalid(Excerpt(entry.BarCode)));
        }

        /// Returns the text as the server keeps it.
        internal static string Composed(string text) =>
            IsPlain(Trimmed(text)) ? Trimmed(text) : Trimmed(text).Normalize(NormalizationForm.FormC);

        /// Callers without nullable annotations may pass null, which counts as empty.
        private static string Trimmed(string? text) => (text ?? "").Trim(Spaces);

        private static bool Fits(string? text)
        {
            var trimmed = Trimmed(text);
            if (IsPlain(trimmed))
                return trimmed.Length <= MaxText;
            return !trimmed.Any(char.IsControl) && !HalfPair.IsMatch(trimmed)
                && Composed(trimmed).Count(c => !char.IsLowSurrogate(c)) <= MaxText;
        }

        /// Most texts are plain: there is nothing to compose and nothing to refuse.
        private static bool IsPlain(string text) => text.All(c => c >= ' ' && c <= '~');

        private string Excerpt(string? text)
        {
            var plain = Regex.Replace(Trimmed(text), @"\p{C}", "?");
            return plain == "" ? messages.Nothing()
                : plain.Length > MaxShown ? plain.Substring(0, MaxShown) + "…" : plain;
        }
    }
}
