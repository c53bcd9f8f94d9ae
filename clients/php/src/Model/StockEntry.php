<?php

declare(strict_types=1);

namespace Stockroom\Model;

use Stockroom\Internal\Text;

/**
 * A quantity to set, of one product in one colour and size, or a change of it up or down. Name the arguments:
 * new StockEntry(pid: 7, color: 'red', size: 40, stock: 5)
 */
final class StockEntry
{
    /** The value of $expected where there must be no entry yet. */
    public const NO_ENTRY = -1;

    public readonly string $color;
    public readonly ?string $artNo;
    public readonly ?string $barCode;

    /**
     * @param string $color 1 to 64 characters
     * @param int $size 1 to 999
     * @param null|int $pid the id of the product; null if there is an item number
     * @param null|string $artNo the item number of the product; null if there is an id
     * @param null|int $stock the quantity to set, 0 to 999,999,999; null if there is a delta
     * @param null|int $delta the change up or down; an entry that does not exist counts from 0
     * @param null|int $expected the quantity that must be there, or the entry is rejected; NO_ENTRY if there must be no
     *     entry
     * @param null|string $barCode up to 64 characters; null keeps the present one
     * @param bool $clearBarCode whether the present bar code is cleared
     */
    public function __construct(
        string $color,
        public readonly int $size,
        public readonly ?int $pid = null,
        ?string $artNo = null,
        public readonly ?int $stock = null,
        public readonly ?int $delta = null,
        public readonly ?int $expected = null,
        ?string $barCode = null,
        public readonly bool $clearBarCode = false,
    ) {
        $this->color = Text::trimmed($color);
        $this->artNo = $artNo === null ? null : Text::trimmed($artNo);
        $this->barCode = $barCode === null ? null : Text::trimmed($barCode);
    }
}
