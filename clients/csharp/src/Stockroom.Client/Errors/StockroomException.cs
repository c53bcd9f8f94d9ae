using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;

namespace Stockroom
{
    /// <summary>
    /// A call failed. Each subclass is a case that programs handle differently. The text never contains the secret or
    /// the token.
    /// </summary>
    public abstract class StockroomException : Exception
    {
        private const int MaxShown = 3;

        private protected StockroomException(StockroomFailure failure, Exception? innerException)
            : base(TextOf(failure), innerException) => Failure = failure;

        private protected StockroomException(string message, StockroomFailure failure, Exception innerException)
            : base(message, innerException) => Failure = failure;

        /// <summary>Gets all details in one object.</summary>
        public StockroomFailure Failure { get; }

        /// <summary>Gets the HTTP status; 0 if there was no response, or nothing was sent.</summary>
        public int Status => Failure.Status;

        /// <summary>Gets the code for programs; empty if the response has none. A newer server may have more.</summary>
        public string Code => Failure.Code;

        /// <summary>Gets the text for people, without status, code and request id.</summary>
        public string Reason => Failure.Reason;

        /// <summary>Gets the id to tell the operator; empty if Stockroom did not respond.</summary>
        public string RequestId => Failure.RequestId;

        /// <summary>Gets how long the server asks to wait; hours, for a daily limit.</summary>
        public TimeSpan? RetryAfter => Failure.RetryAfter;

        /// <summary>Gets everything that is wrong with the request, each with its place.</summary>
        public IReadOnlyList<Violation> Violations => Failure.Violations;

        /// <summary>Gets the ids of the refused products, if the response names them.</summary>
        public IReadOnlyList<int> ProductIds => Failure.ProductIds;

        /// <summary>Gets whether the server may have carried out the call although it failed.</summary>
        public bool IsOutcomeUnknown => Failure.IsOutcomeUnknown;

        /// Several violations stand in place of the reason, which repeats the first.
        private static string TextOf(StockroomFailure failure)
        {
            var head = new List<string>();
            if (failure.Status > 0)
                head.Add(FormattableString.Invariant($"HTTP {failure.Status}"));
            if (failure.Code != "")
                head.Add(failure.Code);
            var text = new StringBuilder(string.Join(" ", head));
            bool isList = failure.Violations.Count > 1;
            if (!isList)
                text.Append(head.Count > 0 ? ": " : "").Append(failure.Reason);
            if (failure.RequestId != "")
                text.Append(" (requestId ").Append(failure.RequestId).Append(')');
            foreach (var violation in failure.Violations.Take(isList ? MaxShown : 0))
                text.Append("\n  ").Append(violation.Message);
            if (failure.Violations.Count > MaxShown)
                text.Append(FormattableString.Invariant($"\n  … +{failure.Violations.Count - MaxShown}"));
            return text.ToString();
        }
    }

    /// <summary>A rule of the business refuses: no such product, no stock added.</summary>
    public sealed class RefusedException : StockroomException
    {
        /// <summary>Creates the exception.</summary>
        public RefusedException(StockroomFailure failure, Exception? innerException = null)
            : base(failure, innerException) { }
    }

    /// <summary>
    /// Something is wrong with the request, see <see cref="StockroomException.Violations"/>. The status is 0 if the
    /// client noticed it before it sent anything.
    /// </summary>
    public sealed class BadRequestException : StockroomException
    {
        /// <summary>Creates the exception.</summary>
        public BadRequestException(StockroomFailure failure, Exception? innerException = null)
            : base(failure, innerException) { }
    }

    /// <summary>The server did not accept the credentials; someone has to fix them.</summary>
    public sealed class NotAuthenticatedException : StockroomException
    {
        /// <summary>Creates the exception.</summary>
        public NotAuthenticatedException(StockroomFailure failure, Exception? innerException = null)
            : base(failure, innerException) { }
    }

    /// <summary>
    /// The cursor is not valid, or no longer: read all stock again with
    /// <see cref="StockroomClient.GetSnapshotAsync"/>, and follow from its cursor.
    /// </summary>
    public sealed class InvalidCursorException : StockroomException
    {
        /// <summary>Creates the exception.</summary>
        public InvalidCursorException(StockroomFailure failure, Exception? innerException = null)
            : base(failure, innerException) { }
    }

    /// <summary>A limit is used up for longer than the client waits, see RetryAfter.</summary>
    public sealed class RateLimitedException : StockroomException
    {
        /// <summary>Creates the exception.</summary>
        public RateLimitedException(StockroomFailure failure, Exception? innerException = null)
            : base(failure, innerException) { }
    }

    /// <summary>No connection, no response, or HTTP 5xx. The same call may succeed later.</summary>
    public sealed class UnavailableException : StockroomException
    {
        /// <summary>Creates the exception.</summary>
        public UnavailableException(StockroomFailure failure, Exception? innerException = null, bool isTemporary = true)
            : base(failure, innerException) => IsTemporary = isTemporary;

        /// <summary>Gets whether trying again soon may help.</summary>
        public bool IsTemporary { get; }
    }

    /// <summary>Something else than Stockroom responded: a proxy, or the address is wrong.</summary>
    public sealed class UnexpectedAnswerException : StockroomException
    {
        /// <summary>Creates the exception.</summary>
        public UnexpectedAnswerException(StockroomFailure failure, Exception? innerException = null)
            : base(failure, innerException) { }
    }
}
