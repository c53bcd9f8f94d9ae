<?php

declare(strict_types=1);

namespace Stockroom\Test;

use PHPUnit\Framework\TestCase;
use Stockroom\Exception\BadRequestException;
use Stockroom\Exception\InvalidArgumentException;
use Stockroom\Language;
use Stockroom\Model\StockDeletion;
use Stockroom\Model\StockEntry;
use Stockroom\StockroomClient;
use Stockroom\Violation;

final class EntryCheckTest extends TestCase
{
    public function testTextsAreTrimmedAsTheServerTrimsThem(): void
    {
        $entry = new StockEntry(artNo: " HX-1\t", color: "\u{3000}红色 \n", size: 38, stock: 5, barCode: ' 690 ');

        self::assertSame(['HX-1', '红色', '690'], [$entry->artNo, $entry->color, $entry->barCode]);
    }

    public function testEveryViolationHasItsPlaceItsCodeAndWhatWasExpected(): void
    {
        $e = $this->refusalOf([
            new StockEntry(color: 'red', size: 38, stock: 5),
            new StockEntry(pid: 7, artNo: 'HX-1', color: 'red', size: 38, stock: 5),
            new StockEntry(artNo: '', color: '', size: 0, stock: -1),
            new StockEntry(pid: 7, color: "\xb0\xd7\xc9\xab", size: 38),
            new StockEntry(pid: 7, color: 'red', size: 38, stock: 5, delta: 1),
            new StockEntry(pid: 7, color: 'red', size: 38, delta: 1_000_000_000),
            new StockEntry(pid: 7, color: 'red', size: 38, stock: 5, expected: -2, barCode: "6\x016"),
            new StockEntry(pid: 7, color: 'red', size: 38, stock: 5),
            new StockEntry(pid: 7, color: ' red', size: 38, delta: 5),
        ]);

        self::assertSame([
            '[0].pid: nothing (expected: a product id, a whole number from 1 to 2147483647)',
            '[1].artNo: beside pid (expected: pid or artNo)',
            '[2].artNo: nothing (expected: 1 to 64 characters without control characters)',
            '[2].color: nothing (expected: 1 to 64 characters without control characters)',
            '[2].size: 0 (expected: a whole number from 1 to 999)',
            '[2].stock: -1 (expected: a whole number from 0 to 999999999)',
            '[3].color: not UTF-8, perhaps GBK (expected: 1 to 64 characters without control characters)',
            '[3].stock: nothing (expected: stock, the quantity to set, or delta, the change up or down)',
            '[4].delta: beside stock or expected (expected: delta alone, or stock with or without expected)',
            '[5].delta: 1000000000 (expected: a whole number from -999999999 to 999999999)',
            '[6].expected: -2 (expected: a whole number from 0 to 999999999,'
            . ' or -1 for an entry that must not exist yet)',
            '[6].barCode: 6?6 (expected: at most 64 characters without control characters)',
            '[8]: product 7, colour red, size 38 is already in [7]; keep one of them',
        ], array_map(static fn (Violation $violation): string => $violation->message, $e->violations));
        self::assertSame('[3].color COLOR_INVALID', "{$e->violations[6]->at} {$e->violations[6]->code}");
        self::assertSame(
            "ID_INVALID: nothing was sent: 13 violations in the entries\n"
            . "  [0].pid: nothing (expected: a product id, a whole number from 1 to 2147483647)\n"
            . "  ART_NO_WITH_PID: [1].artNo: beside pid (expected: pid or artNo)\n"
            . "  TEXT_INVALID: [2].artNo: nothing (expected: 1 to 64 characters without control characters)\n"
            . '  … (+10)',
            $e->getMessage(),
        );
    }

    public function testMessagesAreInTheLanguageOfTheCaller(): void
    {
        $e = $this->refusalOf([
            new StockEntry(pid: 0, color: '红色', size: 38, stock: 5),
            new StockEntry(pid: 7, color: '红色', size: 38, stock: 5),
            new StockEntry(pid: 7, color: '红色', size: 38, stock: 6),
        ], Language::Chinese);

        self::assertSame(
            "ID_INVALID: 未发送任何内容：条目中有 2 处错误\n"
            . "  [0].pid：0（应为：商品 id，1 到 2147483647 的整数）\n"
            . '  ENTRY_REPEATED: [2]：商品 7、颜色“红色”、尺码 38 已在 [1] 中；请只保留一个',
            $e->getMessage(),
        );
    }

    public function testMoreThanOneRequestIsRefusedBeforeItIsSent(): void
    {
        $entries = [];
        for ($i = 1; $i <= 301; $i++) {
            $entries[] = new StockEntry(pid: 7, color: "color $i", size: 38, stock: 5);
        }
        try {
            self::client(Language::English)->createStock($entries, oneRequest: true);
            self::fail('nothing was thrown');
        } catch (BadRequestException $e) {
            self::assertSame('ENTRIES_TOO_MANY', $e->errorCode);
            self::assertStringContainsString('301 entries take 2 requests', $e->reason);
        }
    }

    public function testArgumentsAreRefusedInTheLanguageOfTheCaller(): void
    {
        $refused = static function (callable $call): string {
            try {
                $call();
            } catch (InvalidArgumentException $e) {
                return $e->getMessage();
            }
            return 'nothing was thrown';
        };
        $client = self::client(Language::Chinese);

        self::assertSame(
            'address: stock.example (expected: an address such as https://stock.example)',
            $refused(static fn () => new StockroomClient('stock.example', '1', 'secret', 'token')),
        );
        self::assertSame(
            'token：不显示（应为：可打印的 ASCII 字符，不含空格）',
            $refused(static fn () => new StockroomClient('http://a', '1', 's', "a\n", language: Language::Chinese)),
        );
        self::assertStringStartsWith(
            'idempotencyKey：order 1（应为：',
            $refused(static fn () => $client->createStock([], oneRequest: true, idempotencyKey: 'order 1')),
        );
        self::assertStringStartsWith('cursor：没有内容', $refused(static fn () => $client->changePage(' ')));
        self::assertStringStartsWith('from：end', $refused(static fn () => $client->changes(from: 'end')));
    }

    public function testTextsThatAreNotUtf8AreRefusedBeforeTheyAreSent(): void
    {
        $gbk = "\xba\xec\xc9\xab";
        $client = self::client(Language::English);
        $calls = [
            static fn () => $client->deleteStock([new StockDeletion(color: $gbk, pid: 7)]),
            static fn () => $client->stocksByBarCode([$gbk]),
        ];
        foreach ($calls as $call) {
            try {
                $call();
                self::fail('nothing was thrown');
            } catch (BadRequestException $e) {
                self::assertSame('ENCODING_INVALID: not UTF-8, perhaps GBK', $e->getMessage());
            }
        }
    }

    private static function client(Language $language): StockroomClient
    {
        return new StockroomClient('http://127.0.0.1:9', '10001', 'secret', 'token', language: $language);
    }

    /** @param list<StockEntry> $entries */
    private function refusalOf(array $entries, Language $language = Language::English): BadRequestException
    {
        try {
            self::client($language)->createStock($entries);
        } catch (BadRequestException $e) {
            return $e;
        }
        self::fail('nothing was thrown');
    }
}
