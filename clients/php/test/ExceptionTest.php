<?php

declare(strict_types=1);

namespace Stockroom\Test;

use PHPUnit\Framework\TestCase;
use Stockroom\CreateReport;
use Stockroom\EntryState;
use Stockroom\Exception\BadRequestException;
use Stockroom\Exception\CreateStockException;
use Stockroom\Exception\ExceptionInterface;
use Stockroom\Exception\RefusedException;
use Stockroom\Exception\StockroomException;
use Stockroom\Exception\UnavailableException;
use Stockroom\Model\StockEntry;
use Stockroom\Violation;

final class ExceptionTest extends TestCase
{
    public function testTheTextSaysAThingOnce(): void
    {
        $message = '[0].param[0].size: 0 (expected: a single size n)';
        $e = new BadRequestException("$message (and 1 more, see errors)", 400, 'SIZE_INVALID', '00c0ffee', violations: [
            new Violation('[0].param[0].size', 'SIZE_INVALID', $message),
            new Violation('[0].param[1].size', 'SIZE_INVALID', '[0].param[1].size: x (expected: a single size n)'),
        ]);

        self::assertSame(
            "HTTP 400 SIZE_INVALID: $message (and 1 more, see errors) (requestId 00c0ffee)",
            $e->getMessage(),
        );
        self::assertSame(400, $e->getCode());
        self::assertCount(2, $e->violations);
    }

    public function testAFailureWithoutAResponseHasNoStatusInItsText(): void
    {
        $e = new UnavailableException('cannot connect', perhapsDone: false);

        self::assertSame('cannot connect', $e->getMessage());
        self::assertSame([0, '', ''], [$e->status, $e->errorCode, $e->requestId]);
        self::assertFalse($e->perhapsDone);
    }

    public function testCreateStockThatEndedEarlyHasTheDetailsOfItsReason(): void
    {
        $entries = [
            new StockEntry(pid: 7, color: 'red', size: 38, stock: 1),
            new StockEntry(pid: 7, color: 'red', size: 39, stock: 1),
            new StockEntry(pid: 7, color: 'red', size: 40, delta: 1),
            new StockEntry(pid: 7, color: 'red', size: 41, stock: 1),
        ];
        $states = [EntryState::Written, EntryState::Unknown, EntryState::Unknown, EntryState::Unsent];
        $report = new CreateReport($entries, $states);
        $why = new RefusedException('no', 200, 'PRODUCT_UNKNOWN', 'r-1', products: [7]);
        $e = new CreateStockException($report, $why);

        self::assertInstanceOf(StockroomException::class, $e);
        self::assertInstanceOf(ExceptionInterface::class, $e);
        self::assertSame(
            'creating stock ended early (4 entries, 1 unsent, 1 written, 2 unknown): '
            . 'HTTP 200 PRODUCT_UNKNOWN: no (requestId r-1)',
            $e->getMessage(),
        );
        self::assertSame('no', $e->reason);
        self::assertSame([7], $e->products);
        self::assertInstanceOf(RefusedException::class, $e->getPrevious());
        self::assertSame('4 entries, 1 unsent, 1 written, 2 unknown', (string) $e->report);
        self::assertSame([$entries[1], $entries[3]], $e->report->remaining());
    }
}
