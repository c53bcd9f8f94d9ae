<?php

declare(strict_types=1);

namespace Stockroom\Test;

use PHPUnit\Framework\TestCase;
use Stockroom\Internal\Signer;
use Stockroom\StockroomClient;

final class SignerTest extends TestCase
{
    private const SECRET = '0123456789abcdef0123456789abcdef';

    /**
     * @testWith [1700000000, "224DD730E3A37F3A004DBF08AAAEF729"]
     *           [1700000015, "0D1463CE85A5DDD47F01A05F503B1E17"]
     *           [1700000210, "00871C1209160E6D6C5AFC278B35B536"]
     */
    public function testSignsAsTheVectorsOfTheDocumentation(int $timestamp, string $sign): void
    {
        self::assertSame($sign, Signer::sign(self::SECRET, $timestamp));
    }

    public function testSignsByTheTimeOfTheServerOnceItIsSet(): void
    {
        $signer = new Signer('10001', self::SECRET, 'token', static fn (): int => 1700000000 - 7200);

        self::assertSame(7200, $signer->setTime(1700000000));
        self::assertSame('224DD730E3A37F3A004DBF08AAAEF729', $signer->headers()['sign']);
        self::assertSame('1700000000', $signer->headers()['timestamp']);
    }

    public function testNoFormOfPrintingAClientShowsSecretOrToken(): void
    {
        $client = new StockroomClient('https://stock.example', '10001', 'a very secret text', 'a-very-long-token');
        ob_start();
        var_dump($client);
        $printed = ob_get_clean() . print_r($client, true) . var_export($client, true);

        self::assertStringContainsString('10001', $printed);
        self::assertStringNotContainsString('a very secret text', $printed);
        self::assertStringNotContainsString('a-very-long-token', $printed);
        $this->expectExceptionMessage('Serialization');
        serialize($client);
    }
}
