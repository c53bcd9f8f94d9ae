<?php

declare(strict_types=1);

namespace Stockroom\Exception;

/** Every exception of this client: a StockroomException of a call, or an InvalidArgumentException. */
interface ExceptionInterface extends \Throwable
{
}
