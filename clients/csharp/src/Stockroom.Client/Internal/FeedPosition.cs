using System.Globalization;

namespace Stockroom
{
    /// A cursor of this client: the server's cursor and, in the middle of a page, the number of the last push that was
    /// read. Where following began without a cursor, `from` stands in place of the server's.
    internal readonly struct FeedPosition
    {
        private const string From = "from";
        internal const string FromStart = From + " start";

        private FeedPosition(string start, string number)
        {
            Start = start;
            Number = number;
        }

        private string Start { get; }
        private string Number { get; }

        internal static FeedPosition Of(string cursor)
        {
            var parts = cursor.Split(' ');
            return parts.Length == 2 ? new FeedPosition(parts[0], parts[1]) : new FeedPosition(cursor, "");
        }

        internal static string After(long push) => From + " " + Text(push);

        /// The parameter that asks the server for what follows.
        internal (string Name, object? Value) Parameter =>
            Start == From ? (From, Number) : ((string, object?))("cursor", Start);

        internal long Read =>
            long.TryParse(Number, NumberStyles.None, CultureInfo.InvariantCulture, out long read) ? read : 0;

        /// The same page, after this push.
        internal string AfterPush(long push) => Start + " " + Text(push);

        /// The server's next cursor; a number that the server has not reached yet stays.
        internal string Next(string cursor, bool isReached) =>
            isReached || Number == "" ? cursor : cursor + " " + Number;

        private static string Text(long push) => push.ToString(CultureInfo.InvariantCulture);
    }
}
