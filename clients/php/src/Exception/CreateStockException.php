<?php

declare(strict_types=1);

namespace Stockroom\Exception;

use Stockroom\CreateReport;

/**
 * createStock() ended before everything was written. The report has the state of every entry; pass its remaining() to
 * the next call. Status, code and the rest are those of the failure that ended it, which getPrevious() returns.
 */
final class CreateStockException extends StockroomException
{
    /** @param null|string $ended how it ended, in words; in English, if null */
    public function __construct(
        public readonly CreateReport $report,
        StockroomException $why,
        ?string $ended = null,
    ) {
        parent::__construct(
            $why->reason,
            $why->status,
            $why->errorCode,
            $why->requestId,
            $why->retryAfter,
            $why->violations,
            $why->products,
            $why,
        );
        $this->message = ($ended ?? "creating stock ended early ($report): ") . $why->getMessage();
    }
}
