using System.Collections.Generic;

namespace Stockroom
{
    /// <summary>The outcome of a deletion.</summary>
    public sealed class DeleteResult
    {
        /// <summary>Creates an instance; programs do so in their tests.</summary>
        public DeleteResult(long? push, bool isReplayed = false)
        {
            Push = push;
            IsReplayed = isReplayed;
        }

        /// <summary>Gets the number of the push; null if there was nothing to delete.</summary>
        public long? Push { get; }

        /// <summary>
        /// Gets whether the server repeated the response to an earlier attempt instead of deleting again.
        /// </summary>
        public bool IsReplayed { get; }
    }

    /// <summary>The outcome of an undo; in a dry run, the expected outcome.</summary>
    public sealed class UndoResult
    {
        /// <summary>Creates an instance; programs do so in their tests.</summary>
        public UndoResult(
            long? push, int undone, int conflicts, IReadOnlyList<SkippedEntry> skipped, bool isReplayed = false)
        {
            Push = push;
            Undone = undone;
            Conflicts = conflicts;
            Skipped = skipped;
            IsReplayed = isReplayed;
        }

        /// <summary>Gets the number of the push that undid the other one; null if it changed nothing.</summary>
        public long? Push { get; }

        /// <summary>Gets the number of entries that are again as they were before the push.</summary>
        public int Undone { get; }

        /// <summary>Gets the number of entries that could not be undone and were left alone.</summary>
        public int Conflicts { get; }

        /// <summary>Gets the first 100 of the conflicts.</summary>
        public IReadOnlyList<SkippedEntry> Skipped { get; }

        /// <summary>
        /// Gets whether the server repeated the response to an earlier attempt instead of undoing again.
        /// </summary>
        public bool IsReplayed { get; }
    }

    /// <summary>An entry that was not undone.</summary>
    public sealed class SkippedEntry
    {
        /// <summary>Creates an instance; programs do so in their tests.</summary>
        public SkippedEntry(int productId, string color, int size, int? left, int? stock, string? reason)
        {
            ProductId = productId;
            Color = color;
            Size = size;
            Left = left;
            Stock = stock;
            Reason = reason;
        }

        /// <summary>Gets the id of the product.</summary>
        public int ProductId { get; }

        /// <summary>Gets the colour.</summary>
        public string Color { get; }

        /// <summary>Gets the size.</summary>
        public int Size { get; }

        /// <summary>Gets the stock after the push; null if the push deleted the entry.</summary>
        public int? Left { get; }

        /// <summary>Gets the present stock; null if there is no entry.</summary>
        public int? Stock { get; }

        /// <summary>
        /// Gets changed, product_deleted, product_full or colours_full; a newer server may have more.
        /// </summary>
        public string? Reason { get; }
    }
}
