<?php

// Sends a table, sends it again, and once more after a change; prints the number of entries that each run has sent.

use Stockroom\StockroomClient;

require __DIR__ . '/../../../clients/php/src/autoload.php';
require __DIR__ . '/stock-sync.php';

$stockroom = new StockroomClient(
    address: getenv('STOCKROOM_ADDRESS'),
    appid: getenv('STOCKROOM_APPID'),
    secret: getenv('STOCKROOM_SECRET'),
    token: getenv('STOCKROOM_TOKEN'),
);
$artNo = $stockroom->products()->current()->artNo;
$table = [
    ['art_no' => $artNo, 'color' => 'red', 'size' => 36, 'stock' => 5],
    ['art_no' => $artNo, 'color' => 'red', 'size' => 37, 'stock' => 6],
];

$file = $argv[1];
echo pushChanges($stockroom, $table, $file)->written(), "\n";
echo pushChanges($stockroom, $table, $file)->written(), "\n";
$table[1]['stock'] = 4;
echo pushChanges($stockroom, $table, $file)->written(), "\n";
