<?php

// Loads the client, the tests, and the PSR interfaces of Composer or of Debian's packages.

declare(strict_types=1);

$vendor = __DIR__ . '/../vendor/autoload.php';
if (is_file($vendor)) {
    require $vendor;
} else {
    require __DIR__ . '/../src/autoload.php';
    require 'Psr/Http/Client/autoload.php';
    require 'Psr/Http/Message/autoload.php';
    require 'Psr/Http/Message/factory-autoload.php';
    require 'Psr/Log/autoload.php';
    spl_autoload_register(static function (string $class): void {
        if (str_starts_with($class, 'Stockroom\\Test\\')) {
            require __DIR__ . '/' . strtr(substr($class, strlen('Stockroom\\Test\\')), '\\', '/') . '.php';
        }
    });
}
