<?php

declare(strict_types=1);

namespace Stockroom\Internal;

use Stockroom\Model\StockEntry;

/** @internal One request to create stock. */
final class StockRequest
{
    public const MAX_COLORS = 300;
    public const MAX_ENTRIES = 15000;

    /** @param non-empty-list<ColorGroup> $groups */
    private function __construct(public readonly array $groups)
    {
    }

    /**
     * Puts entries into as few requests as possible, colours with something sold out first: that must not be sold while
     * other requests wait for their turns.
     *
     * @param list<StockEntry> $entries
     * @return list<self>
     */
    public static function plan(array $entries): array
    {
        $groups = [];
        foreach ($entries as $index => $entry) {
            $group = ColorGroup::of($entry);
            $groups[$group->key] ??= $group;
            $groups[$group->key]->entries[$index] = $entry;
        }
        $soldOut = array_filter($groups, static fn (ColorGroup $group): bool => $group->hasSoldOut());
        $requests = [];
        $some = [];
        $count = 0;
        foreach ($soldOut + $groups as $group) {
            $size = count($group->entries);
            if ($some !== [] && (count($some) === self::MAX_COLORS || $count + $size > self::MAX_ENTRIES)) {
                $requests[] = new self($some);
                $some = [];
                $count = 0;
            }
            $some[] = $group;
            $count += $size;
        }
        return $some === [] ? $requests : [...$requests, new self($some)];
    }

    public function body(): Body
    {
        return Body::json(array_map(static fn (ColorGroup $group): array => $group->element(), $this->groups));
    }

    /** @return list<int> the indexes of the entries */
    public function indexes(): array
    {
        $indexes = array_map(static fn (ColorGroup $group): array => array_keys($group->entries), $this->groups);
        return array_merge(...$indexes);
    }

    /**
     * Returns the request without these entries, or null if nothing is left.
     *
     * @param array<int, mixed> $indexes as keys
     */
    public function without(array $indexes): ?self
    {
        $groups = array_map(static fn (ColorGroup $group): ColorGroup => $group->without($indexes), $this->groups);
        $left = array_values(array_filter($groups, static fn (ColorGroup $group): bool => $group->entries !== []));
        return $left === [] ? null : new self($left);
    }
}
