<?php

// Runs the programs of docs/recipes.md: sync-trial.php table|copy|shop FILE

use Stockroom\Model\StockEntry;
use Stockroom\StockroomClient;

require __DIR__ . '/../../../clients/php/src/autoload.php';
require __DIR__ . '/stock-sync.php';
require __DIR__ . '/stock-copy.php';
require __DIR__ . '/shop-sync.php';

$stockroom = new StockroomClient(
    address: getenv('STOCKROOM_ADDRESS'),
    appid: getenv('STOCKROOM_APPID'),
    secret: getenv('STOCKROOM_SECRET'),
    token: getenv('STOCKROOM_TOKEN'),
);
[, $program, $file] = $argv;
match ($program) {
    'table' => pushTable($stockroom, $file),
    'copy' => follow($stockroom, new PDO("sqlite:$file")),
    'shop' => keepShop($stockroom, new PDO("sqlite:$file")),
};

/** Sends a table, sends it again, and once more after a change; prints the number of entries that each run has sent. */
function pushTable(StockroomClient $stockroom, string $file): void
{
    $artNo = $stockroom->products()->current()->artNo;
    $table = [
        ['art_no' => $artNo, 'color' => 'red', 'size' => 36, 'stock' => 5],
        ['art_no' => $artNo, 'color' => 'red', 'size' => 37, 'stock' => 6],
    ];
    echo pushChanges($stockroom, $table, $file)->written(), "\n";
    echo pushChanges($stockroom, $table, $file)->written(), "\n";
    $table[1]['stock'] = 4;
    echo pushChanges($stockroom, $table, $file)->written(), "\n";
}

/** Prints how many entries the shop sends each time, and what both have in the end. */
function keepShop(StockroomClient $stockroom, PDO $db): void
{
    $pid = (int) getenv('STOCKROOM_PRODUCT');
    $others = fn (int $size, int $stock) => new StockEntry(pid: $pid, color: 'red', size: $size, stock: $stock);
    $sell = "UPDATE stock SET stock = stock - 1 WHERE pid = $pid AND color = 'red' AND size = 36";
    $sync = new ShopSync($stockroom, $db);

    $stockroom->createStock([$others(36, 5), $others(37, 6)]);
    echo $sync->keepInStep()->written(), "\n";
    $db->exec($sell);
    $stockroom->createStock([$others(37, 10)]);
    echo $sync->keepInStep()->written(), "\n";
    echo $sync->keepInStep()->written(), "\n"; // the shop's own change comes back
    $db->exec($sell);
    $sync->receive();
    $stockroom->createStock([$others(36, 9)]);
    echo $sync->send()->rejected[0]->code, "\n";
    echo $sync->keepInStep()->written(), "\n";
    $query = "SELECT size, stock FROM stock WHERE pid = $pid AND color = 'red'";
    $here = $db->query($query)->fetchAll(PDO::FETCH_KEY_PAIR);
    $items = array_filter($stockroom->stock($pid), fn ($it) => $it->color === 'red');
    $there = array_column($items, 'stock', 'size');
    echo "$here[36] $there[36], $here[37] $there[37]\n";
}
