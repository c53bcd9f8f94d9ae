<?php

declare(strict_types=1);

namespace Stockroom\Model;

use Stockroom\Internal\JsonObject;

/** The change of one entry. */
final class Change
{
    /**
     * @param null|int $before null if the entry is new
     * @param null|int $stock the quantity since then; null if the entry was deleted
     */
    public function __construct(
        public readonly int $pid,
        public readonly string $color,
        public readonly int $size,
        public readonly ?int $before,
        public readonly ?int $stock,
    ) {
    }

    /** @internal */
    public static function from(JsonObject $json): self
    {
        return new self(
            $json->int('productid'),
            $json->text('color'),
            $json->int('size'),
            $json->intOrNull('before'),
            $json->intOrNull('stock'),
        );
    }
}
