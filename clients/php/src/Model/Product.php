<?php

declare(strict_types=1);

namespace Stockroom\Model;

use Stockroom\Internal\JsonObject;

/** A product in the product list. The fields of ProductField are null unless they were requested. */
final class Product
{
    public const ON_SALE = 'on_sale';
    public const DELISTED = 'delisted';

    /**
     * @param string $artNo the item number
     * @param string $pic the address of its first picture; may be empty
     * @param null|int $stockTotal the sum of its quantities
     * @param null|\DateTimeImmutable $updatedAt the last change of the product itself, without its stock
     * @param null|string $state ON_SALE or DELISTED
     */
    public function __construct(
        public readonly int $id,
        public readonly string $artNo,
        public readonly string $pic,
        public readonly ?int $stockTotal = null,
        public readonly ?\DateTimeImmutable $updatedAt = null,
        public readonly ?string $state = null,
    ) {
    }

    /** @internal */
    public static function from(JsonObject $json): self
    {
        return new self(
            $json->int('id'),
            $json->text('artNo'),
            $json->text('pic'),
            $json->intOrNull('stockTotal'),
            $json->timeOrNull('updatedAt'),
            $json->textOrNull('state'),
        );
    }
}
