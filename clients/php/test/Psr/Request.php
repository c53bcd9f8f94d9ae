<?php

declare(strict_types=1);

namespace Stockroom\Test\Psr;

use Psr\Http\Message\RequestInterface;
use Psr\Http\Message\UriInterface;

final class Request implements RequestInterface
{
    use Message;

    public function __construct(private string $method, public readonly string $url)
    {
        $this->body = new Text('');
    }

    public function getRequestTarget()
    {
        return parse_url($this->url, PHP_URL_PATH);
    }

    public function withRequestTarget($requestTarget)
    {
        throw new \LogicException('not needed by the tests');
    }

    public function getMethod()
    {
        return $this->method;
    }

    public function withMethod($method)
    {
        return $this->with('method', $method);
    }

    public function getUri()
    {
        throw new \LogicException('not needed by the tests');
    }

    public function withUri(UriInterface $uri, $preserveHost = false)
    {
        throw new \LogicException('not needed by the tests');
    }
}
