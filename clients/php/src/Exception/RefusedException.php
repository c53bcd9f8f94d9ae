<?php

declare(strict_types=1);

namespace Stockroom\Exception;

/** A rule of the platform refuses the call: HTTP 200, success false. The code is the reason. */
final class RefusedException extends StockroomException
{
}
