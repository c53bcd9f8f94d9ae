<?php

declare(strict_types=1);

namespace Stockroom;

use Stockroom\Model\StockEntry;

/** An entry that the server refused while it wrote others. */
final class RejectedEntry
{
    /**
     * @param int $index the entry's index, from 0
     * @param string $code such as PRODUCT_UNKNOWN or STOCK_CHANGED_MEANWHILE
     * @param string $message for people
     * @param null|int $stock the present quantity if it is the reason; null if there is no entry
     */
    public function __construct(
        public readonly int $index,
        public readonly StockEntry $entry,
        public readonly string $code,
        public readonly string $message,
        public readonly ?int $stock = null,
    ) {
    }
}
