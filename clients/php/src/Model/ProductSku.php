<?php

declare(strict_types=1);

namespace Stockroom\Model;

use Stockroom\Internal\JsonObject;

/** One colour of a product. */
final class ProductSku
{
    /**
     * @param string $size comma-separated sizes
     * @param null|string $stockNum comma-separated quantities, in the order of the sizes
     * @param null|string $skuImg the picture of the colour
     */
    public function __construct(
        public readonly string $color,
        public readonly string $size,
        public readonly ?string $stockNum,
        public readonly ?string $skuImg,
    ) {
    }

    /** @internal */
    public static function from(JsonObject $json): self
    {
        return new self(
            $json->text('color'),
            $json->text('size'),
            $json->textOrNull('stockNum'),
            $json->textOrNull('skuImg'),
        );
    }

    /**
     * Returns the quantities by their sizes; a missing quantity is 0.
     *
     * @return array<int|string, int>
     */
    public function stockBySize(): array
    {
        $quantities = explode(',', $this->stockNum ?? '');
        $stock = [];
        foreach ($this->size === '' ? [] : explode(',', $this->size) as $index => $size) {
            $stock[trim($size)] = (int) ($quantities[$index] ?? 0);
        }
        return $stock;
    }
}
