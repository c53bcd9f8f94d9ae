using System;
using System.Diagnostics.Tracing;

namespace Stockroom
{
    /// <summary>
    /// Reports something that the client did by itself, see <see cref="StockroomClientOptions.OnEvent"/>.
    /// </summary>
    public abstract class StockroomEvent
    {
        private protected StockroomEvent(EventLevel level, string message)
        {
            Level = level;
            Message = message;
        }

        /// <summary>Gets the level for a log: Verbose, Informational or Warning.</summary>
        public EventLevel Level { get; }

        /// <summary>Gets the event in words, for a log.</summary>
        public string Message { get; }

        /// <inheritdoc/>
        public override string ToString() => Message;
    }

    /// <summary>A response came, whatever its status.</summary>
    public sealed class ResponseReceivedEvent : StockroomEvent
    {
        /// <summary>Creates the event.</summary>
        public ResponseReceivedEvent(string path, int status, string requestId, TimeSpan duration)
            : base(EventLevel.Verbose, FormattableString.Invariant(
                $"{path}: HTTP {status} in {duration.TotalSeconds:0.000} s")
                + (requestId == "" ? "" : " (requestId " + requestId + ")"))
        {
            Path = path;
            Status = status;
            RequestId = requestId;
            Duration = duration;
        }

        /// <summary>Gets the path of the call.</summary>
        public string Path { get; }

        /// <summary>Gets the HTTP status.</summary>
        public int Status { get; }

        /// <summary>Gets the id to tell the operator; empty if the response has none.</summary>
        public string RequestId { get; }

        /// <summary>Gets the time from the request to the whole response.</summary>
        public TimeSpan Duration { get; }
    }

    /// <summary>A call failed temporarily and will be sent again.</summary>
    public sealed class RetryingEvent : StockroomEvent
    {
        /// <summary>Creates the event.</summary>
        public RetryingEvent(string path, int attempt, TimeSpan pause, StockroomException failure)
            : base(EventLevel.Warning, FormattableString.Invariant(
                $"{path} failed in attempt {attempt}, retrying in {pause.TotalSeconds:0.0} s: {failure.Message}"))
        {
            Path = path;
            Attempt = attempt;
            Pause = pause;
            Failure = failure;
        }

        /// <summary>Gets the path of the call.</summary>
        public string Path { get; }

        /// <summary>Gets the number of the attempt that failed, from 1.</summary>
        public int Attempt { get; }

        /// <summary>Gets the time until the next attempt.</summary>
        public TimeSpan Pause { get; }

        /// <summary>Gets the failure.</summary>
        public StockroomException Failure { get; }
    }

    /// <summary>A request that changes stock waits until the platform accepts the next one.</summary>
    public sealed class WaitingForTurnEvent : StockroomEvent
    {
        /// <summary>Creates the event.</summary>
        public WaitingForTurnEvent(TimeSpan pause)
            : base(EventLevel.Verbose, FormattableString.Invariant(
                $"waiting {pause.TotalSeconds:0.0} s for the turn")) => Pause = pause;

        /// <summary>Gets the time until the turn.</summary>
        public TimeSpan Pause { get; }
    }

    /// <summary>Another process with the same application and account took the turn.</summary>
    public sealed class TurnTakenEvent : StockroomEvent
    {
        /// <summary>Creates the event.</summary>
        public TurnTakenEvent(string path)
            : base(EventLevel.Informational, path + ": another process took the turn, waiting for the next one") =>
            Path = path;

        /// <summary>Gets the path of the call.</summary>
        public string Path { get; }
    }

    /// <summary>The server refused the time of a call; from now on the client signs with the server's time.</summary>
    public sealed class ClockCorrectedEvent : StockroomEvent
    {
        /// <summary>Creates the event.</summary>
        public ClockCorrectedEvent(TimeSpan offset)
            : base(EventLevel.Warning, FormattableString.Invariant(
                $"the clock is corrected by {offset.TotalSeconds:0} s, to the server's")) => Offset = offset;

        /// <summary>Gets what the client adds to its clock.</summary>
        public TimeSpan Offset { get; }
    }

    /// <summary>The server ignored a name in a request that it does not know.</summary>
    public sealed class WarningEvent : StockroomEvent
    {
        /// <summary>Creates the event.</summary>
        public WarningEvent(string path, string at, string warning)
            : base(EventLevel.Warning, path + ": " + warning)
        {
            Path = path;
            At = at;
            Warning = warning;
        }

        /// <summary>Gets the path of the call.</summary>
        public string Path { get; }

        /// <summary>Gets the place in the request, such as [3].barcod.</summary>
        public string At { get; }

        /// <summary>Gets the server's message, in the language of the options.</summary>
        public string Warning { get; }
    }
}
