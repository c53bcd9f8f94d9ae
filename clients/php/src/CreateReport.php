<?php

declare(strict_types=1);

namespace Stockroom;

use Stockroom\Model\StockEntry;

/** Reports what was written and what was not, entry by entry. */
final class CreateReport implements \Stringable
{
    /**
     * @param list<StockEntry> $entries the entries as they were given
     * @param list<EntryState> $states the state of each entry, in the same order
     * @param list<RejectedEntry> $rejected the refused entries, in the order of the requests
     * @param int $requests the number of requests sent, including retries
     * @param list<int> $pushes the numbers of the pushes; a request that changed no quantity made none
     * @param bool $replayed whether the server repeated the response to an earlier request with the same key
     */
    public function __construct(
        public readonly array $entries,
        public readonly array $states,
        public readonly array $rejected = [],
        public readonly int $requests = 0,
        public readonly array $pushes = [],
        public readonly bool $replayed = false,
    ) {
    }

    /** Returns the number of entries in this state. */
    public function count(EntryState $state): int
    {
        return count(array_keys($this->states, $state, true));
    }

    public function written(): int
    {
        return $this->count(EntryState::Written);
    }

    /**
     * Returns the entries to send again: those that were not sent, and unknown ones. An unknown change by delta is not
     * among them, because it might be made twice.
     *
     * @return list<StockEntry>
     */
    public function remaining(): array
    {
        $remaining = [];
        foreach ($this->entries as $index => $entry) {
            $state = $this->states[$index];
            if ($state === EntryState::Unsent || $state === EntryState::Unknown && $entry->delta === null) {
                $remaining[] = $entry;
            }
        }
        return $remaining;
    }

    public function __toString(): string
    {
        $text = count($this->entries) . (count($this->entries) === 1 ? ' entry' : ' entries');
        foreach (EntryState::cases() as $state) {
            $count = $this->count($state);
            $text .= $count > 0 ? ", $count $state->value" : '';
        }
        return $text;
    }

    /** Shows counts in place of entries and states: there may be hundreds of thousands. */
    public function __debugInfo(): array
    {
        $shown = get_object_vars($this);
        unset($shown['entries'], $shown['states']);
        return ['entries' => (string) $this] + $shown;
    }
}
