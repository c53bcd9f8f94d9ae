<?php

declare(strict_types=1);

namespace Stockroom\Test\Psr;

use Psr\Http\Message\StreamInterface;

/** What requests and responses have in common. */
trait Message
{
    /** @var array<string, list<string>> */
    private array $headers = [];
    private StreamInterface $body;

    private function with(string $property, mixed $value): static
    {
        $copy = clone $this;
        $copy->$property = $value;
        return $copy;
    }

    public function getProtocolVersion()
    {
        return '1.1';
    }

    public function withProtocolVersion($version)
    {
        return $this;
    }

    public function getHeaders()
    {
        return $this->headers;
    }

    public function hasHeader($name)
    {
        return $this->getHeader($name) !== [];
    }

    public function getHeader($name)
    {
        return array_change_key_case($this->headers)[strtolower($name)] ?? [];
    }

    public function getHeaderLine($name)
    {
        return implode(', ', $this->getHeader($name));
    }

    public function withHeader($name, $value)
    {
        return $this->with('headers', [$name => (array) $value] + $this->headers);
    }

    public function withAddedHeader($name, $value)
    {
        return $this->withHeader($name, [...$this->getHeader($name), ...(array) $value]);
    }

    public function withoutHeader($name)
    {
        return $this->with('headers', array_diff_key($this->headers, [$name => true]));
    }

    public function getBody()
    {
        return $this->body;
    }

    public function withBody(StreamInterface $body)
    {
        return $this->with('body', $body);
    }
}
