<?php

declare(strict_types=1);

namespace Stockroom\Exception;

/**
 * The server cannot be reached, does not respond, or responds with HTTP 500, 502, 503 or 504. The same call may succeed
 * later.
 */
final class UnavailableException extends StockroomException
{
    /**
     * @param bool $perhapsDone whether the server may have carried out the call: it was sent, and the response was lost
     * @param bool $temporary whether trying again soon may help
     */
    public function __construct(
        string $reason,
        int $status = 0,
        string $errorCode = '',
        string $requestId = '',
        ?int $retryAfter = null,
        array $violations = [],
        array $products = [],
        ?\Throwable $previous = null,
        public readonly bool $perhapsDone = true,
        public readonly bool $temporary = true,
    ) {
        parent::__construct($reason, $status, $errorCode, $requestId, $retryAfter, $violations, $products, $previous);
    }
}
