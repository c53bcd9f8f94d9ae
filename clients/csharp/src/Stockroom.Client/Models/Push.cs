using System;
using System.Collections.Generic;

namespace Stockroom
{
    /// <summary>A request that changed quantities.</summary>
    public sealed class Push
    {
        /// <summary>Creates an instance; programs do so in their tests.</summary>
        public Push(
            long number, DateTimeOffset at, string kind, string by, IReadOnlyList<Change> changes,
            string? appId = null, string? application = null, string? account = null, string? requestId = null,
            string? reference = null)
        {
            Number = number;
            At = at;
            Kind = kind;
            By = by;
            Changes = changes;
            AppId = appId;
            Application = application;
            Account = account;
            RequestId = requestId;
            Reference = reference;
        }

        /// <summary>Gets the number, which counts up within the merchant from 1 and without gaps.</summary>
        public long Number { get; }

        /// <summary>Gets the time.</summary>
        public DateTimeOffset At { get; }

        /// <summary>
        /// Gets create, undo, delete, or product if a product was deleted with its stock; a newer server may have more.
        /// </summary>
        public string Kind { get; }

        /// <summary>Gets application or operator.</summary>
        public string By { get; }

        /// <summary>Gets the changes; in the history, only those of the requested product, colour and size.</summary>
        public IReadOnlyList<Change> Changes { get; }

        /// <summary>Gets the id of the application; null if an operator made the change.</summary>
        public string? AppId { get; }

        /// <summary>Gets the name of the application; null if an operator made the change.</summary>
        public string? Application { get; }

        /// <summary>Gets the name of the account; null if an operator made the change.</summary>
        public string? Account { get; }

        /// <summary>Gets the id of the request.</summary>
        public string? RequestId { get; }

        /// <summary>Gets the caller's reference, if there is one.</summary>
        public string? Reference { get; }
    }

    /// <summary>The change of one entry.</summary>
    public sealed class Change
    {
        /// <summary>Creates an instance; programs do so in their tests.</summary>
        public Change(int productId, string color, int size, int? before, int? stock)
        {
            ProductId = productId;
            Color = color;
            Size = size;
            Before = before;
            Stock = stock;
        }

        /// <summary>Gets the id of the product.</summary>
        public int ProductId { get; }

        /// <summary>Gets the colour.</summary>
        public string Color { get; }

        /// <summary>Gets the size.</summary>
        public int Size { get; }

        /// <summary>Gets the stock before the push; null if the entry is new.</summary>
        public int? Before { get; }

        /// <summary>Gets the stock after the push; null if the entry was deleted.</summary>
        public int? Stock { get; }
    }

    /// <summary>One page of the changes.</summary>
    public sealed class ChangePage
    {
        /// <summary>Creates an instance; programs do so in their tests.</summary>
        public ChangePage(IReadOnlyList<Push> pushes, string cursor, bool hasMore)
        {
            Pushes = pushes;
            Cursor = cursor;
            HasMore = hasMore;
        }

        /// <summary>Gets the pushes, in the order of their numbers.</summary>
        public IReadOnlyList<Push> Pushes { get; }

        /// <summary>Gets the cursor from which the changes continue.</summary>
        public string Cursor { get; }

        /// <summary>Gets whether there are further pushes already.</summary>
        public bool HasMore { get; }
    }
}
