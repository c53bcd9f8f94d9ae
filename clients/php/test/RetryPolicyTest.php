<?php

declare(strict_types=1);

namespace Stockroom\Test;

use PHPUnit\Framework\TestCase;
use Stockroom\RetryPolicy;

final class RetryPolicyTest extends TestCase
{
    public function testThePauseIsRandomUpToADoubledValueWithABound(): void
    {
        $policy = new RetryPolicy(attempts: 20, firstPause: 0.2, maxPause: 5.0, budget: 1000.0);
        foreach ([1 => 0.2, 2 => 0.4, 5 => 3.2, 6 => 5.0, 19 => 5.0] as $attempt => $most) {
            $pauses = [];
            for ($i = 0; $i < 200; $i++) {
                $pauses[] = $policy->pauseAfter($attempt, 0.0, 0.0);
            }
            self::assertGreaterThanOrEqual(0.0, min($pauses));
            self::assertLessThanOrEqual($most, max($pauses));
            self::assertGreaterThan($most / 2, max($pauses));
            self::assertLessThan($most / 2, min($pauses));
        }
    }

    public function testThePauseIsAddedToWhatTheServerAsksFor(): void
    {
        $pause = (new RetryPolicy())->pauseAfter(1, 0.0, 7.0);

        self::assertGreaterThanOrEqual(7.0, $pause);
        self::assertLessThanOrEqual(7.2, $pause);
    }

    public function testThereIsNoAttemptAfterTheLastNorAfterTheBudget(): void
    {
        $policy = new RetryPolicy();

        self::assertNotNull($policy->pauseAfter(5, 0.0, 0.0));
        self::assertNull($policy->pauseAfter(6, 0.0, 0.0));
        self::assertNull($policy->pauseAfter(1, 0.0, 31.0));
        self::assertNull($policy->pauseAfter(1, 30.1, 0.0));
        self::assertNull(RetryPolicy::none()->pauseAfter(1, 0.0, 0.0));
        self::assertNotNull(RetryPolicy::bulk()->pauseAfter(29, 100.0, 0.0));
    }

    /**
     * @testWith [0, 0.2]
     *           [1, -0.1]
     */
    public function testAPolicyWithoutAnAttemptOrWithANegativePauseIsRefused(int $attempts, float $firstPause): void
    {
        $this->expectException(\InvalidArgumentException::class);
        new RetryPolicy(attempts: $attempts, firstPause: $firstPause);
    }
}
