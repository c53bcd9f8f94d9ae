<?php

declare(strict_types=1);

namespace Stockroom\Model\Limits;

use Stockroom\Internal\JsonObject;

/** The usage of the account against every limit. */
final class AccountLimits
{
    /**
     * @param null|ReadsLimit $reads null unless the operator has limited reads
     */
    public function __construct(
        public readonly CreateStockLimit $createStock,
        public readonly DetailsLimit $details,
        public readonly StoreLimit $store,
        public readonly PublishLimit $publish,
        public readonly TokenLimit $token,
        public readonly ?ReadsLimit $reads = null,
    ) {
    }

    /** @internal */
    public static function from(JsonObject $json): self
    {
        return new self(
            CreateStockLimit::from($json->object('createStock')),
            DetailsLimit::from($json->object('details')),
            StoreLimit::from($json->object('store')),
            PublishLimit::from($json->object('publish')),
            TokenLimit::from($json->object('token')),
            $json->has('reads') ? ReadsLimit::from($json->object('reads')) : null,
        );
    }
}
