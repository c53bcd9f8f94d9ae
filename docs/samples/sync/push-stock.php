<?php

// Not run here: needs MySQL and the extension pdo_mysql. In a crontab:
//
//     */5 * * * * flock --nonblock /var/lib/stock-sync/lock php /opt/stock-sync/push-stock.php

use Stockroom\StockroomClient;

require __DIR__ . '/vendor/autoload.php';
require __DIR__ . '/stock-sync.php';

$stockroom = new StockroomClient(
    address: getenv('STOCKROOM_ADDRESS'),
    appid: getenv('STOCKROOM_APPID'),
    secret: getenv('STOCKROOM_SECRET'),
    token: getenv('STOCKROOM_TOKEN'),
);
$erp = new PDO('mysql:host=localhost;dbname=erp;charset=utf8mb4', getenv('ERP_USER'), getenv('ERP_PASSWORD'));
$rows = $erp->query('SELECT art_no, color, size, stock FROM stock', PDO::FETCH_ASSOC);
$report = pushChanges($stockroom, $rows, '/var/lib/stock-sync/sent.json');
foreach ($report->rejected as $rejected) {
    fwrite(STDERR, "{$rejected->entry->artNo} {$rejected->entry->color} {$rejected->entry->size}: $rejected->message\n");
}
exit($report->rejected ? 1 : 0);
