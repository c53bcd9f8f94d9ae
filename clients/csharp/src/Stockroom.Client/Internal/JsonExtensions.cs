using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace Stockroom
{
    /// Reads parts of responses. A part that is missing or of another type is null or empty: a newer server may differ.
    internal static class JsonExtensions
    {
        private static readonly JsonWriterOptions WriterOptions =
            new JsonWriterOptions { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

        /// Returns JSON that has nothing if the text is not JSON.
        internal static JsonElement Parse(string text)
        {
            try
            {
                using var document = JsonDocument.Parse(text);
                return document.RootElement.Clone();
            }
            catch (JsonException)
            {
                return default;
            }
        }

        internal static byte[] Write(Action<Utf8JsonWriter> write)
        {
            using var bytes = new MemoryStream();
            using (var writer = new Utf8JsonWriter(bytes, WriterOptions))
                write(writer);
            return bytes.ToArray();
        }

        internal static JsonElement Part(this JsonElement json, string name) =>
            json.ValueKind == JsonValueKind.Object && json.TryGetProperty(name, out var part) ? part : default;

        internal static bool IsList(this JsonElement json) => json.ValueKind == JsonValueKind.Array;

        internal static IEnumerable<JsonElement> Items(this JsonElement json) =>
            json.IsList() ? json.EnumerateArray() : Enumerable.Empty<JsonElement>();

        internal static string? Text(this JsonElement json) =>
            json.ValueKind == JsonValueKind.String ? json.GetString() : null;

        internal static bool? Flag(this JsonElement json) =>
            json.ValueKind == JsonValueKind.True ? true : json.ValueKind == JsonValueKind.False ? false : (bool?)null;

        internal static int? Int(this JsonElement json) =>
            json.ValueKind == JsonValueKind.Number && json.TryGetInt32(out int number) ? number : (int?)null;

        internal static long? Long(this JsonElement json) =>
            json.ValueKind == JsonValueKind.Number && json.TryGetInt64(out long number) ? number : (long?)null;

        internal static decimal? Decimal(this JsonElement json) =>
            json.ValueKind == JsonValueKind.Number && json.TryGetDecimal(out decimal number) ? number : (decimal?)null;

        internal static DateTimeOffset? Time(this JsonElement json) => DateTimeOffset.TryParse(
            json.Text(), CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var time)
                ? time : (DateTimeOffset?)null;

        internal static IReadOnlyList<int> Ids(this JsonElement json) =>
            json.Items().Select(it => it.Int()).Where(it => it != null).Select(it => it!.Value).ToList();

        internal static void WriteProduct(this Utf8JsonWriter json, int productId, string? artNo)
        {
            if (artNo == null)
                json.WriteNumber("pid", productId);
            else
                json.WriteString("artNo", artNo);
        }

        internal static void WriteIfGiven(this Utf8JsonWriter json, string name, int? value)
        {
            if (value != null)
                json.WriteNumber(name, value.Value);
        }

        internal static void WriteIfGiven(this Utf8JsonWriter json, string name, string? value)
        {
            if (value != null)
                json.WriteString(name, value);
        }
    }
}
