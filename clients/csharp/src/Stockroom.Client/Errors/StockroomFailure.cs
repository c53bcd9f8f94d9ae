using System;
using System.Collections.Generic;

namespace Stockroom
{
    /// <summary>The details of a failed call, which a <see cref="StockroomException"/> has.</summary>
    public sealed class StockroomFailure
    {
        /// <summary>Creates the details; programs do so to test how they handle exceptions.</summary>
        public StockroomFailure(
            string reason, int status = 0, string code = "", string requestId = "", TimeSpan? retryAfter = null,
            IReadOnlyList<Violation>? violations = null, IReadOnlyList<int>? productIds = null,
            bool isOutcomeUnknown = false)
        {
            Reason = reason;
            Status = status;
            Code = code;
            RequestId = requestId;
            RetryAfter = retryAfter;
            Violations = violations ?? Array.Empty<Violation>();
            ProductIds = productIds ?? Array.Empty<int>();
            IsOutcomeUnknown = isOutcomeUnknown;
        }

        /// <summary>Gets the text for people, without status, code and request id.</summary>
        public string Reason { get; }

        /// <summary>Gets the HTTP status; 0 if there was no response, or nothing was sent.</summary>
        public int Status { get; }

        /// <summary>Gets the code for programs; empty if the response has none.</summary>
        public string Code { get; }

        /// <summary>Gets the id to tell the operator; empty if Stockroom did not respond.</summary>
        public string RequestId { get; }

        /// <summary>Gets how long the server asks to wait; null if it does not.</summary>
        public TimeSpan? RetryAfter { get; }

        /// <summary>Gets everything that is wrong with the request, each with its place.</summary>
        public IReadOnlyList<Violation> Violations { get; }

        /// <summary>Gets the ids of the refused products, if the response names them.</summary>
        public IReadOnlyList<int> ProductIds { get; }

        /// <summary>Gets whether the server may have carried out the call although it failed.</summary>
        public bool IsOutcomeUnknown { get; }
    }

    /// <summary>One thing that is wrong with a request.</summary>
    public sealed class Violation
    {
        /// <summary>Creates a violation.</summary>
        public Violation(string at, string code, string message, int? stock = null)
        {
            At = at;
            Code = code;
            Message = message;
            Stock = stock;
        }

        /// <summary>
        /// Gets the place, such as [17].param[2].size, or [17].stock of the entries; empty for the whole request.
        /// </summary>
        public string At { get; }

        /// <summary>Gets the code for programs.</summary>
        public string Code { get; }

        /// <summary>Gets the text for people, which begins with the place.</summary>
        public string Message { get; }

        /// <summary>Gets the present stock if it is the reason; null if there is no entry.</summary>
        public int? Stock { get; }
    }
}
