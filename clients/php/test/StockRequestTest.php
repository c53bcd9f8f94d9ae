<?php

declare(strict_types=1);

namespace Stockroom\Test;

use PHPUnit\Framework\TestCase;
use Stockroom\Exception\BadRequestException;
use Stockroom\Exception\RefusedException;
use Stockroom\Internal\Refusals;
use Stockroom\Internal\StockRequest;
use Stockroom\Model\StockEntry;
use Stockroom\Violation;

final class StockRequestTest extends TestCase
{
    public function testARequestHasAtMost300Colors(): void
    {
        $requests = StockRequest::plan(self::entries(colors: 620, sizes: 2));

        self::assertSame([600, 600, 40], self::sizes($requests));
    }

    public function testARequestHasAtMost15000EntriesUnlessAColorHasMore(): void
    {
        $requests = StockRequest::plan(self::entries(colors: 40, sizes: 999));

        self::assertSame([14985, 14985, 9990], self::sizes($requests));
    }

    public function testWhatIsSoldOutComesFirstWithItsWholeColor(): void
    {
        $entries = self::entries(colors: 301, sizes: 1);
        $entries[] = new StockEntry(pid: 9, color: 'blue', size: 38, stock: 3);
        $entries[] = new StockEntry(pid: 9, color: 'blue', size: 39, stock: 0);
        [$first, $second] = StockRequest::plan($entries);

        self::assertSame([301, 302, 0], array_slice($first->indexes(), 0, 3));
        self::assertSame([299, 300], $second->indexes());
        self::assertStringStartsWith(
            '[{"pid":9,"color":"blue","param":[{"size":"38","stock":3},{"size":"39","stock":0}]},',
            $first->body()->text,
        );
    }

    public function testAnEntryIsWrittenAsTheInterfaceTakesIt(): void
    {
        $requests = StockRequest::plan([
            new StockEntry(artNo: 'HX-1', color: '红色/白', size: 38, stock: 5, expected: -1, barCode: '690'),
            new StockEntry(pid: 7, color: 'red', size: 40, delta: -2),
            new StockEntry(pid: 7, color: 'red', size: 41, stock: 1, barCode: ' ', clearBarCode: true),
        ]);

        self::assertSame(
            '[{"artNo":"HX-1","color":"红色/白","param":[{"size":"38","stock":5,"expected":-1,"barCode":"690"}]},'
            . '{"pid":7,"color":"red","param":[{"size":"40","delta":-2},{"size":"41","stock":1,"clearBarCode":true}]}]',
            $requests[0]->body()->text,
        );
    }

    public function testNoEntriesAreNoRequest(): void
    {
        self::assertSame([], StockRequest::plan([]));
    }

    public function testRefusedPlacesAreTakenOutAndTheRestKeepsItsIndexes(): void
    {
        $request = StockRequest::plan(self::entries(colors: 3, sizes: 2))[0];
        $refused = Refusals::in($request, new BadRequestException('no', 400, 'SIZE_INVALID', violations: [
            new Violation('[0].param[1].size', 'SIZE_INVALID', 'too small'),
            new Violation('[2].color', 'COLOR_INVALID', 'too long'),
            new Violation('[2].param[0].stock', 'STOCK_INVALID', 'too many', 5),
        ]));

        self::assertSame([1, 4, 5], array_keys($refused));
        self::assertSame('COLOR_INVALID', $refused[4]->code);
        self::assertSame([0, 2, 3], $request->without($refused)->indexes());
        self::assertNull($request->without(array_flip([0, 1, 2, 3, 4, 5])));
    }

    public function testRefusedProductsAreTakenOutByTheirIds(): void
    {
        $entries = [...self::entries(colors: 2, sizes: 1), new StockEntry(pid: 9, color: 'red', size: 38, stock: 5)];
        $request = StockRequest::plan($entries)[0];
        $failure = new RefusedException('the product does not exist', 200, 'PRODUCT_UNKNOWN', products: [7]);

        self::assertSame([0, 1], array_keys(Refusals::in($request, $failure)));
    }

    public function testAPlaceThatTheRequestDoesNotHaveCannotBeTakenOut(): void
    {
        $request = StockRequest::plan(self::entries(colors: 1, sizes: 1))[0];
        foreach (['[1].color', '[0].param[1].size', 'Content-Type', ''] as $at) {
            $failure = new BadRequestException('no', 400, 'NO', violations: [
                new Violation('[0].color', 'NO', 'no'),
                new Violation($at, 'NO', 'no'),
            ]);
            self::assertSame([], Refusals::in($request, $failure), $at);
        }
    }

    /** @return list<StockEntry> */
    private static function entries(int $colors, int $sizes): array
    {
        $entries = [];
        for ($color = 1; $color <= $colors; $color++) {
            for ($size = 1; $size <= $sizes; $size++) {
                $entries[] = new StockEntry(pid: 7, color: "color $color", size: $size, stock: 5);
            }
        }
        return $entries;
    }

    /**
     * @param list<StockRequest> $requests
     * @return list<int>
     */
    private static function sizes(array $requests): array
    {
        return array_map(static fn (StockRequest $request): int => count($request->indexes()), $requests);
    }
}
