<?php

declare(strict_types=1);

namespace Stockroom\Exception;

/** The request is wrong: HTTP 400 or 413. The status is 0 if the client noticed before it sent anything. */
final class BadRequestException extends StockroomException
{
}
