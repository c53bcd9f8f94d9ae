<?php

declare(strict_types=1);

namespace Stockroom;

/** One thing that is wrong with a request. */
final class Violation
{
    /**
     * @param string $at the place, such as [17].param[2].size or [17].stock; empty for the whole request
     * @param string $code for programs
     * @param string $message for people; begins with the place
     * @param null|int $stock the present quantity if it is the reason
     */
    public function __construct(
        public readonly string $at,
        public readonly string $code,
        public readonly string $message,
        public readonly ?int $stock = null,
    ) {
    }
}
