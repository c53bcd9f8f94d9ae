using System.Collections.Generic;
using System.Linq;
using System.Text.Json;

/// Reads what a scenario gives; what is missing is null or empty.
static class Arguments
{
    static JsonElement? Find(this JsonElement it, string name, JsonValueKind kind) =>
        it.TryGetProperty(name, out var found) && found.ValueKind == kind ? found : (JsonElement?)null;

    public static string? Text(this JsonElement it, string name) =>
        it.Find(name, JsonValueKind.String)?.GetString();

    public static int? Int(this JsonElement it, string name) => it.Find(name, JsonValueKind.Number)?.GetInt32();

    public static long? Long(this JsonElement it, string name) => it.Find(name, JsonValueKind.Number)?.GetInt64();

    public static bool Flag(this JsonElement it, string name) => it.Find(name, JsonValueKind.True) != null;

    public static IEnumerable<JsonElement> List(this JsonElement it, string name) =>
        it.Find(name, JsonValueKind.Array)?.EnumerateArray() ?? Enumerable.Empty<JsonElement>();

    public static List<string> Texts(this JsonElement it, string name) =>
        it.List(name).Select(each => each.GetString()).ToList();

    public static List<int>? Ints(this JsonElement it, string name) =>
        it.Find(name, JsonValueKind.Array)?.EnumerateArray().Select(each => each.GetInt32()).ToList();
}
