<?php

declare(strict_types=1);

namespace Stockroom\Internal;

/** @internal Seconds of a clock that nobody sets. */
final class Time
{
    public static function now(): float
    {
        return hrtime(true) / 1e9;
    }

    public static function sleepUntil(float $time): void
    {
        // a signal ends a sleep early
        while (($left = $time - self::now()) > 0) {
            usleep((int) ceil($left * 1e6));
        }
    }
}
