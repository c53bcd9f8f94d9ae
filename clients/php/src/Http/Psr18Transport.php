<?php

declare(strict_types=1);

namespace Stockroom\Http;

use Psr\Http\Client\ClientExceptionInterface;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Client\RequestExceptionInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\StreamFactoryInterface;

/**
 * Sends requests by a PSR-18 client. Its timeout must be longer than the 30 seconds for which changes() asks the server
 * to wait. It must not follow redirects, since it would send the token to the other address.
 */
final class Psr18Transport implements Transport
{
    public function __construct(
        private readonly ClientInterface $client,
        private readonly RequestFactoryInterface $requestFactory,
        private readonly StreamFactoryInterface $streamFactory,
    ) {
    }

    public function send(Request $request): Response
    {
        $message = $this->requestFactory->createRequest('POST', $request->url)
            ->withBody($this->streamFactory->createStream($request->body))
            ->withHeader('Content-Length', (string) strlen($request->body));
        foreach ($request->headers as $name => $value) {
            $message = $message->withHeader($name, $value);
        }
        try {
            $response = $this->client->sendRequest($message);
            $headers = array_map(static fn (array $values): string => implode(', ', $values), $response->getHeaders());
            return new Response($response->getStatusCode(), $headers, (string) $response->getBody());
        } catch (ClientExceptionInterface | \RuntimeException $e) {
            // not as the previous exception, which may have the request with its token
            $refused = $e instanceof RequestExceptionInterface;
            throw new TransportException($e->getMessage(), sent: !$refused, temporary: !$refused);
        }
    }
}
