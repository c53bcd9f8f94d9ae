<?php

declare(strict_types=1);

namespace Stockroom\Test\Psr;

use Psr\Http\Message\ResponseInterface;

final class Response implements ResponseInterface
{
    use Message;

    /** @param array<string, list<string>> $headers */
    public function __construct(private int $status, array $headers, string $body)
    {
        $this->headers = $headers;
        $this->body = new Text($body);
    }

    public function getStatusCode()
    {
        return $this->status;
    }

    public function withStatus($code, $reasonPhrase = '')
    {
        return $this->with('status', $code);
    }

    public function getReasonPhrase()
    {
        return '';
    }
}
