<?php

/*
 * Client of Stockroom, the stock and product service for merchants' programs.
 * SPDX-License-Identifier: Apache-2.0
 */

declare(strict_types=1);

namespace Stockroom;

/**
 * Calls Stockroom for one application and one account. Every method throws a StockroomException when the call is not
 * carried out. What it returns are arrays with the fields and names of the interface.
 */
final class Client
{
    public const VERSION = '0.1.0';

    /** The most the interface takes: products in a page, item numbers or products in a request. */
    private const MAX_PRODUCTS = 100;

    private Calls $calls;

    /**
     * @param string $address such as https://stock.example
     * @param string $secret signs every call, and is never sent
     * @param string $language of the messages, en or zh; codes are the same in every language
     * @param float $timeout seconds that connecting may take, and that the server may stay silent
     * @param null|callable(): int $clock Unix time; this machine's by default
     * @param array $context further options of PHP's streams, such as ['ssl' => ['cafile' => …]]
     */
    public function __construct(
        string $address,
        string $appid,
        #[\SensitiveParameter]
        string $secret,
        #[\SensitiveParameter]
        string $token,
        string $language = 'en',
        float $timeout = 30.0,
        ?callable $clock = null,
        array $context = []
    ) {
        $settings = [$language, $timeout, $clock ?? 'time', $context];
        $this->calls = new Calls($address, $appid, $secret, $token, ...$settings);
    }

    /**
     * All products in the order of their ids: id, artNo, pic, and the fields asked for. Pages are fetched as they are
     * read. If products get stock while those without stock are being listed, later pages move up and products are
     * missed: collect the list first.
     *
     * @param null|bool $withStock true: only products with stock; false: only those without
     * @param string[] $fields of stockTotal, updatedAt, state
     * @return \Generator<int, array>
     */
    public function products(?bool $withStock = null, array $fields = []): \Generator
    {
        return $this->productPages(['stock' => $withStock, 'fields' => implode(',', $fields) ?: null]);
    }

    /**
     * The products with exactly these item numbers; numbers that no product has are passed over.
     *
     * @param iterable<string> $artNos
     * @param string[] $fields as in products()
     * @return \Generator<int, array>
     */
    public function productsByArtNo(iterable $artNos, array $fields = []): \Generator
    {
        $all = is_array($artNos) ? $artNos : iterator_to_array($artNos, false);
        // the server takes a blank one for none, which would be all products
        $wanted = array_filter(array_unique($all), static fn (string $artNo): bool => trim($artNo) !== '');
        foreach (array_chunk($wanted, self::MAX_PRODUCTS) as $some) {
            foreach ($this->productPages(['artNo' => $some, 'fields' => implode(',', $fields) ?: null]) as $product) {
                yield $product;
            }
        }
    }

    private function productPages(array $query): \Generator
    {
        $number = 0;
        do {
            $page = $this->fetchPage(++$number, self::MAX_PRODUCTS, $query);
            foreach ($page['products'] as $product) {
                yield $product;
            }
        } while ($page['products'] && $number < $page['totalPages']);
    }

    /**
     * One page of the product list, from 1; a page past the end is empty.
     *
     * @param string[] $fields as in products()
     * @return array{totalPages: int, products: list<array>}
     */
    public function productPage(int $page, int $pageSize = 20, ?bool $withStock = null, array $fields = []): array
    {
        return $this->fetchPage($page, $pageSize, ['stock' => $withStock, 'fields' => implode(',', $fields) ?: null]);
    }

    private function fetchPage(int $page, int $pageSize, array $query): array
    {
        $answer = $this->calls->form('/Stock/Product', ['page' => $page, 'pageSize' => $pageSize] + $query);
        return ['totalPages' => $answer->get('totalPages', 0), 'products' => $answer->data()];
    }

    /**
     * The stock of one product: guid, barCode, color, size, stock. Refused with STOCK_NOT_ADDED if it has none, and
     * with PRODUCT_UNKNOWN if there is no such product.
     *
     * @return list<array>
     */
    public function stock(int $pid): array
    {
        return $this->calls->form('/Stock/List', ['productid' => $pid])->data();
    }

    /**
     * The same as it was then; bar codes are today's. Refused with AS_OF_TOO_FAR if too much has changed since, or what
     * has is no longer kept.
     *
     * @param \DateTimeInterface|int $asOf a time, or the number of a push: after it
     * @return list<array>
     */
    public function stockAsOf(int $pid, $asOf): array
    {
        if ($asOf instanceof \DateTimeInterface) {
            $asOf = gmdate('Y-m-d\TH:i:s', $asOf->getTimestamp()) . $asOf->format('.v\Z');
        }
        return $this->calls->form('/Stock/List', ['productid' => $pid, 'asOf' => $asOf])->data();
    }

    /**
     * The stock of any number of products, by their ids and in this order. A product without stock has an empty list,
     * one that does not exist none.
     *
     * @param iterable<int> $pids
     * @return array<int, list<array>>
     */
    public function stocks(iterable $pids): array
    {
        return $this->readStocks($pids, [])['stock'];
    }

    /**
     * The stock of all products that have an entry with one of these bar codes, which are those of the entries.
     *
     * @param iterable<string> $barCodes
     * @return array<int, list<array>>
     */
    public function stocksByBarCode(iterable $barCodes): array
    {
        $open = [];
        foreach ($barCodes as $barCode) {
            $open[] = trim($barCode);
        }
        // the server takes a blank one for none
        $open = array_values(array_unique(array_filter($open, 'strlen')));
        $found = [];
        while ($open) {
            $asked = array_splice($open, 0, self::MAX_PRODUCTS);
            $answer = $this->calls->json('/Stock/Batch', ['barCodes' => $asked]);
            foreach ($answer->data() as $product) {
                $found[$product['productid']] = $product['stock'];
            }
            $found += $this->stocks($answer->get('rest', []));
            // those that one answer has no room for
            $rest = $answer->get('restBarCodes', []);
            if (count($rest) >= count($asked)) {
                throw $answer->notAsExpected('no bar code was read');
            }
            array_splice($open, 0, 0, $rest);
        }
        return $found;
    }

