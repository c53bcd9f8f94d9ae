<?php

use Stockroom\Exception\InvalidCursorException;
use Stockroom\Exception\RateLimitedException;
use Stockroom\Exception\UnavailableException;
use Stockroom\Model\Push;
use Stockroom\StockroomClient;

/** Keeps a copy of all stock in a database, and follows its changes. */
function follow(StockroomClient $stockroom, PDO $db): never
{
    $db->exec('CREATE TABLE IF NOT EXISTS stock (
        pid INTEGER, color VARCHAR(64), size INTEGER, stock INTEGER NOT NULL, PRIMARY KEY (pid, color, size))');
    $db->exec('CREATE TABLE IF NOT EXISTS progress (next_cursor VARCHAR(200) NOT NULL)');
    while (true) {
        try {
            $cursor = $db->query('SELECT next_cursor FROM progress')->fetchColumn() ?: copyAll($stockroom, $db);
            foreach ($stockroom->changes($cursor) as $next => $push) {
                apply($db, $push, $next);
            }
        } catch (InvalidCursorException) {
            $db->exec('DELETE FROM progress'); // copies everything again
        } catch (UnavailableException | RateLimitedException $e) {
            error_log("tries again in 30 s: {$e->getMessage()}");
            sleep(30);
        }
    }
}

function copyAll(StockroomClient $stockroom, PDO $db): string
{
    $snapshot = $stockroom->snapshot();
    $db->beginTransaction();
    $db->exec('DELETE FROM stock');
    $put = $db->prepare('REPLACE INTO stock VALUES (?, ?, ?, ?)');
    foreach ($snapshot->stock as $pid => $items) {
        foreach ($items as $item) {
            $put->execute([$pid, $item->color, $item->size, $item->stock]);
        }
    }
    $db->prepare('INSERT INTO progress VALUES (?)')->execute([$snapshot->cursor]);
    $db->commit();
    echo 'copied ', count($snapshot->stock), " products\n";
    return $snapshot->cursor;
}

function apply(PDO $db, Push $push, string $cursor): void
{
    $put = $db->prepare('REPLACE INTO stock VALUES (?, ?, ?, ?)');
    $delete = $db->prepare('DELETE FROM stock WHERE pid = ? AND color = ? AND size = ?');
    $db->beginTransaction(); // one transaction for changes and cursor
    foreach ($push->changes as $change) {
        $entry = [$change->pid, $change->color, $change->size];
        $change->stock === null ? $delete->execute($entry) : $put->execute([...$entry, $change->stock]);
    }
    $db->prepare('UPDATE progress SET next_cursor = ?')->execute([$cursor]);
    $db->commit();
    foreach ($push->changes as $change) {
        echo "$push->push: $change->pid $change->color $change->size: $change->stock\n";
    }
}
