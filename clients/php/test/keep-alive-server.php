<?php

// Answers requests over kept connections with the number of the connection as stock. The argument is a port, and the
// numbers of the requests, from 1, after which the connection is closed in place of a response.

declare(strict_types=1);

[, $port, $cut] = $argv;
$cuts = explode(',', $cut);
$server = stream_socket_server("tcp://127.0.0.1:$port");
$requests = 0;
for ($connections = 0; true; $connections++) {
    $socket = stream_socket_accept($server, 60);
    while (($line = fgets($socket)) !== false) {
        $length = 0;
        while (($line = trim((string) fgets($socket))) !== '') {
            if (stripos($line, 'content-length:') === 0) {
                $length = (int) substr($line, 15);
            }
        }
        stream_get_contents($socket, $length);
        if (in_array((string) ++$requests, $cuts, true)) {
            break;
        }
        $item = ['guid' => 'g', 'color' => "request $requests", 'size' => 1, 'stock' => $connections];
        $body = json_encode(['success' => true, 'data' => [$item]]);
        fwrite($socket, "HTTP/1.1 200 OK\r\nContent-Length: " . strlen($body) . "\r\n\r\n$body");
    }
    fclose($socket);
}