    /**
     * The stock of these products, or of all, as stocks() returns it, and the cursor from which changes() goes on. No
     * change is missed. If it takes more than one request, what changed in between comes again.
     *
     * @param null|iterable<int> $pids
     * @return array{stock: array<int, list<array>>, cursor: string}
     */
    public function snapshot(?iterable $pids = null): array
    {
        if ($pids !== null) {
            $read = $this->readStocks($pids, ['fields' => 'cursor']);
            return ['stock' => $read['stock'], 'cursor' => $read['cursor'] ?? $this->changePage(null)['cursor']];
        }
        // before the list: a product that is added meanwhile is in the list or in the changes
        $cursor = $this->changePage(null)['cursor'];
        $all = array_column(iterator_to_array($this->products(), false), 'id');
        return ['stock' => $this->stocks($all), 'cursor' => $cursor];
    }

    /** With the cursor of the first request, if it is asked for. */
    private function readStocks(iterable $pids, array $fields): array
    {
        $cursor = null;
        $found = [];
        foreach ($pids as $pid) {
            $found[$pid] = null;
        }
        $open = array_keys($found);
        while ($open) {
            $asked = array_splice($open, 0, self::MAX_PRODUCTS);
            $answer = $this->calls->json('/Stock/Batch', ['productids' => $asked] + $fields);
            $cursor ??= $fields ? $answer->cursor() : null;
            foreach ($answer->data() as $product) {
                $found[$product['productid']] = $product['stock'];
            }
            // those that one answer has no room for
            $rest = $answer->get('rest', []);
            if (count($rest) >= count($asked)) {
                throw $answer->notAsExpected('no product was read');
            }
            array_splice($open, 0, 0, $rest);
        }
        return ['stock' => array_filter($found, 'is_array'), 'cursor' => $cursor];
    }

    /** Everything about a product, your own or one of an open catalogue. The platform counts how many are fetched. */
    public function productDetail(int $pid): array
    {
        return $this->calls->form('/Product/Detail', ['pid' => $pid])->data();
    }

    /**
     * Reports what became of a fetched product; a second report replaces the first.
     *
     * @param array $result pId, platform, shopId, shopName, userId, userNick, itemId, status (1 published, 0 failed),
     *     and message if there is one
     */
    public function reportPublishResult(array $result): void
    {
        $this->calls->json('/Product/UploadResult', $result);
    }

    /**
     * Where the account stands against every limit, and which products owe a publish result.
     *
     * @return array createStock, details, store, publish, token; times are ISO 8601 in UTC
     */
    public function limits(): array
    {
        return $this->calls->form('/Account/Limits', [])->data();
    }

    /**
     * Sets or changes the stock of any number of entries, in as few requests as it takes, at the pace the platform
     * allows (two seconds a request); what is sold out first.
     *
     * All entries are checked before any is sent: BadRequestException has every violation. Products that do not exist
     * and entries that are not as expected are left out, and reported as rejected. If the run has to end early,
     * CreateStockException says what was written.
     *
     * @param iterable<StockEntry> $entries
     * @param bool $dryRun the server checks everything and writes nothing; takes as many turns
     * @param null|callable(CreateReport): mixed $progress called after each request
     * @param null|string $reference up to 64 characters of yours, such as the number of a delivery: kept with each push
     */
    public function createStock(
        iterable $entries,
        bool $dryRun = false,
        ?callable $progress = null,
        ?string $reference = null
    ): CreateReport {
        return (new StockCreation($this->calls, $entries, $dryRun, false, $reference))->run(null, $progress);
    }

    /**
     * The same in one request, which is written as a whole or not at all: one refused entry refuses all, and ends the
     * call with a CreateStockException. More than one request takes is a BadRequestException.
     *
     * @param iterable<StockEntry> $entries
     * @param null|string $idempotencyKey of yours, such as the number of an order. If the call ends without an answer,
     *     or the program crashes, call again with the same entries and key: within 24 hours they are written once. A
     *     refusal is kept, too: try again under another key.
     * @param null|string $reference as in createStock()
     */
    public function createStockInOneRequest(
        iterable $entries,
        ?string $idempotencyKey = null,
        bool $dryRun = false,
        ?string $reference = null
    ): CreateReport {
        return (new StockCreation($this->calls, $entries, $dryRun, true, $reference))->run($idempotencyKey, null);
    }

    /**
     * Deletes up to 300 colours, or sizes of them, in one turn; what is not there is no error.
     *
     * @param array $deletions list of pid or artNo, color, and sizes if not all of them
     * @param null|string $reference as in createStock()
     * @return null|int the number of the push, if there was something to delete
     */
    public function deleteStock(array $deletions, bool $dryRun = false, ?string $reference = null): ?int
    {
        return $this->calls->write('/Stock/Delete', Body::json(array_values($deletions)), $dryRun, $reference)->push();
    }

    /**
     * Takes back what a push of this application changed, except for what was changed again since. Refused with
     * PUSH_UNKNOWN if there is no such push of this application.
     *
     * @param bool $all one entry that was changed since refuses everything (UNDO_CONFLICT)
     * @param bool $dryRun says what would be undone, and undoes nothing; takes a turn too
     * @param null|string $reference as in createStock()
     * @return array{push: null|int, undone: int, conflicts: int, skipped: list<array>, replayed: bool} each skipped one
     *     has a reason: changed, product_deleted, product_full or colours_full; a newer server may have more
     */
    public function undo(int $push, bool $all = false, bool $dryRun = false, ?string $reference = null): array
    {
        $body = Body::form(['push' => $push, 'all' => $all]);
        $answer = $this->calls->write('/Stock/Undo', $body, $dryRun, $reference);
        return ['push' => $answer->push(), 'replayed' => $answer->isReplayed()] + $answer->data();
    }

    /**
     * Follows the changes of stock, push after push, as they happen; waits for the next one. The key of each push is
     * the cursor after it: store it with what you made of the push, and go on from there.
     *
     * @param null|string $cursor one that was stored; null to follow from now on, which begins when this returns
     * @return \Generator<string, array>
     */
    public function changes(?string $cursor = null): \Generator
    {
        return $this->follow($cursor ?? $this->changePage(null)['cursor']);
    }

