<?php

declare(strict_types=1);

namespace Stockroom\Model;

/** The outcome of an undo, or in a dry run the expected one. */
final class UndoResult
{
    /**
     * @param null|int $push the undo's own number; null if it changed nothing
     * @param int $undone the number of entries that are again as they were before the push
     * @param int $conflicts the number of entries that could not be undone and were left alone
     * @param list<SkippedEntry> $skipped the first 100 of the conflicts
     * @param bool $replayed whether the server repeated the response to an earlier attempt
     */
    public function __construct(
        public readonly ?int $push,
        public readonly int $undone,
        public readonly int $conflicts,
        public readonly array $skipped,
        public readonly bool $replayed,
    ) {
    }
}
