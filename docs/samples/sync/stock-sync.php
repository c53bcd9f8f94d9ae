<?php

use Stockroom\CreateReport;
use Stockroom\EntryState;
use Stockroom\Model\StockEntry;
use Stockroom\StockroomClient;

/**
 * Sends the rows of a table whose quantity has changed since they were sent.
 *
 * @param iterable<array{art_no: string, color: string, size: int, stock: int}> $rows
 * @param string $file keeps the quantities that were sent
 */
function pushChanges(StockroomClient $stockroom, iterable $rows, string $file): CreateReport
{
    $sent = is_file($file) ? json_decode(file_get_contents($file), true) : [];
    $changed = [];
    foreach ($rows as $row) {
        $entry = new StockEntry(
            artNo: $row['art_no'],
            color: $row['color'],
            size: (int) $row['size'],
            stock: (int) $row['stock'],
        );
        if (($sent[keyOf($entry)] ?? null) !== $entry->stock) {
            $changed[] = $entry;
        }
    }
    // after each request, so that a run that ends early leaves the rest to the next one
    $keep = static function (CreateReport $report) use ($sent, $file): void {
        foreach ($report->states as $i => $state) {
            if ($state === EntryState::Written) {
                $sent[keyOf($report->entries[$i])] = $report->entries[$i]->stock;
            }
        }
        file_put_contents("$file.new", json_encode($sent));
        rename("$file.new", $file);
    };
    return $stockroom->createStock($changed, progress: $keep);
}

function keyOf(StockEntry $entry): string
{
    // neither item numbers nor colours have tabs
    return "$entry->artNo\t$entry->color\t$entry->size";
}