    /**
     * The same after the push of this number, or from the start: all that is still kept.
     *
     * @param int|string $from the number of a push, or 'start'
     * @return \Generator<string, array>
     */
    public function changesFrom($from): \Generator
    {
        if (!is_int($from) && $from !== 'start') {
            throw new \InvalidArgumentException("from: $from (expected: the number of a push, or 'start')");
        }
        return $this->follow("from $from");
    }

    private function follow(string $cursor): \Generator
    {
        while (true) {
            $asked = Time::now();
            $page = $this->changePage($cursor, 100, 30);
            $left = count($page['pushes']);
            foreach ($page['pushes'] as $push) {
                yield --$left > 0 ? strtok($cursor, ' ') . ' ' . $push['push'] : $page['cursor'] => $push;
            }
            $cursor = $page['cursor'];
            if (!$page['pushes'] && !$page['more']) {
                // whatever ended the wait so soon, ask no more than once a second
                Time::sleepUntil($asked + 1);
            }
        }
    }

    /**
     * One page of the changes after a cursor. Without a cursor it has no pushes, and the cursor of now.
     *
     * @param int $limit 1 to 500
     * @param int $wait seconds to wait for the next push if there is none yet, up to 30
     * @return array{pushes: list<array>, cursor: string, more: bool}
     */
    public function changePage(?string $cursor, int $limit = 100, int $wait = 0): array
    {
        if ($cursor !== null && trim($cursor) === '') {
            throw new \InvalidArgumentException('cursor: blank (expected: one that was answered, or null for now)');
        }
        // in the middle of a page: the cursor before it, a space, and the last push that was read
        [$before, $last] = explode(' ', $cursor ?? '', 2) + [1 => '0'];
        $position = $before === 'from' ? ['from' => $last] : ['cursor' => $cursor === null ? null : $before];
        $answer = $this->calls->form('/Stock/Changes', $position + ['limit' => $limit, 'wait' => $wait], $wait);
        $pushes = $answer->data();
        $passed = !$pushes || end($pushes)['push'] >= (int) $last;
        $unread = array_filter($pushes, static fn (array $push): bool => $push['push'] > (int) $last);
        return [
            'pushes' => array_values($unread),
            'cursor' => $answer->cursor() . ($passed ? '' : " $last"),
            'more' => $answer->get('more', false),
        ];
    }

    /**
     * What has changed in a product, under a reference, or both; newest first. Pages are fetched as they are read.
     *
     * @param null|int $pid null for all that has the reference
     * @param null|string $color null for all
     * @param null|int $size null for all
     * @return \Generator<int, array>
     */
    public function history(
        ?int $pid,
        ?string $color = null,
        ?int $size = null,
        ?string $reference = null
    ): \Generator {
        $fields = ['productid' => $pid, 'color' => $color, 'size' => $size, 'reference' => $reference, 'limit' => 100];
        do {
            $answer = $this->calls->form('/Stock/History', $fields);
            foreach ($answer->data() as $push) {
                yield $push;
            }
            $fields['cursor'] = $answer->fields['cursor'] ?? null;
        } while ($fields['cursor'] !== null);
    }
}

/** A quantity to set, of one product in one colour and size; or a change of it. */
final class StockEntry
{
    private const MAX_STOCK = 999999999;

    public ?int $pid;
    public ?string $artNo;
    public string $color;
    public int $size;
    public ?int $stock;
    public ?string $barCode;
    public ?int $expected;
    public ?int $delta;
    public bool $clearBarCode;

    /**
     * @param null|int $pid null if there is an item number
     * @param string $color 1 to 64 characters
     * @param int $size 1 to 999
     * @param null|int $stock 0 to 999,999,999; null if there is a delta
     * @param null|string $barCode up to 64 characters; null keeps the one that is there
     * @param null|int $expected the quantity that must be there, or it is not written; -1 if there must be no entry
     * @param null|int $delta a change up or down in place of stock
     * @param bool $clearBarCode whether the bar code that is there is cleared
     * @param null|string $artNo the item number of the product, in place of its id
     */
    public function __construct(
        ?int $pid,
        string $color,
        int $size,
        ?int $stock,
        ?string $barCode = null,
        ?int $expected = null,
        ?int $delta = null,
        bool $clearBarCode = false,
        ?string $artNo = null
    ) {
        $this->pid = $pid;
        $this->artNo = $artNo === null ? null : trim($artNo);
        $this->color = trim($color);
        $this->size = $size;
        $this->stock = $stock;
        $this->barCode = $barCode === null ? null : trim($barCode);
        $this->expected = $expected;
        $this->delta = $delta;
        $this->clearBarCode = $clearBarCode;
    }

    /** A change up or down, of what there is then. An entry that is not there counts from 0. Below 0 it is rejected. */
    public static function change(int $pid, string $color, int $size, int $delta): self
    {
        return new self($pid, $color, $size, null, null, null, $delta);
    }

    /**
     * @internal What the interface does not take.
     *
     * @return list<array{string, string, string}> field, code, message
     */
    public function violations(): array
    {
        $max = self::MAX_STOCK;
        $alone = $this->stock === null && $this->expected === null;
        $rules = [
            ['pid', 'ID_INVALID', $this->artNo !== null || self::within($this->pid, 1, 2147483647),
                'a product id, from 1'],
            ['artNo', 'ART_NO_WITH_PID', $this->artNo === null || $this->pid === null, 'pid or artNo'],
            ['artNo', 'TEXT_INVALID', self::fits($this->artNo ?? '-', 1), '1 to 64 characters, no control characters'],
            ['color', 'COLOR_INVALID', self::fits($this->color, 1), '1 to 64 characters, no control characters'],
            ['size', 'SIZE_INVALID', self::within($this->size, 1, 999), '1 to 999'],
            ['stock', 'STOCK_INVALID', $this->delta !== null || self::within($this->stock, 0, $max), "0 to $max"],
            ['expected', 'EXPECTED_INVALID', $this->expected === null || self::within($this->expected, -1, $max),
                "0 to $max, or -1 for no entry"],
            ['delta', 'DELTA_INVALID', $this->delta === null || $alone && self::within($this->delta, -$max, $max),
                "-$max to $max, without stock or expected"],
            ['barCode', 'BAR_CODE_INVALID', self::fits($this->barCode ?? '', 0),
                'at most 64 characters, no control characters'],
        ];
        $violations = [];
        foreach ($rules as [$field, $code, $kept, $expected]) {
            if (!$kept) {
                $violations[] = [$field, $code, self::excerpt($this->$field) . " (expected: $expected)"];
            }
        }
        return $violations;
    }

