<?php

declare(strict_types=1);

namespace Stockroom\Model\Limits;

use Stockroom\Internal\JsonObject;

/** The different products that the bound store has fetched within three months. */
final class StoreLimit
{
    public function __construct(
        public readonly int $limit,
        public readonly int $used,
    ) {
    }

    /** @internal */
    public static function from(JsonObject $json): self
    {
        return new self(
            $json->int('limit'),
            $json->int('used'),
        );
    }
}
