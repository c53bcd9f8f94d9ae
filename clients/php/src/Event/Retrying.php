<?php

declare(strict_types=1);

namespace Stockroom\Event;

use Stockroom\Exception\StockroomException;

/** A call failed temporarily and will be repeated. */
final class Retrying implements Event
{
    /**
     * @param int $attempt the attempt that failed, from 1
     * @param float $pause the seconds before the next attempt
     */
    public function __construct(
        public readonly string $path,
        public readonly int $attempt,
        public readonly float $pause,
        public readonly StockroomException $failure,
    ) {
    }

    public function level(): string
    {
        return 'warning';
    }

    public function __toString(): string
    {
        $why = $this->failure->getMessage();
        return sprintf('%s: attempt %d failed, next in %.1f s: %s', $this->path, $this->attempt, $this->pause, $why);
    }
}
