<?php

declare(strict_types=1);

namespace Stockroom\Test\Psr;

use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\RequestInterface;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\StreamFactoryInterface;
use Psr\Http\Message\StreamInterface;

/** A PSR-18 client with its PSR-17 factories, by PHP's streams. */
final class StreamClient implements ClientInterface, RequestFactoryInterface, StreamFactoryInterface
{
    public function sendRequest(RequestInterface $request): ResponseInterface
    {
        $lines = [];
        foreach (array_keys($request->getHeaders()) as $name) {
            $lines[] = "$name: " . $request->getHeaderLine($name);
        }
        $http = ['method' => $request->getMethod(), 'header' => $lines, 'content' => (string) $request->getBody()];
        $context = stream_context_create(['http' => $http + ['ignore_errors' => true, 'follow_location' => 0]]);
        $body = @file_get_contents($request->url, false, $context);
        if ($body === false) {
            throw new NotSent(error_get_last()['message'], $request);
        }
        preg_match('~\AHTTP/\S+ (\d+)~', $http_response_header[0], $status);
        $headers = [];
        foreach (array_slice($http_response_header, 1) as $line) {
            [$name, $value] = explode(':', $line, 2);
            $headers[$name][] = trim($value);
        }
        return new Response((int) $status[1], $headers, $body);
    }

    public function createRequest(string $method, $uri): RequestInterface
    {
        return new Request($method, (string) $uri);
    }

    public function createStream(string $content = ''): StreamInterface
    {
        return new Text($content);
    }

    public function createStreamFromFile(string $filename, string $mode = 'r'): StreamInterface
    {
        return new Text(file_get_contents($filename));
    }

    public function createStreamFromResource($resource): StreamInterface
    {
        return new Text(stream_get_contents($resource));
    }
}
