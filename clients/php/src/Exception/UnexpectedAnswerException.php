<?php

declare(strict_types=1);

namespace Stockroom\Exception;

/** The response does not come from Stockroom: check the address. */
final class UnexpectedAnswerException extends StockroomException
{
}
