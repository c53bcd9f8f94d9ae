<?php

declare(strict_types=1);

namespace Stockroom\Model\Limits;

use Stockroom\Internal\JsonObject;

/** The product details of this account today. */
final class DetailsLimit
{
    public function __construct(
        public readonly int $limit,
        public readonly int $used,
        public readonly \DateTimeImmutable $resetsAt,
    ) {
    }

    /** @internal */
    public static function from(JsonObject $json): self
    {
        return new self(
            $json->int('limit'),
            $json->int('used'),
            $json->time('resetsAt'),
        );
    }
}
