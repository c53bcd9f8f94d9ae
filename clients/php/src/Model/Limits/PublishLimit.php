<?php

declare(strict_types=1);

namespace Stockroom\Model\Limits;

use Stockroom\Internal\JsonObject;

/** The publish results that are due. */
final class PublishLimit
{
    /**
     * @param int $needed the number of due products that must have a result before further details are delivered
     * @param list<int> $owing the due products without a result, the oldest first
     */
    public function __construct(
        public readonly int $due,
        public readonly int $reported,
        public readonly int $needed,
        public readonly array $owing,
    ) {
    }

    /** @internal */
    public static function from(JsonObject $json): self
    {
        return new self(
            $json->int('due'),
            $json->int('reported'),
            $json->int('needed'),
            $json->ints('owing'),
        );
    }
}