    /** @internal How the product is named. */
    public function product(): array
    {
        return $this->artNo === null ? ['pid' => $this->pid] : ['artNo' => $this->artNo];
    }

    private static function within(?int $number, int $min, int $max): bool
    {
        return $number !== null && $number >= $min && $number <= $max;
    }

    private static function fits(string $text, int $min): bool
    {
        return preg_match('/\A\P{Cc}{' . $min . ',64}\z/u', $text) === 1;
    }

    /** @param null|int|string $value */
    private static function excerpt($value): string
    {
        $text = Body::encode($value, JSON_INVALID_UTF8_SUBSTITUTE);
        return $value === null || $value === '' ? 'nothing' : preg_replace('/\A(.{40}).+/us', '$1…', $text);
    }

    /** @internal As the interface takes it. */
    public function item(): array
    {
        $fields = [
            'size' => (string) $this->size,
            'stock' => $this->stock,
            'delta' => $this->delta,
            'expected' => $this->expected,
            'barCode' => $this->barCode === '' ? null : $this->barCode,
            'clearBarCode' => $this->clearBarCode ?: null,
        ];
        return array_filter($fields, static fn ($value): bool => $value !== null);
    }
}

/** What was written and what was not, entry by entry. */
final class CreateReport
{
    public const UNSENT = 'unsent';
    public const WRITTEN = 'written';
    /** By a dry run. */
    public const CHECKED = 'checked';
    public const REJECTED = 'rejected';
    /** Sent, and the answer is lost: it may or may not be written. */
    public const UNKNOWN = 'unknown';

    /** @var list<StockEntry> as they were given */
    public array $entries = [];
    /** @var list<string> what became of each entry, in the same order */
    public array $states = [];
    /** @var list<array{index: int, code: string, message: string, stock: null|int}> stock: what there is */
    public array $rejected = [];
    /** How many were sent, further attempts included. */
    public int $requests = 0;
    /** @var list<int> numbers of the pushes that the requests made; one that changed no quantity made none */
    public array $pushes = [];
    /** Whether an answer was that of an earlier request with the same key, which was not carried out again. */
    public bool $replayed = false;

    /** @param iterable<StockEntry> $entries */
    public function __construct(iterable $entries)
    {
        $this->entries = is_array($entries) ? array_values($entries) : iterator_to_array($entries, false);
        $this->states = array_fill(0, count($this->entries), self::UNSENT);
    }

    /** How many entries are in this state. */
    public function count(string $state): int
    {
        return count(array_keys($this->states, $state, true));
    }

    /**
     * Those to send again: those never sent, and unknown ones. Rejected ones are not among them, nor unknown changes
     * (delta), which might be made twice.
     *
     * @return list<StockEntry>
     */
    public function remaining(): array
    {
        $remaining = [];
        foreach ($this->entries as $index => $entry) {
            $state = $this->states[$index];
            if ($state === self::UNSENT || $state === self::UNKNOWN && $entry->delta === null) {
                $remaining[] = $entry;
            }
        }
        return $remaining;
    }

    public function __toString(): string
    {
        $text = count($this->entries) . ' entries';
        foreach (array_count_values($this->states) as $state => $count) {
            $text .= ", $count $state";
        }
        return $text;
    }
}

/**
 * A call that was not carried out. The subclasses are what a program handles differently; none of them ever has the
 * secret or the token in its text. Properties are for reading.
 */
abstract class StockroomException extends \RuntimeException
{
    /** The HTTP status; 0 without an answer. */
    public int $status;
    /** The answer's code, for programs; empty if it has none. A newer server may have codes not known here. */
    public string $errorCode;
    /** The answer's message, for people. */
    public string $reason;
    /** What to tell the operator; empty without an answer of Stockroom. */
    public string $requestId;
    /** Seconds after which the server asks to come back, if it does. */
    public ?int $retryAfter;
    /** @var list<array{at: string, code: string, message: string, stock: null|int}> all that is wrong, by place */
    public array $violations;
    /** @var list<int> ids of the products that were refused, if the answer names them */
    public array $products;

    public function __construct(
        int $status,
        string $errorCode,
        string $reason,
        string $requestId = '',
        ?int $retryAfter = null,
        array $violations = [],
        array $products = [],
        ?\Throwable $previous = null
    ) {
        $this->status = $status;
        $this->errorCode = $errorCode;
        $this->reason = $reason;
        $this->requestId = $requestId;
        $this->retryAfter = $retryAfter;
        $this->violations = $violations;
        $this->products = $products;
        $text = ($status > 0 ? "HTTP $status " : '') . ($errorCode === '' ? '' : "$errorCode: ") . $reason;
        $text .= $requestId === '' ? '' : " (request $requestId)";
        foreach (array_slice($violations, 0, 3) as $violation) {
            $text .= "\n  {$violation['at']} {$violation['code']}: {$violation['message']}";
        }
        $more = count($violations) - 3;
        parent::__construct($text . ($more > 0 ? "\n  and $more more, see violations" : ''), $status, $previous);
    }
}

/** Refused by rule: HTTP 200, success false. The code says why. */
final class RefusedException extends StockroomException {}

/** The request is wrong: HTTP 400 or 413; status 0 if the client noticed before it sent anything. */
final class BadRequestException extends StockroomException {}

/** Application, secret, token or clock are not accepted. */
final class NotAuthenticatedException extends StockroomException {}

/** The cursor leads nowhere any more: read all stock again by snapshot(), and follow from its cursor. */
final class InvalidCursorException extends StockroomException {}

/** A limit that lasts longer than the client waits, see retryAfter. */
final class RateLimitedException extends StockroomException {}

