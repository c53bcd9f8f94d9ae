<?php

declare(strict_types=1);

namespace Stockroom;

use Stockroom\Exception\InvalidArgumentException;

/**
 * Limits the retries after a temporary failure: a lost connection, HTTP 429, 502, 503 or 504. No other failure is
 * retried. Times are in seconds.
 */
final class RetryPolicy
{
    /**
     * The default is half a minute, for calls that someone waits for.
     *
     * @param int $attempts the number of attempts, including the first
     * @param float $firstPause is doubled with each attempt; the actual pause is random, up to the doubled value
     * @param float $maxPause the upper bound of the doubled pause
     * @param float $budget the time after which no attempt begins; a longer Retry-After is not waited for
     */
    public function __construct(
        public readonly int $attempts = 6,
        public readonly float $firstPause = 0.2,
        public readonly float $maxPause = 5.0,
        public readonly float $budget = 30.0,
    ) {
        if ($attempts < 1 || min($firstPause, $maxPause, $budget) < 0) {
            throw new InvalidArgumentException(
                "retry policy: $attempts attempts, pauses $firstPause to $maxPause, budget $budget"
                . ' (expected: at least 1, none negative)'
            );
        }
    }

    /** Never retries. */
    public static function none(): self
    {
        return new self(attempts: 1);
    }

    /** Retries for two minutes, in which a server can restart. */
    public static function bulk(): self
    {
        return new self(attempts: 30, firstPause: 0.5, maxPause: 15.0, budget: 120.0);
    }

    /**
     * Returns the pause before the next attempt, or null if there is none. It adds a random part to what the server
     * asked for, so that callers that failed at the same time do not all come back at the same time.
     *
     * @param int $attempt the attempt that failed, from 1
     * @param float $spent the time since the first failure
     * @param float $retryAfter the wait that the server asked for, or 0
     */
    public function pauseAfter(int $attempt, float $spent, float $retryAfter): ?float
    {
        $doubled = min($this->firstPause * 2 ** min($attempt - 1, 30), $this->maxPause);
        $pause = $retryAfter + $doubled * mt_rand() / mt_getrandmax();
        return $attempt < $this->attempts && $spent + $pause <= $this->budget ? $pause : null;
    }
}
