<?php

declare(strict_types=1);

namespace Stockroom\Internal;

use Stockroom\Model\StockItem;

/** @internal Reads the stock of one product, or of many. */
final class StockReads
{
    private const MAX_PRODUCTS = 100;
    private const PATH = '/Stock/Batch';

    public function __construct(private readonly Calls $calls)
    {
    }

    /** @return list<StockItem> */
    public function of(int $pid, \DateTimeInterface|int|null $asOf): array
    {
        if ($asOf instanceof \DateTimeInterface) {
            $asOf = gmdate('Y-m-d\TH:i:s', $asOf->getTimestamp()) . $asOf->format('.v\Z');
        }
        $json = $this->calls->form('/Stock/List', ['productid' => $pid, 'asOf' => $asOf])->json;
        return array_map(StockItem::from(...), $json->objects('data'));
    }

    /**
     * Returns the stock by products, in the order given, and the cursor of the first response if it is requested.
     *
     * @param iterable<int> $pids
     * @return array{array<int, list<StockItem>>, null|string}
     */
    public function ofMany(iterable $pids, bool $withCursor = false): array
    {
        $cursor = null;
        $found = [];
        foreach ($pids as $pid) {
            $found[$pid] = null;
        }
        $open = array_keys($found);
        while ($open !== []) {
            $asked = array_splice($open, 0, self::MAX_PRODUCTS);
            $fields = $withCursor ? ['fields' => 'cursor'] : [];
            $json = $this->calls->json(self::PATH, ['productids' => $asked] + $fields)->json;
            if ($withCursor) {
                $cursor ??= $json->requiredText('cursor');
            }
            $found = array_replace($found, self::products($json));
            $this->putBack($open, $json->ints('rest'), $asked, $json);
        }
        return [array_filter($found, is_array(...)), $cursor];
    }

    /**
     * @param iterable<string> $barCodes
     * @return array<int, list<StockItem>>
     */
    public function ofBarCodes(iterable $barCodes): array
    {
        $open = [];
        foreach ($barCodes as $barCode) {
            $barCode = Text::trimmed($barCode);
            // the server takes a blank one for none
            if ($barCode !== '') {
                $open["=$barCode"] = $barCode;
            }
        }
        $open = array_values($open);
        $found = [];
        while ($open !== []) {
            $asked = array_splice($open, 0, self::MAX_PRODUCTS);
            $json = $this->calls->json(self::PATH, ['barCodes' => $asked])->json;
            $found = array_replace($found, self::products($json));
            $found += $this->ofMany($json->ints('rest'))[0];
            $this->putBack($open, $json->texts('restBarCodes'), $asked, $json);
        }
        return $found;
    }

    /** @return array<int, list<StockItem>> */
    private static function products(JsonObject $json): array
    {
        $products = [];
        foreach ($json->objects('data') as $product) {
            $products[$product->int('productid')] = array_map(StockItem::from(...), $product->objects('stock'));
        }
        return $products;
    }

    /** Puts what the response had no room for before the rest. */
    private function putBack(array &$open, array $rest, array $asked, JsonObject $json): void
    {
        if (count($rest) >= count($asked)) {
            throw $json->unexpected($this->calls->messages->text('none read', count($asked)));
        }
        array_splice($open, 0, 0, $rest);
    }
}