/** No connection, no answer, or HTTP 500, 502, 503, 504. */
final class UnavailableException extends StockroomException
{
    /** Whether the request may have reached the server, and been carried out. */
    public bool $sent = true;
    /** Whether another attempt may help. */
    public bool $temporary = true;
}

/** Something other than Stockroom has answered; check the address. */
final class UnexpectedAnswerException extends StockroomException {}

/**
 * Creating stock ended before everything was written. The report says exactly what was and what was not; to continue,
 * pass $e->report->remaining() to the next call. Status, code and the rest are those of the failure that ended it,
 * which is getPrevious().
 */
final class CreateStockException extends StockroomException
{
    public CreateReport $report;

    public function __construct(CreateReport $report, StockroomException $why)
    {
        $rest = [$why->requestId, $why->retryAfter, $why->violations, $why->products, $why];
        parent::__construct($why->status, $why->errorCode, $why->reason, ...$rest);
        $this->report = $report;
    }
}

/** @internal One run of creating stock. */
final class StockCreation
{
    private const MAX_COLORS = 300;
    private const MAX_ENTRIES = 15000;

    private Calls $calls;
    private bool $dryRun;
    private bool $asOne;
    private ?string $reference;
    private CreateReport $report;
    /** @var list<list<array{product: array, color: string, entries: array<int, StockEntry>}>> requests, of colours */
    private array $requests = [];

    public function __construct(Calls $calls, iterable $entries, bool $dryRun, bool $asOne, ?string $reference)
    {
        $this->calls = $calls;
        $this->dryRun = $dryRun;
        $this->asOne = $asOne;
        $this->reference = $reference;
        $this->report = new CreateReport($entries);
        $this->check();
        $this->plan();
    }

    private function check(): void
    {
        $violations = [];
        $seen = [];
        foreach ($this->report->entries as $index => $entry) {
            $found = $entry->violations();
            foreach ($found as [$field, $code, $message]) {
                $violations[] = ['at' => "[$index].$field", 'code' => $code, 'message' => $message, 'stock' => null];
            }
            $first = $seen[json_encode([$entry->product(), $entry->size, $entry->color])] ??= $index;
            if (!$found && $first !== $index) {
                $message = "product $entry->pid$entry->artNo, colour $entry->color, size $entry->size is already in [$first]";
                $violation = ['at' => "[$index]", 'code' => 'ENTRY_REPEATED', 'message' => $message, 'stock' => null];
                $violations[] = $violation;
            }
        }
        if ($violations) {
            $reason = sprintf('nothing was sent: %d violations in the entries', count($violations));
            throw new BadRequestException(0, $violations[0]['code'], $reason, '', null, $violations);
        }
    }

    private function plan(): void
    {
        $groups = $soldOut = [];
        foreach ($this->report->entries as $index => $entry) {
            $key = json_encode([$entry->product(), $entry->color]);
            $groups[$key] ??= ['product' => $entry->product(), 'color' => $entry->color, 'entries' => []];
            $groups[$key]['entries'][$index] = $entry;
            if ($entry->stock === 0) {
                $soldOut[$key] = true;
            }
        }
        $last = -1;
        $count = self::MAX_ENTRIES;
        // what is sold out is not to be sold while other requests wait for their turns
        foreach (array_intersect_key($groups, $soldOut) + $groups as $group) {
            $count += count($group['entries']);
            if ($count > self::MAX_ENTRIES || count($this->requests[$last]) === self::MAX_COLORS) {
                $count = count($group['entries']);
                $last++;
            }
            $this->requests[$last][] = $group;
        }
    }

    private static function body(array $groups): Body
    {
        $elements = [];
        foreach ($groups as $group) {
            $items = array_map(static fn (StockEntry $entry): array => $entry->item(), array_values($group['entries']));
            $elements[] = $group['product'] + ['color' => $group['color'], 'param' => $items];
        }
        return Body::json($elements);
    }

    public function run(?string $key, ?callable $progress): CreateReport
    {
        if ($this->asOne && count($this->requests) > 1) {
            $message = '%d entries take %d requests (expected: one, of up to %d colours and %d entries)';
            $counts = [count($this->report->entries), count($this->requests), self::MAX_COLORS, self::MAX_ENTRIES];
            throw new BadRequestException(0, 'ENTRIES_TOO_MANY', sprintf($message, ...$counts));
        }
        foreach ($this->requests as $request) {
            try {
                while ($request) {
                    $request = $this->send($request, $key);
                }
            } catch (StockroomException $e) {
                throw new CreateStockException($this->report, $e);
            }
            if ($progress !== null) {
                $progress($this->report);
            }
        }
        return $this->report;
    }

    /** Returns what is left of a request that was refused; throws a failure that cannot be fixed. */
    private function send(array $request, ?string $key): array
    {
        $entries = array_replace(...array_column($request, 'entries'));
        $attempts = new Attempts(Attempts::OF_CREATE);
        $options = [$this->dryRun, $this->reference, $key, $attempts];
        try {
            $answer = $this->calls->write('/Stock/Creat', self::body($request), ...$options);
        } catch (RefusedException | BadRequestException $e) {
            // nothing is written, by lost attempts neither: the answer to one that was would have come again
            $rest = $this->withoutRefused($request, $e);
            if ($this->asOne) {
                throw $e;
            }
            return $rest;
        } catch (StockroomException $e) {
            if ($attempts->lost) {
                $this->mark($entries, CreateReport::UNKNOWN);
            }
            throw $e;
        } finally {
            $this->report->requests += $attempts->sent;
            $this->report->replayed = $this->report->replayed || $attempts->replayed;
        }
        $this->mark($entries, $this->dryRun ? CreateReport::CHECKED : CreateReport::WRITTEN);
        if ($answer->push() !== null) {
            $this->report->pushes[] = $answer->push();
        }
        return [];
    }

    private function mark(array $entries, string $state): void
    {
        foreach ($entries as $index => $entry) {
            $this->report->states[$index] = $state;
        }
    }

