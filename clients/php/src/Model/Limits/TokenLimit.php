<?php

declare(strict_types=1);

namespace Stockroom\Model\Limits;

use Stockroom\Internal\JsonObject;

/** The client's access token, which the platform's operator can renew. */
final class TokenLimit
{
    public function __construct(
        public readonly \DateTimeImmutable $expiresAt,
    ) {
    }

    /** @internal */
    public static function from(JsonObject $json): self
    {
        return new self(
            $json->time('expiresAt'),
        );
    }
}
