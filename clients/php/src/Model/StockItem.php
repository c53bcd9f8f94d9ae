<?php

declare(strict_types=1);

namespace Stockroom\Model;

use Stockroom\Internal\JsonObject;

/** A stock entry on the platform. */
final class StockItem
{
    /**
     * @param string $guid stays the same as long as the entry exists
     * @param null|string $barCode null if none is set
     */
    public function __construct(
        public readonly string $guid,
        public readonly ?string $barCode,
        public readonly string $color,
        public readonly int $size,
        public readonly int $stock,
    ) {
    }

    /** @internal */
    public static function from(JsonObject $json): self
    {
        return new self(
            $json->text('guid'),
            $json->textOrNull('barCode'),
            $json->text('color'),
            $json->int('size'),
            $json->int('stock'),
        );
    }
}
