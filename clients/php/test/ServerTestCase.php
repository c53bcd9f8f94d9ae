<?php

declare(strict_types=1);

namespace Stockroom\Test;

use PHPUnit\Framework\TestCase;

abstract class ServerTestCase extends TestCase
{
    protected const STOCK = [
        'success' => true,
        'data' => [['guid' => 'g', 'barCode' => null, 'color' => '红色', 'size' => 38, 'stock' => 5]],
        'msg' => '',
    ];

    protected LocalServer $server;

    protected function setUp(): void
    {
        $this->server = new LocalServer();
    }

    protected function tearDown(): void
    {
        $this->server->stop();
    }
}