    private function withoutRefused(array $request, StockroomException $failure): array
    {
        $refused = self::refused($request, $failure);
        if (!$refused) {
            throw $failure;
        }
        foreach ($refused as $index => $rejected) {
            $this->report->states[$index] = CreateReport::REJECTED;
            $this->report->rejected[] = ['index' => $index] + $rejected;
        }
        $rest = [];
        foreach ($request as $group) {
            $group['entries'] = array_diff_key($group['entries'], $refused);
            if ($group['entries']) {
                $rest[] = $group;
            }
        }
        return $rest;
    }

    /** Code, message and stock by the indexes of the entries; nothing if the failure does not name them. */
    private static function refused(array $request, StockroomException $failure): array
    {
        $refused = [];
        if (in_array($failure->errorCode, ['PRODUCT_UNKNOWN', 'PRODUCT_FULL', 'COLORS_TOO_MANY'], true)) {
            $rejected = ['code' => $failure->errorCode, 'message' => $failure->reason, 'stock' => null];
            foreach ($request as $group) {
                if (in_array($group['product']['pid'] ?? 0, $failure->products, true)) {
                    $refused += array_fill_keys(array_keys($group['entries']), $rejected);
                }
            }
            return $refused;
        }
        foreach ($failure->violations as ['at' => $at, 'code' => $code, 'message' => $message, 'stock' => $stock]) {
            // such as [17].param[2].stock, or [17].color
            preg_match('/\A\[(\d{1,6})](?:\.param\[(\d{1,6})])?/', $at, $place);
            $indexes = array_keys($request[$place[1] ?? -1]['entries'] ?? []);
            $indexes = isset($place[2]) ? array_slice($indexes, (int) $place[2], 1) : $indexes;
            if (!$indexes) {
                return [];
            }
            $refused += array_fill_keys($indexes, ['code' => $code, 'message' => $message, 'stock' => $stock]);
        }
        return $refused;
    }
}

/** @internal Signed requests, one attempt or several. */
final class Calls
{
    /** Seconds that a write waits while other programs take its turn. */
    private const MAX_TURN_WAIT = 600;

    private int $clockOffset = 0;
    private string $address;
    private string $appid;
    /** In a closure, so that neither var_export nor serialize shows secret and token. */
    private \Closure $credentials;
    private string $language;
    private float $timeout;
    /** @var callable(): int */
    private $clock;
    private array $context;
    private Turn $turn;

    public function __construct(
        string $address,
        string $appid,
        #[\SensitiveParameter]
        string $secret,
        #[\SensitiveParameter]
        string $token,
        string $language,
        float $timeout,
        callable $clock,
        array $context
    ) {
        if (!preg_match('~\Ahttps?://[^\s/?#@]+[^\s?#@]*\z~i', $address)) {
            throw new \InvalidArgumentException("address: $address (expected: one such as https://stock.example)");
        }
        foreach (['appid' => $appid, 'token' => $token, 'language' => $language] as $name => $value) {
            if (!preg_match('/\A[!-~]+\z/', $value)) {
                throw new \InvalidArgumentException("$name: not shown (expected: visible ASCII characters, no spaces)");
            }
        }
        if (trim($secret) === '') {
            throw new \InvalidArgumentException("secret: empty (expected: the application's secret)");
        }
        $this->address = rtrim($address, '/');
        $this->appid = $appid;
        $this->credentials = static fn (int $timestamp): array => [
            "appid: $appid",
            "timestamp: $timestamp",
            'sign: ' . strtoupper(md5($secret . $timestamp)),
            "accesstoken: $token",
        ];
        $this->language = $language;
        $this->timeout = $timeout;
        $this->clock = $clock;
        $this->context = $context;
        $this->turn = Turn::of(hash('sha256', "$this->address\n$appid\n$token"));
    }

    public function __debugInfo(): array
    {
        return ['address' => $this->address, 'appid' => $this->appid, 'clockOffset' => $this->clockOffset];
    }

    /** A new UUID. */
    private static function newKey(): string
    {
        $bytes = random_bytes(16);
        $bytes[6] = chr(ord($bytes[6]) & 0x0f | 0x40);
        $bytes[8] = chr(ord($bytes[8]) & 0x3f | 0x80);
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }

    /** @param int $wait seconds for which the server was asked to wait before it answers */
    public function form(string $path, array $fields, int $wait = 0): Answer
    {
        return $this->read($path, Body::form($fields), $wait);
    }

    public function json(string $path, array $value): Answer
    {
        return $this->read($path, Body::json($value), 0);
    }

    private function read(string $path, Body $body, int $wait): Answer
    {
        $attempts = new Attempts(Attempts::OF_CALL);
        while (true) {
            try {
                return $this->attempt($path, $body, [], $wait)->orFailure();
            } catch (RateLimitedException | UnavailableException $e) {
                $attempts->pause($e);
            }
        }
    }

    /** A call that changes stock, in its turn: under one key in all its attempts, so that it is carried out once. */
    public function write(
        string $path,
        Body $body,
        bool $dryRun,
        ?string $reference = null,
        ?string $key = null,
        ?Attempts $attempts = null
    ): Answer {
        $key ??= self::newKey();
        $attempts ??= new Attempts(Attempts::OF_CALL);
        if (!preg_match('/\A[!-~]{1,64}\z/', $key)) {
            throw new \InvalidArgumentException("idempotencyKey: $key (expected: 1 to 64 visible ASCII characters)");
        }
        $headers = array_merge(
            ["Idempotency-Key: $key"],
            $dryRun ? ['Dry-Run: true'] : [],
            $reference === null ? [] : ['Reference: ' . rawurlencode($reference)]
        );
        $takenSince = null;
        while (true) {
            $this->turn->take();
            $attempts->sent++;
            try {
                $answer = $this->attempt($path, $body, $headers, 0);
                $this->turn->next($answer);
                $attempts->replayed = $answer->isReplayed();
                return $answer->orFailure();
            } catch (RateLimitedException $e) {
                if ($e->errorCode !== 'CREATE_TOO_SOON') {
                    $attempts->pause($e);
                    continue;
                }
                $takenSince ??= Time::now();
                if (Time::now() + $e->retryAfter > $takenSince + self::MAX_TURN_WAIT) {
                    throw $e;
                }
            } catch (UnavailableException $e) {
                $attempts->lost = $attempts->lost || $e->sent;
                $attempts->pause($e);
            } catch (UnexpectedAnswerException $e) {
                $attempts->lost = true;
                throw $e;
            }
        }
    }

