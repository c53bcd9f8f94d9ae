<?php

declare(strict_types=1);

namespace Stockroom\Http;

/** A whole response of the server, or of something in between. */
final class Response
{
    /** @var array<string, string> by their names in lower case */
    private readonly array $headers;

    /** @param array<string, string> $headers */
    public function __construct(
        public readonly int $status,
        array $headers,
        public readonly string $body,
    ) {
        $this->headers = array_change_key_case($headers);
    }

    /** Returns a header, or an empty text if there is none. */
    public function header(string $name): string
    {
        return $this->headers[strtolower($name)] ?? '';
    }
}
