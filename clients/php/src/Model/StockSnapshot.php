<?php

declare(strict_types=1);

namespace Stockroom\Model;

/** The stock of products, and the cursor where the changes after it begin. */
final class StockSnapshot
{
    /**
     * @param array<int, list<StockItem>> $stock by the ids of the products
     * @param string $cursor for changes()
     */
    public function __construct(
        public readonly array $stock,
        public readonly string $cursor,
    ) {
    }
}
