<?php

declare(strict_types=1);

namespace Stockroom\Internal;

use Stockroom\Event\Retrying;
use Stockroom\Exception\StockroomException;
use Stockroom\Exception\UnavailableException;
use Stockroom\RetryPolicy;

/** @internal Counts the attempts of one call, and pauses between them. */
final class Attempts
{
    /** The number of requests sent, including those that another process's turn refused. */
    public int $sent = 0;
    /** Whether a request was sent for which it is unknown whether it was carried out. */
    public bool $lost = false;
    /** Whether the last response was that of an earlier request with the same key. */
    public bool $replayed = false;
    private int $failed = 0;
    private float $firstFailure = 0;

    public function __construct(
        private readonly string $path,
        private readonly RetryPolicy $policy,
        private readonly Events $events,
    ) {
    }

    /** Returns when the call may be repeated, and throws the failure when it may not. */
    public function pause(StockroomException $failure): void
    {
        $now = Time::now();
        $this->firstFailure = $this->firstFailure ?: $now;
        $this->failed++;
        if ($failure instanceof UnavailableException && !$failure->temporary) {
            throw $failure;
        }
        $pause = $this->policy->pauseAfter($this->failed, $now - $this->firstFailure, $failure->retryAfter ?? 0);
        if ($pause === null) {
            throw $failure;
        }
        $this->events->happened(new Retrying($this->path, $this->failed, $pause, $failure));
        Time::sleepUntil($now + $pause);
    }
}
