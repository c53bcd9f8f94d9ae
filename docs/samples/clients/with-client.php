<?php

// Makes every call with the PHP client. The reference shows the lines between two marks on the page of the call.

use Stockroom\Model\PublishResult;
use Stockroom\Model\PublishStatus;
use Stockroom\Model\StockDeletion;
use Stockroom\Model\StockEntry;
use Stockroom\StockroomClient;

require __DIR__ . '/../../../clients/php/src/autoload.php';

$stockroom = new StockroomClient(
    address: getenv('STOCKROOM_ADDRESS'),
    appid: getenv('STOCKROOM_APPID'),
    secret: getenv('STOCKROOM_SECRET'),
    token: getenv('STOCKROOM_TOKEN'),
);
$pid = (int) getenv('STOCKROOM_PRODUCT');
$shopId = getenv('STOCKROOM_SHOP');
$cursor = $stockroom->changePage(null)->cursor;

function store(string $cursor): void
{
    exit("followed\n");
}

// --- /Stock/Product
foreach ($stockroom->products() as $product) {
    echo "$product->id $product->artNo\n";
}
// --- /Stock/Creat
$report = $stockroom->createStock([
    new StockEntry(pid: $pid, color: 'red', size: 38, stock: 12),
    new StockEntry(pid: $pid, color: 'red', size: 42, delta: 3),
    new StockEntry(pid: $pid, color: 'blue', size: 40, stock: 0),
]);
echo "{$report->written()} written\n";
foreach ($report->rejected as $rejected) {
    echo "{$rejected->entry->color}: $rejected->message\n";
}
// --- /Stock/List
foreach ($stockroom->stock($pid) as $item) {
    echo "$item->color $item->size: $item->stock\n";
}
// ---
$pids = [$pid];
// --- /Stock/Batch
foreach ($stockroom->stocks($pids) as $pid => $items) {
    echo "$pid: ", count($items), "\n";
}
// --- /Stock/History
foreach ($stockroom->history($pid, 'red', 38) as $push) {
    foreach ($push->changes as $change) {
        echo $push->at->format('c'), " $change->stock\n";
    }
}
// --- /Stock/Delete
$push = $stockroom->deleteStock([
    new StockDeletion(pid: $pid, color: 'red', sizes: [38, 42]),
    new StockDeletion(pid: $pid, color: 'blue'),
]);
echo "deleted by push $push\n";
// --- /Stock/Undo
$result = $stockroom->undo($push, all: true);
echo "$result->undone entries are as before\n";
// --- /Product/Detail
$detail = $stockroom->productDetail($pid);
echo "$detail->title: $detail->price\n";
// --- /Product/UploadResult
$stockroom->reportPublishResult(new PublishResult(
    pid: $pid,
    platform: 'tb', shopId: $shopId, shopName: 'Walk Well on TB',
    userId: 'u-17', userNick: 'walker',
    itemId: '660012345', status: PublishStatus::Published,
));
// --- /Account/Limits
$limits = $stockroom->limits();
echo "{$limits->details->used} details today\n";
echo "token until {$limits->token->expiresAt->format('c')}\n";
// --- /Stock/Changes
foreach ($stockroom->changes($cursor) as $cursor => $push) {
    foreach ($push->changes as $change) {
        echo "$change->color $change->size: $change->stock\n";
    }
    store($cursor); // to continue from there
}
// ---