    /** One attempt; two if the first one was refused for the clock, and corrected it. */
    private function attempt(string $path, Body $body, array $headers, int $wait): Answer
    {
        $answer = $this->post($path, $body, $headers, $wait);
        if (($answer->fields['code'] ?? null) === 'TIMESTAMP_EXPIRED') {
            $date = strtotime($answer->header('date') ?? '');
            if ($date !== false) {
                $this->clockOffset = $date - ($this->clock)();
                return $this->post($path, $body, $headers, $wait);
            }
        }
        return $answer;
    }

    /** PHP's own HTTP, which needs no extension; each request has a connection of its own. */
    private function post(string $path, Body $body, array $headers, int $wait): Answer
    {
        $http = [
            'method' => 'POST',
            'protocol_version' => 1.1,
            'header' => array_merge($headers, ($this->credentials)(($this->clock)() + $this->clockOffset), [
                "Content-Type: $body->type",
                'Accept: application/json',
                "Accept-Language: $this->language",
                'User-Agent: stockroom-client-php/' . Client::VERSION,
            ]),
            'content' => $body->text,
            'timeout' => $this->timeout + $wait,
            // the credentials are for this address and no other
            'follow_location' => 0,
            // the body of a 400 says what is wrong
            'ignore_errors' => true,
        ];
        $connected = false;
        $warnings = [];
        set_error_handler(static function (int $level, string $warning) use (&$warnings): bool {
            $warnings[] = preg_replace('/\Afopen\(.*?\): (failed to open stream: )?/i', '', $warning);
            return true;
        });
        try {
            $context = stream_context_create(array_replace_recursive($this->context, ['http' => $http]), [
                'notification' => static function (int $event) use (&$connected): void {
                    $connected = $connected || $event === STREAM_NOTIFY_CONNECT;
                },
            ]);
            $stream = fopen($this->address . $path, 'rb', false, $context);
            $text = $stream ? stream_get_contents($stream) : false;
        } finally {
            restore_error_handler();
        }
        if ($stream && $text !== false) {
            $answer = new Answer(stream_get_meta_data($stream)['wrapper_data'], $text);
            if ($answer->isWhole()) {
                return $answer;
            }
            $warnings = ['it ended too early'];
        }
        $what = $connected ? 'sent, but no answer came from' : 'cannot connect to';
        $why = implode('; ', array_unique($warnings));
        $failure = new UnavailableException(0, '', "$what $this->address: $why");
        $failure->sent = $connected;
        // no further attempt helps against a wrong certificate, or PHP without openssl or with allow_url_fopen off
        $failure->temporary = !preg_match('/certificate|wrapper/', $why);
        throw $failure;
    }
}

/** @internal The body of a request. */
final class Body
{
    public string $type;
    public string $text;

    private function __construct(string $type, string $text)
    {
        $this->type = $type;
        $this->text = $text;
    }

    public static function json(array $value): self
    {
        return new self('application/json', self::encode($value));
    }

    /** @param mixed $value */
    public static function encode($value, int $flags = 0): string
    {
        return json_encode($value, $flags | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR);
    }

    /** Leaves out what is null, and repeats the names of lists. */
    public static function form(array $fields): self
    {
        $pairs = [];
        foreach ($fields as $name => $value) {
            foreach ((array) $value as $each) {
                $pairs[] = $name . '=' . urlencode(is_bool($each) ? ($each ? 'true' : 'false') : (string) $each);
            }
        }
        return new self('application/x-www-form-urlencoded', implode('&', $pairs));
    }
}

/** @internal An answer of the server, or of something in between. */
final class Answer
{
    private const CURSOR_CODES = ['CURSOR_INVALID', 'CURSOR_EXPIRED', 'CURSOR_BEFORE_RESTORE'];
    private const CREDENTIAL_CODES = [
        'HEADER_MISSING', 'HEADER_REPEATED', 'TIMESTAMP_INVALID', 'TIMESTAMP_EXPIRED', 'APP_UNKNOWN', 'SIGN_INVALID',
        'SIGN_MISMATCH', 'TOKEN_INVALID', 'MERCHANT_SUSPENDED',
    ];
    /** Seconds, if a 429 does not say for how long. */
    private const DEFAULT_WAIT = 2;

    public int $status = 0;
    /** The JSON object; empty if it is none. Fields that are not known here are ignored: a newer server has more. */
    public array $fields;
    private array $headers = [];
    private string $text;

    /** @param string[] $lines status and headers */
    public function __construct(array $lines, string $text)
    {
        foreach ($lines as $line) {
            if (preg_match('~\AHTTP/\S+ (\d{3})~', $line, $found)) {
                $this->status = (int) $found[1];
            } else {
                [$name, $value] = explode(':', $line, 2) + [1 => ''];
                $this->headers[strtolower($name)] = trim($value);
            }
        }
        $this->text = $text;
        $fields = json_decode($text, true);
        $this->fields = is_array($fields) ? $fields : [];
    }

    public function header(string $name): ?string
    {
        return $this->headers[$name] ?? null;
    }

    /** PHP does not notice when a connection ends in the middle of an answer. */
    public function isWhole(): bool
    {
        $length = $this->header('content-length');
        $cutHeader = $this->status === 0 || $this->status === 200 && $this->text === '' && $length === null;
        $cutJson = $this->fields === [] && strncmp($this->text, '{"', 2) === 0;
        return !$cutHeader && !$cutJson && strlen($this->text) >= (int) $length;
    }

    public function orFailure(): self
    {
        if ($this->status === 200 && ($this->fields['success'] ?? null) === true) {
            return $this;
        }
        throw $this->failure();
    }

