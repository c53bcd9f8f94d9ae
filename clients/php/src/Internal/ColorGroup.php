<?php

declare(strict_types=1);

namespace Stockroom\Internal;

use Stockroom\Model\StockEntry;

/** @internal One colour of one product: an element of a request to create stock. */
final class ColorGroup
{
    /** Identifies the product and the colour. */
    public readonly string $key;

    /** @param array<int, StockEntry> $entries by their indexes */
    private function __construct(
        public readonly ?int $pid,
        private readonly ?string $artNo,
        private readonly string $color,
        public array $entries = [],
    ) {
        $this->key = json_encode([$artNo ?? $pid, $color]);
    }

    /** Returns the group of an entry, without entries. */
    public static function of(StockEntry $entry): self
    {
        return new self($entry->artNo === null ? $entry->pid : null, $entry->artNo, $entry->color);
    }

    public function hasSoldOut(): bool
    {
        foreach ($this->entries as $entry) {
            if ($entry->stock === 0) {
                return true;
            }
        }
        return false;
    }

    /** @param array<int, mixed> $indexes the entries to leave out, as keys */
    public function without(array $indexes): self
    {
        return new self($this->pid, $this->artNo, $this->color, array_diff_key($this->entries, $indexes));
    }

    /** Returns the element of /Stock/Creat. */
    public function element(): array
    {
        $product = $this->artNo === null ? ['pid' => $this->pid] : ['artNo' => $this->artNo];
        $items = array_map(self::item(...), array_values($this->entries));
        return $product + ['color' => $this->color, 'param' => $items];
    }

    private static function item(StockEntry $entry): array
    {
        $fields = [
            'size' => (string) $entry->size,
            'stock' => $entry->stock,
            'delta' => $entry->delta,
            'expected' => $entry->expected,
            'barCode' => $entry->barCode === '' ? null : $entry->barCode,
            'clearBarCode' => $entry->clearBarCode ?: null,
        ];
        return array_filter($fields, static fn (mixed $value): bool => $value !== null);
    }
}
