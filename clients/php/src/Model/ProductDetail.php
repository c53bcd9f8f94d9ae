<?php

declare(strict_types=1);

namespace Stockroom\Model;

use Stockroom\Internal\JsonObject;

/** Everything the platform tells about a product. Texts may be empty. */
final class ProductDetail
{
    /**
     * @param null|string $categoryIdTree comma-separated
     * @param null|string $categoryNameTree comma-separated, in the same order
     * @param string $description HTML
     * @param list<string> $imgs addresses of pictures
     * @param string $outerId store, item number and price, separated by /
     * @param list<ProductAttribute> $attributes
     * @param list<ProductSku> $skus
     */
    public function __construct(
        public readonly ?string $categoryIdTree,
        public readonly ?string $categoryNameTree,
        public readonly string $description,
        public readonly array $imgs,
        public readonly float $price,
        public readonly string $outerId,
        public readonly string $picUrl,
        public readonly array $attributes,
        public readonly array $skus,
        public readonly string $storeUrl,
        public readonly string $storeName,
        public readonly string $title,
        public readonly ?string $video,
    ) {
    }

    /** @internal */
    public static function from(JsonObject $json): self
    {
        return new self(
            $json->textOrNull('categoryIdTree'),
            $json->textOrNull('categoryNameTree'),
            $json->text('description'),
            $json->texts('imgs'),
            $json->float('price'),
            $json->text('outerId'),
            $json->text('picUrl'),
            array_map(ProductAttribute::from(...), $json->objectsOrNone('attributes')),
            array_map(ProductSku::from(...), $json->objectsOrNone('skus')),
            $json->text('storeUrl'),
            $json->text('storeName'),
            $json->text('title'),
            $json->textOrNull('video'),
        );
    }
}
