<?php

declare(strict_types=1);

namespace Stockroom\Event;

/** Something that happened during a call. The logger gets it as text; it never contains the secret or the token. */
interface Event extends \Stringable
{
    /** Returns the level of the log line, as PSR-3 names it. */
    public function level(): string;
}
