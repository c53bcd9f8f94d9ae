<?php

declare(strict_types=1);

namespace Stockroom\Internal;

/**
 * Decides when the next write may be sent, for all clients of this process with the same address, application and
 * token. Other processes of the same account cannot be seen: if one has taken the turn, the server refuses with
 * CREATE_TOO_SOON and says when the next one is.
 *
 * @internal
 */
final class Turn
{
    private const DEFAULT_INTERVAL = 2.0;
    private const MAX_INTERVAL = 3600.0;

    /** @var array<string, self> */
    private static array $turns = [];

    private float $interval = self::DEFAULT_INTERVAL;
    private float $opensAt = 0;

    public static function of(string $key): self
    {
        return self::$turns[$key] ??= new self();
    }

    /** Returns the seconds until the next write may be sent. */
    public function left(): float
    {
        return max(0.0, $this->opensAt - Time::now());
    }

    /** Waits for the turn, and takes it until a response says otherwise. */
    public function take(): void
    {
        Time::sleepUntil($this->opensAt);
        $this->opensAt = Time::now() + $this->interval;
    }

    /** Learns from a response in how many milliseconds the next request may come. */
    public function learn(Reply $reply): void
    {
        $policy = $reply->header('RateLimit-Policy');
        if (preg_match('/"create-stock"\s*;\s*q=(\d{1,9})\s*;\s*w=(\d{1,9})/', $policy, $found) && $found[1] > 0) {
            $this->interval = min($found[2] / $found[1], self::MAX_INTERVAL);
        }
        $wait = $reply->number('Next-Turn-Ms');
        $this->opensAt = Time::now() + ($wait === null ? $this->interval : min($wait / 1000, self::MAX_INTERVAL));
    }
}
