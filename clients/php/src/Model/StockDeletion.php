<?php

declare(strict_types=1);

namespace Stockroom\Model;

/**
 * A colour of a product to delete, or some of its sizes:
 * new StockDeletion(pid: 7, color: 'red', sizes: [38, 39])
 */
final class StockDeletion
{
    /**
     * @param null|int $pid the id of the product; null if there is an item number
     * @param null|string $artNo the item number of the product; null if there is an id
     * @param null|list<int> $sizes null for the whole colour
     */
    public function __construct(
        public readonly string $color,
        public readonly ?int $pid = null,
        public readonly ?string $artNo = null,
        public readonly ?array $sizes = null,
    ) {
    }

    /** @internal Returns the element of /Stock/Delete. */
    public function element(): array
    {
        return array_filter(get_object_vars($this), static fn (mixed $value): bool => $value !== null);
    }
}
