<?php

declare(strict_types=1);

namespace Stockroom\Test\Psr;

use Psr\Http\Message\StreamInterface;

/** A body in memory. */
final class Text implements StreamInterface
{
    private int $position = 0;

    public function __construct(private readonly string $text)
    {
    }

    public function __toString()
    {
        return $this->text;
    }

    public function close()
    {
    }

    public function detach()
    {
        return null;
    }

    public function getSize()
    {
        return strlen($this->text);
    }

    public function tell()
    {
        return $this->position;
    }

    public function eof()
    {
        return $this->position >= strlen($this->text);
    }

    public function isSeekable()
    {
        return false;
    }

    public function seek($offset, $whence = SEEK_SET)
    {
        throw new \RuntimeException('not seekable');
    }

    public function rewind()
    {
        $this->position = 0;
    }

    public function isWritable()
    {
        return false;
    }

    public function write($string)
    {
        throw new \RuntimeException('not writable');
    }

    public function isReadable()
    {
        return true;
    }

    public function read($length)
    {
        $part = substr($this->text, $this->position, $length);
        $this->position += strlen($part);
        return $part;
    }

    public function getContents()
    {
        return $this->read(strlen($this->text));
    }

    public function getMetadata($key = null)
    {
        return null;
    }
}
