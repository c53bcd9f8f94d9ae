<?php

declare(strict_types=1);

namespace Stockroom\Http;

use Stockroom\Exception\ExceptionInterface;

/** No whole response came. The client turns it into an UnavailableException. */
final class TransportException extends \RuntimeException implements ExceptionInterface
{
    /**
     * @param bool $sent whether the server may have received the request
     * @param bool $temporary whether another attempt may help
     */
    public function __construct(string $message, public readonly bool $sent, public readonly bool $temporary = true)
    {
        parent::__construct($message);
    }
}
