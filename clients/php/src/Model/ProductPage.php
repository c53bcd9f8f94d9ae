<?php

declare(strict_types=1);

namespace Stockroom\Model;

/** One page of the product list. */
final class ProductPage
{
    /**
     * @param list<Product> $products
     */
    public function __construct(
        public readonly int $totalPages,
        public readonly array $products,
    ) {
    }
}
