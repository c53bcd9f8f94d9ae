using System;

namespace Stockroom
{
    /// <summary>
    /// Creating stock ended before everything was written. <see cref="Report"/> has the outcome of each entry; to
    /// continue, pass its Remaining to the next call. InnerException is the failure, whose details this one has too.
    /// </summary>
    public sealed class CreateStockException : StockroomException
    {
        /// <summary>Creates the exception.</summary>
        public CreateStockException(CreateReport report, StockroomException innerException)
            : this(report, innerException, Messages.English) { }

        internal CreateStockException(CreateReport report, StockroomException innerException, Messages messages)
            : base(messages.CreateEnded(report, innerException.Message), innerException.Failure, innerException) =>
            Report = report;

        /// <summary>Gets the outcome of each entry.</summary>
        public CreateReport Report { get; }

        /// <summary>Returns the text once, with the stack traces of this exception and of the failure.</summary>
        public override string ToString() => string.Join(Environment.NewLine,
            GetType() + ": " + Message, " ---> " + InnerException!.GetType(), InnerException.StackTrace,
            "   --- End of inner exception stack trace ---", StackTrace);
    }

    /// <summary>Creating stock was cancelled. <see cref="Report"/> has the outcome of each entry.</summary>
    public sealed class CreateStockCanceledException : OperationCanceledException
    {
        /// <summary>Creates the exception.</summary>
        public CreateStockCanceledException(CreateReport report, OperationCanceledException innerException)
            : this(report, innerException, Messages.English) { }

        internal CreateStockCanceledException(
            CreateReport report, OperationCanceledException innerException, Messages messages)
            : base(messages.CreateCanceled(report), innerException, innerException.CancellationToken) =>
            Report = report;

        /// <summary>Gets the outcome of each entry.</summary>
        public CreateReport Report { get; }
    }
}
