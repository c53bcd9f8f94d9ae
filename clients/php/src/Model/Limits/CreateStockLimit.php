<?php

declare(strict_types=1);

namespace Stockroom\Model\Limits;

use Stockroom\Internal\JsonObject;

/** The pace of createStock(), deleteStock() and undo() of this application and account. */
final class CreateStockLimit
{
    /**
     * @param int $intervalMs the milliseconds between two requests
     * @param int $nextTurnMs the milliseconds until the next request is accepted; 0 is now
     */
    public function __construct(
        public readonly int $intervalMs,
        public readonly int $nextTurnMs,
    ) {
    }

    /** @internal */
    public static function from(JsonObject $json): self
    {
        return new self(
            $json->int('intervalMs'),
            $json->int('nextTurnMs'),
        );
    }
}
