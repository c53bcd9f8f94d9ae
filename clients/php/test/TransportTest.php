<?php

declare(strict_types=1);

namespace Stockroom\Test;

use Psr\Log\AbstractLogger;
use Stockroom\Event\Event;
use Stockroom\Event\RequestWarning;
use Stockroom\Event\Retrying;
use Stockroom\Exception\StockroomException;
use Stockroom\Exception\UnavailableException;
use Stockroom\Exception\UnexpectedAnswerException;
use Stockroom\Http\CurlTransport;
use Stockroom\Http\Psr18Transport;
use Stockroom\Http\Transport;
use Stockroom\Language;
use Stockroom\RetryPolicy;
use Stockroom\StockroomClient;
use Stockroom\Test\Psr\StreamClient;

/** Both transports do the same. */
final class TransportTest extends ServerTestCase
{
    /** @return array<string, array{Transport}> */
    public function transports(): array
    {
        $psr18 = new StreamClient();
        return [
            'curl' => [new CurlTransport(timeout: 5.0)],
            'PSR-18' => [new Psr18Transport($psr18, $psr18, $psr18)],
        ];
    }

    /** @dataProvider transports */
    public function testARequestIsSignedAndItsResponseRead(Transport $transport): void
    {
        $this->server->respond(self::STOCK);
        $clock = static fn (): int => 1700000000;
        $client = $this->server->client(transport: $transport, language: Language::Chinese, clock: $clock);

        self::assertSame('红色', $client->stock(7)[0]->color);
        [$request] = $this->server->requests();
        self::assertSame(['/Stock/List', 'productid=7'], [$request['path'], $request['body']]);
        $expected = [
            'appid' => '10001',
            'timestamp' => '1700000000',
            'sign' => strtoupper(md5('secret of the test1700000000')),
            'accesstoken' => 'token-of-the-test',
            'accept-language' => 'zh',
            'content-length' => '11',
            'content-type' => 'application/x-www-form-urlencoded',
        ];
        foreach ($expected as $name => $value) {
            self::assertSame($value, $request['headers'][$name] ?? null, $name);
        }
        self::assertStringStartsWith('stockroom-client-php/', $request['headers']['user-agent']);
    }

    /** @dataProvider transports */
    public function testATemporaryFailureIsRetriedAfterThePauseThatTheServerAsksFor(Transport $transport): void
    {
        $this->server->respond('', 503, ['Retry-After' => '1'])->respond('', 502)->respond(self::STOCK);
        $events = [];
        $onEvent = static function (Event $event) use (&$events): void {
            $events[] = $event;
        };
        $begun = hrtime(true);

        $this->server->client(transport: $transport, onEvent: $onEvent)->stock(7);
        self::assertGreaterThan(1.0, (hrtime(true) - $begun) / 1e9);
        $retries = array_filter($events, static fn (Event $event): bool => $event instanceof Retrying);
        self::assertCount(2, $retries);
        self::assertSame(503, reset($retries)->failure->status);
    }

    /** @dataProvider transports */
    public function testThePolicyMayForbidRetries(Transport $transport): void
    {
        $this->server->respond('', 503)->respond(self::STOCK);
        try {
            $this->server->client(transport: $transport, retry: RetryPolicy::none())->stock(7);
            self::fail('nothing was thrown');
        } catch (UnavailableException $e) {
            self::assertSame(503, $e->status);
            self::assertCount(1, $this->server->requests());
        }
    }

    /** @dataProvider transports */
    public function testARedirectIsNotFollowed(Transport $transport): void
    {
        $this->server->respond('', 302, ['Location' => "{$this->server->address}/elsewhere"]);
        try {
            $this->server->client(transport: $transport)->stock(7);
            self::fail('nothing was thrown');
        } catch (UnexpectedAnswerException $e) {
            self::assertSame('HTTP 302 not a response of Stockroom; check the address', $e->getMessage());
            self::assertCount(1, $this->server->requests());
        }
    }

    /** @dataProvider transports */
    public function testAServerThatCannotBeReachedIsUnavailable(Transport $transport): void
    {
        $port = LocalServer::freePort();
        $settings = ['transport' => $transport, 'retry' => RetryPolicy::none(), 'language' => Language::Chinese];
        $client = new StockroomClient("http://127.0.0.1:$port", '1', 'secret text', 'long-token', ...$settings);
        try {
            $client->stock(7);
            self::fail('nothing was thrown');
        } catch (UnavailableException $e) {
            self::assertSame(0, $e->status);
            self::assertStringContainsString("http://127.0.0.1:$port", $e->getMessage());
            self::assertStringNotContainsString('long-token', print_r($e, true));
            // PSR-18 does not tell whether the request was sent
            self::assertSame($transport instanceof Psr18Transport, $e->perhapsDone);
        }
    }

