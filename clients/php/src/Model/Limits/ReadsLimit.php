<?php

declare(strict_types=1);

namespace Stockroom\Model\Limits;

use Stockroom\Internal\JsonObject;

/** The reads of this application and account, on each server. */
final class ReadsLimit
{
    public function __construct(
        public readonly int $perSecond,
    ) {
    }

    /** @internal */
    public static function from(JsonObject $json): self
    {
        return new self(
            $json->int('perSecond'),
        );
    }
}
