<?php

declare(strict_types=1);

namespace Stockroom\Exception;

/** The cursor is no longer valid: read all stock again by snapshot(), and follow from its cursor. */
final class InvalidCursorException extends StockroomException
{
}
