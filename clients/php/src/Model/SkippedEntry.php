<?php

declare(strict_types=1);

namespace Stockroom\Model;

use Stockroom\Internal\JsonObject;

/** An entry that was not undone. */
final class SkippedEntry
{
    /**
     * @param null|int $left the quantity after the push; null if the push deleted the entry
     * @param null|int $stock the present quantity; null if there is no entry
     * @param string $reason changed, product_deleted, product_full or colours_full; a newer server may have more
     */
    public function __construct(
        public readonly int $pid,
        public readonly string $color,
        public readonly int $size,
        public readonly ?int $left,
        public readonly ?int $stock,
        public readonly string $reason,
    ) {
    }

    /** @internal */
    public static function from(JsonObject $json): self
    {
        return new self(
            $json->int('productid'),
            $json->text('color'),
            $json->int('size'),
            $json->intOrNull('left'),
            $json->intOrNull('stock'),
            $json->text('reason'),
        );
    }
}
