<?php

declare(strict_types=1);

namespace Stockroom\Exception;

/** An argument is wrong, whatever the server says: the program has to be corrected. */
final class InvalidArgumentException extends \InvalidArgumentException implements ExceptionInterface
{
}
