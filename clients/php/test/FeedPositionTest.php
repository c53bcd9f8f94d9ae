<?php

declare(strict_types=1);

namespace Stockroom\Test;

use PHPUnit\Framework\TestCase;
use Stockroom\Internal\FeedPosition;
use Stockroom\Model\Push;

final class FeedPositionTest extends TestCase
{
    public function testTheServersCursorStandsForAWholePage(): void
    {
        $position = FeedPosition::of('abc');

        self::assertSame(['cursor' => 'abc'], $position->fields());
        self::assertSame('abc', $position->text());
        self::assertTrue($position->isBefore(self::push(1)));
    }

    public function testWithinAPageThePushesThatWereReadAreNotReadAgain(): void
    {
        $position = FeedPosition::of(FeedPosition::of('abc')->after(self::push(17))->text());

        self::assertSame('abc 17', $position->text());
        self::assertSame(['cursor' => 'abc'], $position->fields());
        self::assertFalse($position->isBefore(self::push(17)));
        self::assertTrue($position->isBefore(self::push(18)));
        self::assertSame('def 17', $position->afterPage('def', [self::push(15), self::push(16)])->text());
        self::assertSame('def', $position->afterPage('def', [self::push(16), self::push(18)])->text());
    }

    public function testItMayBeginAfterAPushOrAtTheStart(): void
    {
        self::assertSame(['from' => '17'], FeedPosition::from(17)->fields());
        self::assertSame(['from' => 'start'], FeedPosition::from('start')->fields());
        self::assertSame('from 17', FeedPosition::of('from 17')->text());
        self::assertSame(['from' => '18'], FeedPosition::from(17)->after(self::push(18))->fields());
        self::assertTrue(FeedPosition::from('start')->isBefore(self::push(1)));
        self::assertSame('abc', FeedPosition::from(0)->afterPage('abc', [self::push(1)])->text());
    }

    private static function push(int $number): Push
    {
        return new Push($number, new \DateTimeImmutable(), 'create', 'application', null, null, null, null, null, []);
    }
}
