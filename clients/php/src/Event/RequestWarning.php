<?php

declare(strict_types=1);

namespace Stockroom\Event;

/** A response has a warning: a name in the request is not known to the server and was ignored. */
final class RequestWarning implements Event
{
    /** @param string $at the place of the name in the request */
    public function __construct(
        public readonly string $path,
        public readonly string $at,
        public readonly string $message,
    ) {
    }

    public function level(): string
    {
        return 'warning';
    }

    public function __toString(): string
    {
        return "$this->path: $this->message";
    }
}
