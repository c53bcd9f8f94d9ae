<?php

declare(strict_types=1);

namespace Stockroom\Event;

/** The server refused the timestamp of a call; from now on the client signs with the time of the server. */
final class ClockCorrected implements Event
{
    /** @param int $offset the seconds that are added to the clock of this machine */
    public function __construct(public readonly int $offset)
    {
    }

    public function level(): string
    {
        return 'notice';
    }

    public function __toString(): string
    {
        return sprintf('clock corrected by %+d s', $this->offset);
    }
}
