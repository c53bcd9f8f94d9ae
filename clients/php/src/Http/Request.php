<?php

declare(strict_types=1);

namespace Stockroom\Http;

/** A signed POST request. */
final class Request
{
    /**
     * @param array<string, string> $headers
     * @param float $wait the seconds for which the server was asked to wait, in addition to the transport's timeout
     */
    public function __construct(
        public readonly string $url,
        public readonly array $headers,
        public readonly string $body,
        public readonly float $wait = 0.0,
    ) {
    }

    /** Hides the headers, which contain the token. */
    public function __debugInfo(): array
    {
        return ['url' => $this->url, 'bytes' => strlen($this->body)];
    }
}
