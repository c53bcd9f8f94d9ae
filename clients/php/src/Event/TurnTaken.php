<?php

declare(strict_types=1);

namespace Stockroom\Event;

/** Another process with the same application and account took the turn; the client waits for the next one. */
final class TurnTaken implements Event
{
    public function __construct(public readonly string $path)
    {
    }

    public function level(): string
    {
        return 'info';
    }

    public function __toString(): string
    {
        return "$this->path: another process took the turn";
    }
}
