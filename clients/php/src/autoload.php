<?php

/*
 * Loads the classes of this client for programs that do not use Composer.
 * SPDX-License-Identifier: Apache-2.0
 */

declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Stockroom\\')) {
        $file = __DIR__ . '/' . strtr(substr($class, strlen('Stockroom\\')), '\\', '/') . '.php';
        if (is_file($file)) {
            require $file;
        }
    }
});
