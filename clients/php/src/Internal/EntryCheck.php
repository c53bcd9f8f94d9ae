<?php

declare(strict_types=1);

namespace Stockroom\Internal;

use Stockroom\Model\StockEntry;
use Stockroom\Violation;

/** @internal Checks entries against the limits of the interface, all of them before anything is sent. */
final class EntryCheck
{
    private const MAX_ID = 2147483647;
    private const MAX_SIZE = 999;
    private const MAX_STOCK = 999999999;

    /** @var list<Violation> */
    private array $violations = [];
    /** @var array<string, int> the first index of each product, colour and size */
    private array $seen = [];

    private function __construct(private readonly Messages $messages)
    {
    }

    /**
     * @param list<StockEntry> $entries
     * @return list<Violation>
     */
    public static function of(array $entries, Messages $messages): array
    {
        $check = new self($messages);
        foreach ($entries as $index => $entry) {
            $before = count($check->violations);
            $check->product($index, $entry);
            $check->color($index, $entry->color);
            if (!self::within($entry->size, 1, self::MAX_SIZE)) {
                $check->add($index, 'size', 'SIZE_INVALID', $entry->size, 'a size');
            }
            $check->quantities($index, $entry);
            if ($entry->barCode !== null && !Text::fits($entry->barCode, 0)) {
                $check->add($index, 'barCode', 'BAR_CODE_INVALID', $entry->barCode, 'a short text');
            }
            if (count($check->violations) === $before) {
                $check->repeated($index, $entry);
            }
        }
        return $check->violations;
    }

    private function product(int $index, StockEntry $entry): void
    {
        if ($entry->artNo === null) {
            if (!self::within($entry->pid, 1, self::MAX_ID)) {
                $this->add($index, 'pid', 'ID_INVALID', $entry->pid, 'a pid');
            }
        } elseif ($entry->pid !== null) {
            $this->invalid($index, 'artNo', 'ART_NO_WITH_PID', $this->messages->text('beside pid'), 'pid or artNo');
        } elseif (!Text::fits($entry->artNo, 1)) {
            $this->add($index, 'artNo', 'TEXT_INVALID', $entry->artNo, 'a text');
        }
    }

    private function color(int $index, string $color): void
    {
        if (!Text::fits($color, 1)) {
            $this->add($index, 'color', 'COLOR_INVALID', $color, 'a text');
        }
    }

    private function quantities(int $index, StockEntry $entry): void
    {
        if ($entry->delta === null) {
            if (!self::within($entry->stock, 0, self::MAX_STOCK)) {
                $expected = $entry->stock === null ? 'stock or delta' : 'a stock';
                $this->add($index, 'stock', 'STOCK_INVALID', $entry->stock, $expected);
            }
            if ($entry->expected !== null && !self::within($entry->expected, -1, self::MAX_STOCK)) {
                $this->add($index, 'expected', 'EXPECTED_INVALID', $entry->expected, 'an expected');
            }
        } elseif ($entry->stock !== null || $entry->expected !== null) {
            $this->invalid($index, 'delta', 'DELTA_WITH_STOCK', $this->messages->text('beside stock'), 'delta alone');
        } elseif (!self::within($entry->delta, -self::MAX_STOCK, self::MAX_STOCK)) {
            $this->add($index, 'delta', 'DELTA_INVALID', $entry->delta, 'a delta');
        }
    }

    private function repeated(int $index, StockEntry $entry): void
    {
        $group = ColorGroup::of($entry);
        $first = $this->seen["$entry->size $group->key"] ??= $index;
        if ($first !== $index) {
            $product = $entry->artNo ?? $entry->pid;
            $message = $this->messages->text('repeated', $index, $product, $entry->color, $entry->size, $first);
            $this->violations[] = new Violation("[$index]", 'ENTRY_REPEATED', $message);
        }
    }

    private static function within(?int $number, int $min, int $max): bool
    {
        return $number !== null && $number >= $min && $number <= $max;
    }

    private function add(int $index, string $field, string $code, int|string|null $value, string $expected): void
    {
        $shown = match (true) {
            $value === null, $value === '' => $this->messages->text('nothing'),
            is_int($value) => (string) $value,
            Text::isUtf8($value) => Text::excerpt($value),
            default => $this->messages->text('not UTF-8'),
        };
        $this->invalid($index, $field, $code, $shown, $expected);
    }

    private function invalid(int $index, string $field, string $code, string $value, string $expected): void
    {
        $at = "[$index].$field";
        $this->violations[] = new Violation($at, $code, $this->messages->invalid($at, $value, $expected));
    }
}
