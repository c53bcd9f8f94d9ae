<?php

declare(strict_types=1);

namespace Stockroom\Event;

/** A response came, whatever its status. */
final class ResponseReceived implements Event
{
    /** @param float $seconds the time from the request to the whole response */
    public function __construct(
        public readonly string $path,
        public readonly int $status,
        public readonly string $requestId,
        public readonly float $seconds,
    ) {
    }

    public function level(): string
    {
        return 'debug';
    }

    public function __toString(): string
    {
        $text = sprintf('%s: HTTP %d in %.3f s', $this->path, $this->status, $this->seconds);
        return $this->requestId === '' ? $text : "$text (requestId $this->requestId)";
    }
}
