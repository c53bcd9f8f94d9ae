<?php

use Stockroom\CreateReport;
use Stockroom\Exception\InvalidCursorException;
use Stockroom\Model\StockEntry;
use Stockroom\StockroomClient;

/** Keeps the stock of a shop in step with Stockroom, in both directions. */
final class ShopSync
{
    /** Marks the pushes of this shop; no other program may use it. */
    private const REFERENCE = 'shop 1';

    private const ADD = 'INSERT OR IGNORE INTO stock VALUES (?, ?, ?, ?, NULL)'; // in MySQL: INSERT IGNORE
    private const SEE = 'UPDATE stock SET seen = ? WHERE pid = ? AND color = ? AND size = ?';
    private const ADOPT = 'UPDATE stock SET stock = stock + COALESCE(?, 0) - COALESCE(seen, 0), seen = ?
        WHERE pid = ? AND color = ? AND size = ?';

    public function __construct(private readonly StockroomClient $stockroom, private readonly PDO $db)
    {
        // `stock` is the quantity of the shop, which changes it with each sale; `seen` is that of Stockroom when it was
        // last read, NULL for no entry
        $db->exec('CREATE TABLE IF NOT EXISTS stock (pid INTEGER, color VARCHAR(64), size INTEGER,
            stock INTEGER NOT NULL, seen INTEGER, PRIMARY KEY (pid, color, size))');
        $db->exec('CREATE TABLE IF NOT EXISTS progress (next_cursor VARCHAR(200) NOT NULL)');
    }

    /** Receives what others have changed, then sends what the shop has changed. Call it every few seconds. */
    public function keepInStep(): CreateReport
    {
        $this->receive();
        return $this->send();
    }

    public function receive(): void
    {
        $cursor = $this->db->query('SELECT next_cursor FROM progress')->fetchColumn();
        if ($cursor === false) {
            $this->readAll();
            return;
        }
        do {
            try {
                $page = $this->stockroom->changePage($cursor);
            } catch (InvalidCursorException) {
                $this->readAll();
                return;
            }
            $cursor = $page->cursor;
            $this->db->beginTransaction(); // one transaction for changes and cursor
            foreach ($page->pushes as $push) {
                foreach ($push->changes as $change) {
                    $entry = [$change->pid, $change->color, $change->size];
                    $this->run(self::ADD, $change->pid, $change->color, $change->size, 0);
                    if ($push->reference === self::REFERENCE) { // the shop has made this change itself
                        $this->run(self::SEE, $change->stock, ...$entry);
                    } else {
                        $this->run(self::ADOPT, $change->stock, $change->stock, ...$entry);
                    }
                }
            }
            $this->run('UPDATE progress SET next_cursor = ?', $cursor);
            $this->db->commit();
        } while ($page->more);
    }

    /** Adds what the shop lacks. Quantities that it has stay, and are sent where they differ. */
    private function readAll(): void
    {
        $snapshot = $this->stockroom->snapshot();
        $this->db->beginTransaction();
        $this->run('UPDATE stock SET seen = NULL');
        foreach ($snapshot->stock as $pid => $items) {
            foreach ($items as $item) {
                $this->run(self::ADD, $pid, $item->color, $item->size, $item->stock);
                $this->run(self::SEE, $item->stock, $pid, $item->color, $item->size);
            }
        }
        $this->run('DELETE FROM progress');
        $this->run('INSERT INTO progress VALUES (?)', $snapshot->cursor);
        $this->db->commit();
    }

    /** Sets what differs, unless somebody else has changed it meanwhile: the next call receives that first. */
    public function send(): CreateReport
    {
        $rows = $this->db->query('SELECT * FROM stock WHERE stock <> COALESCE(seen, 0)', PDO::FETCH_ASSOC);
        $entries = [];
        foreach ($rows as ['pid' => $pid, 'color' => $color, 'size' => $size, 'stock' => $stock, 'seen' => $seen]) {
            $stock = max($stock, 0); // it is below zero if the shop and somebody else have sold the last one
            if ($stock !== ($seen ?? 0)) {
                $expected = $seen ?? StockEntry::NO_ENTRY;
                $entries[] = new StockEntry(pid: $pid, color: $color, size: $size, stock: $stock, expected: $expected);
            }
        }
        return $this->stockroom->createStock($entries, reference: self::REFERENCE);
    }

    private function run(string $sql, int|string|null ...$values): void
    {
        $this->db->prepare($sql)->execute($values);
    }
}
