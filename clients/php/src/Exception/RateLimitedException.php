<?php

declare(strict_types=1);

namespace Stockroom\Exception;

/** A limit lasts longer than the client waits; $retryAfter has the seconds. */
final class RateLimitedException extends StockroomException
{
}
