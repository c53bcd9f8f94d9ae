<?php

declare(strict_types=1);

namespace Stockroom\Exception;

/** The server does not accept the application, secret, token or timestamp. */
final class NotAuthenticatedException extends StockroomException
{
}
