using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;

namespace Stockroom
{
    /// Reads and writes JSON. The only JSON of .NET Standard 2.0, System.Runtime.Serialization, needs a class with
    /// attributes for each kind of answer, or a detour through XML.
    internal sealed class Json
    {
        private static readonly Json Nothing = new Json(null);

        /// The value is a Dictionary, a List, a string, a bool, null, or the Match of a number.
        private readonly object value;

        private Json(object value) => this.value = value;

        /// Returns an empty value for a field that is missing or of another type.
        internal Json this[string name] =>
            value is Dictionary<string, Json> fields && fields.TryGetValue(name, out var field) ? field : Nothing;

        internal bool IsList => value is List<Json>;
        internal IReadOnlyList<Json> Items => value as List<Json> ?? new List<Json>();
        internal string Text => value as string;
        internal bool? Flag => value as bool?;
        internal int? Int => Long >= int.MinValue && Long <= int.MaxValue ? (int?)Long : null;

        internal long? Long => long.TryParse(
            (value as Match)?.Value, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number)
                ? number : (long?)null;

        internal decimal? Decimal => decimal.TryParse(
            (value as Match)?.Value, NumberStyles.Float, CultureInfo.InvariantCulture, out var number)
                ? number : (decimal?)null;

        /// Returns an empty value for text that is not JSON.
        internal static Json Parse(string text)
        {
            try
            {
                return new Reader(text).ReadAll();
            }
            catch (FormatException)
            {
                return Nothing;
            }
        }

        private sealed class Reader
        {
            private const int MaxDepth = 64;
            private static readonly Regex Number = new Regex(
                @"\G-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?", RegexOptions.Compiled);

            private readonly string text;
            private int at;
            private int depth;

            internal Reader(string text) => this.text = text;

            internal Json ReadAll()
            {
                var all = Read();
                return Next() == '\0' && at == text.Length ? all : throw Wrong();
            }

            private Json Read()
            {
                if (depth > MaxDepth)
                    throw Wrong();
                switch (Next())
                {
                    case '{': return new Json(ReadObject());
                    case '[': return new Json(ReadList());
                    case '"': return new Json(ReadText());
                    case 't': return ReadTerm("true", new Json(true));
                    case 'f': return ReadTerm("false", new Json(false));
                    case 'n': return ReadTerm("null", Nothing);
                    default: return new Json(ReadNumber());
                }
            }

            private Json ReadTerm(string term, Json meaning)
            {
                bool matches = string.CompareOrdinal(text, at, term, 0, term.Length) == 0;
                at += term.Length;
                return matches ? meaning : throw Wrong();
            }

            private Match ReadNumber()
            {
                var number = Number.Match(text, at);
                at += number.Length;
                return number.Success ? number : throw Wrong();
            }

            private Dictionary<string, Json> ReadObject()
            {
                var fields = new Dictionary<string, Json>();
                ReadUntil('}', () =>
                {
                    var name = Next() == '"' ? ReadText() : throw Wrong();
                    Skip(':');
                    fields[name] = Read();
                });
                return fields;
            }

            private List<Json> ReadList()
            {
                var items = new List<Json>();
                ReadUntil(']', () => items.Add(Read()));
                return items;
            }

            /// Reads elements with commas in between, from the opening bracket to this closing one.
            private void ReadUntil(char end, Action readOne)
            {
                at++;
                depth++;
                for (bool first = true; Next() != end; first = false)
                {
                    if (!first)
                        Skip(',');
                    readOne();
                }
                at++;
                depth--;
            }

            private string ReadText()
            {
                int begin = ++at;
                while (at < text.Length && text[at] >= ' ' && text[at] != '"' && text[at] != '\\')
                    at++;
                var read = text.Substring(begin, at - begin);
                if (at == text.Length || text[at] != '"')
                    return read + ReadEscaped();
                at++;
                return read;
            }

            /// Reads the rest of a text from its first escape on.
            private string ReadEscaped()
            {
                var read = new StringBuilder();
                for (; at < text.Length && text[at] != '"'; at++)
                    read.Append(text[at] == '\\' ? Escaped() : text[at] >= ' ' ? text[at] : throw Wrong());
                return at++ < text.Length ? read.ToString() : throw Wrong();
            }

            private char Escaped()
            {
                at++;
                int known = at < text.Length ? "\"\\/bfnrt".IndexOf(text[at]) : -1;
                if (known >= 0)
                    return "\"\\/\b\f\n\r\t"[known];
                if (at + 4 >= text.Length || text[at] != 'u' || !ushort.TryParse(text.Substring(at + 1, 4),
                    NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var code))
                    throw Wrong();
                at += 4;
                return (char)code;
            }

            /// Skips spaces; returns '\0' at the end.
            private char Next()
            {
                while (at < text.Length && text[at] <= ' ' && " \t\r\n".IndexOf(text[at]) >= 0)
                    at++;
                return at < text.Length ? text[at] : '\0';
            }

            private void Skip(char expected)
            {
                if (Next() != expected)
                    throw Wrong();
                at++;
            }

            private FormatException Wrong() => new FormatException("not JSON, from character " + at + " on");
        }

        /// Takes names and values in turns, and leaves out null values.
        internal static Dictionary<string, object> Object(params object[] fields) =>
            Enumerable.Range(0, fields.Length / 2).Where(i => fields[2 * i + 1] != null)
                .ToDictionary(i => (string)fields[2 * i], i => fields[2 * i + 1]);

        internal static string Write(object value)
        {
            var text = new StringBuilder();
            Write(value, text);
            return text.ToString();
        }

        private static void Write(object value, StringBuilder text)
        {
            if (value == null)
                text.Append("null");
            else if (value is string characters)
                WriteText(characters, text);
            else if (value is bool flag)
                text.Append(flag ? "true" : "false");
            else if (value is IDictionary<string, object> fields)
                WriteAll(fields, "{}", text, field =>
                {
                    WriteText(field.Key, text);
                    text.Append(':');
                    Write(field.Value, text);
                });
            else if (value is IEnumerable items)
                WriteAll(items.Cast<object>(), "[]", text, item => Write(item, text));
            else
                text.Append(((IFormattable)value).ToString(null, CultureInfo.InvariantCulture));
        }

        private static void WriteAll<T>(IEnumerable<T> all, string brackets, StringBuilder text, Action<T> write)
        {
            text.Append(brackets[0]);
            int begin = text.Length;
            foreach (var one in all)
            {
                text.Append(text.Length > begin ? "," : "");
                write(one);
            }
            text.Append(brackets[1]);
        }

        private static void WriteText(string characters, StringBuilder text)
        {
            text.Append('"');
            foreach (char c in characters)
                if (c < ' ')
                    text.Append("\\u").Append(((int)c).ToString("x4"));
                else
                    text.Append(c == '"' || c == '\\' ? "\\" : "").Append(c);
            text.Append('"');
        }
    }
}