    /** @dataProvider transports */
    public function testAResponseThatIsCutIsNotTakenForAnAnswerOfSomethingElse(Transport $transport): void
    {
        $this->server->respond('{"success": true, "da');
        try {
            $this->server->client(transport: $transport, retry: RetryPolicy::none())->stock(7);
            self::fail('nothing was thrown');
        } catch (UnavailableException $e) {
            self::assertTrue($e->perhapsDone);
        }
    }

    public function testAResponseWithoutARequiredFieldNamesIt(): void
    {
        $this->server->respond(['success' => true, 'data' => [['guid' => 'g', 'color' => 'red', 'size' => 38]]]);
        try {
            $this->server->client()->stock(7);
            self::fail('nothing was thrown');
        } catch (UnexpectedAnswerException $e) {
            self::assertStringContainsString('data[0].stock is missing', $e->getMessage());
        }
    }

    public function testALoggerAndAFunctionGetEveryEventAndWarningsOfTheServer(): void
    {
        $warning = ['at' => 'productId', 'msg' => 'productId: unknown name, ignored (did you mean productid?)'];
        $stock = self::STOCK + ['warnings' => [$warning]];
        $this->server->respond('', 502)->respond($stock, 200, ['X-Request-Id' => 'r-1']);
        $logger = new class () extends AbstractLogger {
            public array $lines = [];
            public array $contexts = [];

            public function log($level, $message, array $context = []): void
            {
                $this->lines[] = "$level $message";
                $this->contexts[] = $context;
            }
        };
        $events = [];
        $onEvent = static function (Event $event) use (&$events): void {
            $events[] = $event;
        };

        $this->server->client(logger: $logger, onEvent: $onEvent)->stock(7);
        self::assertCount(4, $events);
        self::assertInstanceOf(RequestWarning::class, $events[3]);
        self::assertSame(['/Stock/List', 'productId'], [$events[3]->path, $events[3]->at]);
        self::assertStringStartsWith('debug Stockroom /Stock/List: HTTP 502 in 0.', $logger->lines[0]);
        self::assertStringStartsWith('warning Stockroom /Stock/List: attempt 1 failed', $logger->lines[1]);
        self::assertStringEndsWith('(requestId r-1)', $logger->lines[2]);
        self::assertSame("warning Stockroom /Stock/List: {$warning['msg']}", $logger->lines[3]);
        self::assertSame(['ResponseReceived', 502], [$logger->contexts[0]['event'], $logger->contexts[0]['status']]);
        self::assertInstanceOf(UnavailableException::class, $logger->contexts[1]['exception']);
        self::assertSame(['event', 'path', 'attempt', 'pause', 'exception'], array_keys($logger->contexts[1]));
    }

    public function testAFailureThatNoAttemptCuresIsNotRetried(): void
    {
        $events = [];
        $onEvent = static function (Event $event) use (&$events): void {
            $events[] = $event;
        };
        $client = new StockroomClient(
            $this->server->address,
            '1',
            'secret',
            'token',
            transport: new CurlTransport(options: [CURLOPT_PROTOCOLS => CURLPROTO_HTTPS]),
            onEvent: $onEvent,
        );
        try {
            $client->stock(7);
            self::fail('nothing was thrown');
        } catch (StockroomException $e) {
            self::assertInstanceOf(UnavailableException::class, $e);
            self::assertFalse($e->temporary);
            self::assertSame([], $events);
        }
    }

    public function testTheClientNeedsNoPsrInterfaces(): void
    {
        $this->server->respond(self::STOCK);
        $lines = $this->runProgram('', <<<PHP
            \$client = new Stockroom\\StockroomClient('{$this->server->address}', '1', 'secret', 'token');
            echo \$client->stock(7)[0]->color, ' ', interface_exists('Psr\\Log\\LoggerInterface') ? 'with' : 'without';
            PHP);

        self::assertSame(['红色 without'], $lines);
    }

    public function testTheClientNamesAMissingExtension(): void
    {
        // Debian's php loads the extension by its configuration
        $lines = $this->runProgram('-n', <<<'PHP'
            try {
                new Stockroom\StockroomClient('http://127.0.0.1', '1', 'secret', 'token');
            } catch (LogicException $e) {
                echo $e->getMessage();
            }
            PHP);

        if ($lines === []) {
            self::markTestSkipped('the extension is compiled into this php');
        }
        self::assertSame(['the extension curl is missing (expected: it, or a Psr18Transport)'], $lines);
    }

    /** @return list<string> what a program prints that requires the autoloader of this client alone */
    private function runProgram(string $option, string $code): array
    {
        $program = tempnam(sys_get_temp_dir(), 'stockroom');
        $autoload = var_export(dirname(__DIR__) . '/src/autoload.php', true);
        file_put_contents($program, "<?php\nrequire $autoload;\n$code");
        exec(escapeshellarg(PHP_BINARY) . " $option " . escapeshellarg($program) . ' 2>&1', $lines);
        unlink($program);
        return $lines;
    }
}
