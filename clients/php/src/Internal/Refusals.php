<?php

declare(strict_types=1);

namespace Stockroom\Internal;

use Stockroom\Exception\StockroomException;
use Stockroom\RejectedEntry;

/** @internal Finds the entries of a request that a response refuses. */
final class Refusals
{
    private const PRODUCT_CODES = ['PRODUCT_UNKNOWN', 'PRODUCT_FULL', 'COLORS_TOO_MANY'];

    /** @return array<int, RejectedEntry> by their indexes; empty if the failure does not name them */
    public static function in(StockRequest $request, StockroomException $failure): array
    {
        return in_array($failure->errorCode, self::PRODUCT_CODES, true)
            ? self::byProduct($request, $failure)
            : self::byPlace($request, $failure);
    }

    private static function byProduct(StockRequest $request, StockroomException $failure): array
    {
        $refused = [];
        foreach ($request->groups as $group) {
            if (in_array($group->pid, $failure->products, true)) {
                foreach ($group->entries as $index => $entry) {
                    $refused[$index] = new RejectedEntry($index, $entry, $failure->errorCode, $failure->reason);
                }
            }
        }
        return $refused;
    }

    /** Returns nothing if one of the places is not an entry of the request. */
    private static function byPlace(StockRequest $request, StockroomException $failure): array
    {
        $refused = [];
        foreach ($failure->violations as $violation) {
            // such as [17].param[2].stock, or [17].color
            preg_match('/\A\[(\d{1,6})](?:\.param\[(\d{1,6})])?/', $violation->at, $place);
            $entries = $request->groups[$place[1] ?? -1]->entries ?? [];
            $entries = isset($place[2]) ? array_slice($entries, (int) $place[2], 1, true) : $entries;
            if ($entries === []) {
                return [];
            }
            foreach ($entries as $index => $entry) {
                $code = $violation->code;
                $refused[$index] ??= new RejectedEntry($index, $entry, $code, $violation->message, $violation->stock);
            }
        }
        return $refused;
    }
}
