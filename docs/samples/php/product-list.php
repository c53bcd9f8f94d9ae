<?php
// Lists the first page of a merchant's products. PHP 7.4 or newer, no extension needed.
//
//     php product-list.php
//     php product-list.php sign SECRET TIMESTAMP   # the sign alone

function sign(string $secret, string $timestamp): string
{
    return strtoupper(md5($secret . $timestamp));
}

if (($argv[1] ?? '') === 'sign') {
    echo sign($argv[2], $argv[3]), "\n";
    exit;
}

$timestamp = (string) time();
$headers = [
    'appid: ' . getenv('STOCKROOM_APPID'),
    'timestamp: ' . $timestamp,
    'sign: ' . sign(getenv('STOCKROOM_SECRET'), $timestamp),
    'accesstoken: ' . getenv('STOCKROOM_TOKEN'),
    'Content-Type: application/x-www-form-urlencoded',
];
$call = stream_context_create(['http' => [
    'method' => 'POST',
    'protocol_version' => 1.1, // before PHP 8 it would be 1.0
    'header' => $headers,
    'content' => 'page=1',
    'ignore_errors' => true, // a 400 or 429 says in its body what is wrong
]]);
echo file_get_contents(getenv('STOCKROOM_ADDRESS') . '/Stock/Product', false, $call), "\n";
