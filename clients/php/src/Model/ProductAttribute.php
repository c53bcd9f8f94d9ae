<?php

declare(strict_types=1);

namespace Stockroom\Model;

use Stockroom\Internal\JsonObject;

/** An attribute of a product, such as its material. */
final class ProductAttribute
{
    public function __construct(
        public readonly string $name,
        public readonly string $value,
    ) {
    }

    /** @internal */
    public static function from(JsonObject $json): self
    {
        return new self(
            $json->text('name'),
            $json->text('value'),
        );
    }
}