    private function failure(): StockroomException
    {
        $code = $this->get('code', '');
        $ours = is_bool($this->fields['success'] ?? null);
        $class = UnexpectedAnswerException::class;
        if (in_array($code, self::CURSOR_CODES, true)) {
            $class = InvalidCursorException::class;
        } elseif (in_array($code, self::CREDENTIAL_CODES, true) || in_array($this->status, [401, 403], true)) {
            $class = NotAuthenticatedException::class;
        } elseif ($this->status === 200 && $ours) {
            $class = RefusedException::class;
        } elseif ($this->status === 400 && $ours || $this->status === 413) {
            $class = BadRequestException::class;
        } elseif ($this->status === 429) {
            $class = RateLimitedException::class;
        } elseif (in_array($this->status, [500, 502, 503, 504], true)) {
            $class = UnavailableException::class;
        }
        // a date, as a proxy may send it, counts as none
        $told = preg_match('/\A\d{1,8}\z/', $this->header('retry-after') ?? '');
        $otherwise = $this->status === 429 ? self::DEFAULT_WAIT : null;
        $violations = array_map(static fn (array $error): array => [
            'at' => $error['at'] ?? '',
            'code' => $error['code'] ?? '',
            'message' => $error['msg'] ?? '',
            'stock' => $error['stock'] ?? null,
        ], $this->get('errors', []));
        $failure = new $class(
            $this->status,
            $code,
            $ours ? $this->get('msg', '') : 'not an answer of Stockroom; check the address',
            $this->get('requestId', '') ?: $this->header('x-request-id') ?? '',
            $told ? (int) $this->header('retry-after') : $otherwise,
            $ours ? $violations : [],
            $ours ? $this->get('products', []) : []
        );
        if ($failure instanceof UnavailableException) {
            $failure->temporary = $this->status !== 500;
        }
        return $failure;
    }

    /**
     * A field, if it is of the same type as what counts otherwise.
     *
     * @param mixed $otherwise
     * @return mixed
     */
    public function get(string $name, $otherwise)
    {
        $value = $this->fields[$name] ?? $otherwise;
        return gettype($value) === gettype($otherwise) ? $value : $otherwise;
    }

    /** What was asked for. */
    public function data(): array
    {
        if (!is_array($this->fields['data'] ?? null)) {
            throw $this->notAsExpected('data is missing');
        }
        return $this->fields['data'];
    }

    public function cursor(): string
    {
        if ($this->get('cursor', '') === '') {
            throw $this->notAsExpected('cursor is missing');
        }
        return $this->fields['cursor'];
    }

    /** Whether an earlier request with the same key got this answer, and it was not carried out again. */
    public function isReplayed(): bool
    {
        return $this->header('idempotent-replayed') === 'true';
    }

    /** The number of the push that a write made, if it changed something. */
    public function push(): ?int
    {
        return $this->get('push', 0) ?: null;
    }

    public function notAsExpected(string $why): UnexpectedAnswerException
    {
        return new UnexpectedAnswerException($this->status, '', "the answer is not as expected: $why");
    }
}

/**
 * When the next write may be sent: one for all clients of this process with the same address, application and token.
 * Other processes of the same account cannot be seen; if one has taken the turn, the server refuses with
 * CREATE_TOO_SOON and says when the next one is.
 *
 * @internal
 */
final class Turn
{
    private const DEFAULT_INTERVAL = 2.0;
    private const MAX_INTERVAL = 3600.0;

    /** @var array<string, self> */
    private static array $turns = [];

    private float $interval = self::DEFAULT_INTERVAL;
    private float $open = 0;

    public static function of(string $key): self
    {
        return self::$turns[$key] ??= new self();
    }

    /** Waits for the turn. It is taken until an answer says otherwise. */
    public function take(): void
    {
        Time::sleepUntil($this->open);
        $this->open = Time::now() + $this->interval;
    }

    /** The server says with each answer in how many milliseconds the next request may come. */
    public function next(Answer $answer): void
    {
        $policy = $answer->header('ratelimit-policy') ?? '';
        if (preg_match('/"create-stock"\s*;\s*q=(\d{1,9})\s*;\s*w=(\d{1,9})/', $policy, $found) && $found[1] > 0) {
            $this->interval = min($found[2] / $found[1], self::MAX_INTERVAL);
        }
        $told = $answer->header('next-turn-ms') ?? '';
        $wait = preg_match('/\A\d{1,9}\z/', $told) ? min($told / 1000, self::MAX_INTERVAL) : $this->interval;
        $this->open = Time::now() + $wait;
    }
}

/** @internal The attempts of one call: how many there are, and how long it pauses between them. */
final class Attempts
{
    /** For calls that someone waits for: half a minute. */
    public const OF_CALL = ['attempts' => 6, 'firstPause' => 0.2, 'maxPause' => 5, 'budget' => 30];
    /** For bulk work: two minutes, long enough for a server to restart. */
    public const OF_CREATE = ['attempts' => 30, 'firstPause' => 0.5, 'maxPause' => 15, 'budget' => 120];

    /** How many were sent, those for the turn included. */
    public int $sent = 0;
    /** Whether one was sent of which it is not known whether it was carried out. */
    public bool $lost = false;
    /** Whether the last answer was that of an earlier request with the same key. */
    public bool $replayed = false;
    private array $policy;
    private int $failed = 0;
    private float $started = 0;

    public function __construct(array $policy)
    {
        $this->policy = $policy;
    }

    /**
     * Returns when the call may be made again, and throws the failure when it may not. A part of the pause is random,
     * so that many callers that failed at once do not come back at once.
     */
    public function pause(StockroomException $failure): void
    {
        $now = Time::now();
        $this->started = $this->started ?: $now;
        $doubled = min($this->policy['firstPause'] * 2 ** $this->failed, $this->policy['maxPause']);
        $until = $now + ($failure->retryAfter ?? 0) + $doubled * mt_rand() / mt_getrandmax();
        $this->failed++;
        $inVain = $failure instanceof UnavailableException && !$failure->temporary;
        $late = $until > $this->started + $this->policy['budget'];
        if ($inVain || $late || $this->failed >= $this->policy['attempts']) {
            throw $failure;
        }
        Time::sleepUntil($until);
    }
}

/** @internal Seconds of a clock that nobody sets. */
final class Time
{
    public static function now(): float
    {
        return hrtime(true) / 1e9;
    }

    public static function sleepUntil(float $time): void
    {
        // a signal ends a sleep early
        while (($left = $time - self::now()) > 0) {
            usleep((int) ceil($left * 1e6));
        }
    }
}
