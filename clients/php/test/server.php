<?php

// Answers with the next response in a folder, and records the request. LocalServer starts it by "php -S".

declare(strict_types=1);

$folder = getenv('SERVER_FOLDER');
$headers = array_change_key_case(getallheaders());
$request = ['path' => $_SERVER['REQUEST_URI'], 'headers' => $headers, 'body' => file_get_contents('php://input')];
file_put_contents("$folder/requests", json_encode($request) . "\n", FILE_APPEND);
$next = glob("$folder/response-*")[0] ?? null;
if ($next === null) {
    http_response_code(404);
    exit;
}
$response = json_decode(file_get_contents($next), true);
unlink($next);
http_response_code($response['status']);
foreach ($response['headers'] as $name => $value) {
    header("$name: $value");
}
echo $response['body'];
