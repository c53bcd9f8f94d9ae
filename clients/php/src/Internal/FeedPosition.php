<?php

declare(strict_types=1);

namespace Stockroom\Internal;

use Stockroom\Model\Push;

/**
 * A position in the changes. The server's cursor stands for a whole page; a program may stop within one, and must not
 * get a push twice. The text is the server's cursor, followed within a page by a space and the last push that was read.
 * It begins with "from" before the first response.
 *
 * @internal
 */
final class FeedPosition
{
    private const FROM = 'from';

    private function __construct(private readonly string $cursor, private readonly string $last)
    {
    }

    public static function of(string $text): self
    {
        [$cursor, $last] = explode(' ', $text, 2) + [1 => ''];
        return new self($cursor, $last);
    }

    /** @param int|string $from the number of a push, or 'start' */
    public static function from(int|string $from): self
    {
        return new self(self::FROM, (string) $from);
    }

    public function text(): string
    {
        return rtrim("$this->cursor $this->last");
    }

    /** @return array<string, string> the parameters of /Stock/Changes */
    public function fields(): array
    {
        return $this->cursor === self::FROM ? ['from' => $this->last] : ['cursor' => $this->cursor];
    }

    public function isBefore(Push $push): bool
    {
        return $push->push > (int) $this->last;
    }

    public function after(Push $push): self
    {
        return new self($this->cursor, (string) $push->push);
    }

    /**
     * Returns the position after a page.
     *
     * @param string $cursor the server's cursor after the page
     * @param list<Push> $pushes
     */
    public function afterPage(string $cursor, array $pushes): self
    {
        $passed = $pushes === [] || end($pushes)->push >= (int) $this->last;
        return new self($cursor, $passed ? '' : $this->last);
    }
}
