<?php

declare(strict_types=1);

namespace Stockroom\Internal;

use Stockroom\Model\Product;
use Stockroom\Model\ProductField;
use Stockroom\Model\ProductPage;

/** @internal Reads the product list. */
final class ProductReads
{
    /** The interface takes at most so many products in a page, and item numbers in a request. */
    public const MAX_PRODUCTS = 100;

    public function __construct(private readonly Calls $calls)
    {
    }

    /**
     * @param list<string> $artNos empty for products with any item number
     * @param list<ProductField> $fields
     */
    public function page(int $page, int $pageSize, ?bool $withStock, array $artNos, array $fields): ProductPage
    {
        $names = array_map(static fn (ProductField $field): string => $field->value, $fields);
        $json = $this->calls->form('/Stock/Product', [
            'page' => $page,
            'pageSize' => $pageSize,
            'stock' => $withStock,
            'artNo' => $artNos,
            'fields' => $names === [] ? null : implode(',', $names),
        ])->json;
        return new ProductPage($json->int('totalPages'), array_map(Product::from(...), $json->objects('data')));
    }

    /** @return \Generator<int, Product> */
    public function all(?bool $withStock, array $artNos, array $fields): \Generator
    {
        $number = 0;
        do {
            $page = $this->page(++$number, self::MAX_PRODUCTS, $withStock, $artNos, $fields);
            foreach ($page->products as $product) {
                yield $product;
            }
        } while ($page->products !== [] && $number < $page->totalPages);
    }

    /**
     * @param iterable<string> $artNos
     * @return \Generator<int, Product>
     */
    public function byArtNo(iterable $artNos, array $fields): \Generator
    {
        $wanted = [];
        foreach ($artNos as $artNo) {
            // the server takes a blank one for none, which would be all products
            if (trim($artNo) !== '') {
                $wanted["=$artNo"] = $artNo;
            }
        }
        foreach (array_chunk($wanted, self::MAX_PRODUCTS) as $some) {
            foreach ($this->all(null, $some, $fields) as $product) {
                yield $product;
            }
        }
    }
}
