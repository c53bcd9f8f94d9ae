<?php

declare(strict_types=1);

namespace Stockroom\Event;

/** A request that changes stock waits until the platform accepts the next one. */
final class WaitingForTurn implements Event
{
    /** @param float $pause in seconds */
    public function __construct(public readonly string $path, public readonly float $pause)
    {
    }

    public function level(): string
    {
        return 'debug';
    }

    public function __toString(): string
    {
        return sprintf('%s: waits %.1f s for its turn', $this->path, $this->pause);
    }
}
