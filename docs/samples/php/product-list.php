<?php
// Lists the first page of a merchant's products. PHP 7.4 or newer, no extension needed.
//
//     php product-list.php
//     php product-list.php sign SECRET TIMESTAMP   # the sign alone

const FORM = 'application/x-www-form-urlencoded';
const JSON = 'application/json';

function sign(string $secret, string $timestamp): string
{
    return strtoupper(md5($secret . $timestamp));
}

function call(string $path, string $type, string $body, ?string $idempotencyKey = null): string
{
    $timestamp = (string) time();
    $headers = [
        'appid: ' . getenv('STOCKROOM_APPID'),
        'timestamp: ' . $timestamp,
        'sign: ' . sign(getenv('STOCKROOM_SECRET'), $timestamp),
        'accesstoken: ' . getenv('STOCKROOM_TOKEN'),
        'Content-Type: ' . $type,
    ];
    if ($idempotencyKey !== null) {
        $headers[] = 'Idempotency-Key: ' . $idempotencyKey;
    }
    $request = stream_context_create(['http' => [
        'method' => 'POST',
        'protocol_version' => 1.1, // before PHP 8 it would be 1.0
        'header' => $headers,
        'content' => $body,
        'ignore_errors' => true, // a 400 or 429 says in its body what is wrong
    ]]);
    return file_get_contents(getenv('STOCKROOM_ADDRESS') . $path, false, $request);
}

if (($argv[1] ?? '') === 'sign') {
    echo sign($argv[2], $argv[3]), "\n";
    exit;
}

echo call('/Stock/Product', FORM, http_build_query(['page' => 1])), "\n";
