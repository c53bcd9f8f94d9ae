<?php

declare(strict_types=1);

namespace Stockroom\Test;

use Stockroom\StockroomClient;

/** A real HTTP server, PHP's own, that sends the given responses and records the requests. */
final class LocalServer
{
    public readonly string $address;
    private readonly string $folder;
    /** @var resource */
    private $process;
    private int $responses = 0;

    public function __construct()
    {
        $port = self::freePort();
        $this->address = "http://127.0.0.1:$port";
        $this->folder = sys_get_temp_dir() . '/stockroom-php-test-' . getmypid() . "-$port";
        mkdir($this->folder);
        $this->process = proc_open(
            [PHP_BINARY, '-S', "127.0.0.1:$port", __DIR__ . '/server.php'],
            [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['file', '/dev/null', 'w']],
            $pipes,
            null,
            ['SERVER_FOLDER' => $this->folder] + getenv(),
        );
        self::awaitPort($port);
    }

    public static function freePort(): int
    {
        $socket = stream_socket_server('tcp://127.0.0.1:0');
        $port = (int) substr(strrchr(stream_socket_get_name($socket, false), ':'), 1);
        fclose($socket);
        return $port;
    }

    public static function awaitPort(int $port): void
    {
        for ($i = 0; $i < 500; $i++) {
            $socket = @fsockopen('127.0.0.1', $port);
            if ($socket !== false) {
                fclose($socket);
                return;
            }
            usleep(20_000);
        }
        throw new \RuntimeException("nothing listens on port $port");
    }

    public function client(mixed ...$settings): StockroomClient
    {
        $credentials = ['appid' => '10001', 'secret' => 'secret of the test', 'token' => 'token-of-the-test'];
        return new StockroomClient($this->address, ...$credentials, ...$settings);
    }

    public function respond(array|string $body, int $status = 200, array $headers = []): self
    {
        $text = is_string($body) ? $body : json_encode($body);
        $response = ['status' => $status, 'headers' => $headers, 'body' => $text];
        file_put_contents(sprintf('%s/response-%04d', $this->folder, ++$this->responses), json_encode($response));
        return $this;
    }

    /** @return list<array{path: string, headers: array<string, string>, body: string}> */
    public function requests(): array
    {
        $file = "$this->folder/requests";
        $lines = is_file($file) ? file($file, FILE_IGNORE_NEW_LINES) : [];
        return array_map(static fn (string $line): array => json_decode($line, true), $lines);
    }

    public function stop(): void
    {
        proc_terminate($this->process);
        proc_close($this->process);
        array_map(unlink(...), glob("$this->folder/*"));
        rmdir($this->folder);
    }
}
