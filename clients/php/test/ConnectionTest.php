<?php

declare(strict_types=1);

namespace Stockroom\Test;

use PHPUnit\Framework\TestCase;
use Stockroom\Event\Event;
use Stockroom\Event\Retrying;
use Stockroom\StockroomClient;

final class ConnectionTest extends TestCase
{
    /** @var resource */
    private $process;
    private int $port;
    private int $retries = 0;
    private string $reason = '';

    protected function tearDown(): void
    {
        proc_terminate($this->process);
        proc_close($this->process);
    }

    public function testTheConnectionIsKept(): void
    {
        $client = $this->clientOf('never');
        $connections = [];
        for ($i = 0; $i < 5; $i++) {
            $connections[] = $client->stock(7)[0]->stock;
        }

        self::assertCount(1, array_unique($connections));
    }

    public function testARequestOnABrokenConnectionIsNotSentAgainWithoutTheRetryPolicy(): void
    {
        $client = $this->clientOf('2');

        self::assertSame('request 1', $client->stock(7)[0]->color);
        self::assertSame('request 3', $client->stock(7)[0]->color);
        self::assertSame(1, $this->retries);
        self::assertStringEndsWith(': the connection was closed', $this->reason);
    }

    private function clientOf(string $cut): StockroomClient
    {
        $this->port = LocalServer::freePort();
        $command = [PHP_BINARY, __DIR__ . '/keep-alive-server.php', (string) $this->port, $cut];
        $this->process = proc_open($command, [['file', '/dev/null', 'r'], STDERR, STDERR], $pipes);
        LocalServer::awaitPort($this->port);
        $onEvent = function (Event $event): void {
            if ($event instanceof Retrying) {
                $this->retries++;
                $this->reason = $event->failure->reason;
            }
        };
        return new StockroomClient("http://127.0.0.1:$this->port", '1', 'secret', 'token', onEvent: $onEvent);
    }
}
