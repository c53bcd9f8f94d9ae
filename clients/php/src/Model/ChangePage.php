<?php

declare(strict_types=1);

namespace Stockroom\Model;

/** The changes after a cursor. */
final class ChangePage
{
    /**
     * @param list<Push> $pushes in the order of their numbers
     * @param string $cursor continues after this page
     * @param bool $more whether further changes exist already
     */
    public function __construct(
        public readonly array $pushes,
        public readonly string $cursor,
        public readonly bool $more,
    ) {
    }
}
