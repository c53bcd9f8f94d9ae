<?php

/*
 * Client of Stockroom, the stock and product service for merchants' programs.
 * SPDX-License-Identifier: Apache-2.0
 */

declare(strict_types=1);

namespace Stockroom;

use Psr\Log\LoggerInterface;
use Stockroom\Event\Event;
use Stockroom\Exception\BadRequestException;
use Stockroom\Exception\CreateStockException;
use Stockroom\Exception\InvalidArgumentException;
use Stockroom\Exception\InvalidCursorException;
use Stockroom\Exception\StockroomException;
use Stockroom\Http\CurlTransport;
use Stockroom\Http\Transport;
use Stockroom\Internal\Body;
use Stockroom\Internal\Calls;
use Stockroom\Internal\ChangeReads;
use Stockroom\Internal\Events;
use Stockroom\Internal\FeedPosition;
use Stockroom\Internal\Messages;
use Stockroom\Internal\ProductReads;
use Stockroom\Internal\Signer;
use Stockroom\Internal\StockPush;
use Stockroom\Internal\StockReads;
use Stockroom\Internal\Write;
use Stockroom\Model\ChangePage;
use Stockroom\Model\Limits\AccountLimits;
use Stockroom\Model\Product;
use Stockroom\Model\ProductDetail;
use Stockroom\Model\ProductField;
use Stockroom\Model\ProductPage;
use Stockroom\Model\PublishResult;
use Stockroom\Model\Push;
use Stockroom\Model\SkippedEntry;
use Stockroom\Model\StockDeletion;
use Stockroom\Model\StockEntry;
use Stockroom\Model\StockItem;
use Stockroom\Model\StockSnapshot;
use Stockroom\Model\UndoResult;

/**
 * Calls Stockroom for one application and one account. Every method throws a StockroomException when the call is not
 * carried out.
 */
final class StockroomClient
{
    public const VERSION = '0.1.0';

    private readonly Messages $messages;
    private readonly Calls $calls;
    private readonly ProductReads $products;
    private readonly StockReads $stock;
    private readonly ChangeReads $changes;
    private readonly RetryPolicy $createRetry;

    /**
     * @param string $address such as https://stock.example
     * @param string $secret signs every call, and is never sent
     * @param string $token the access token of the merchant's account
     * @param Language $language the language of messages
     * @param null|Transport $transport a CurlTransport with its defaults, if null
     * @param RetryPolicy $retry the retries of single calls
     * @param null|RetryPolicy $createRetry the retries of each request of createStock(); RetryPolicy::bulk(), if null
     * @param null|LoggerInterface $logger a PSR-3 logger that gets every event
     * @param null|callable(Event): mixed $onEvent is called with every event: retries, waits, warnings of the server
     * @param null|callable(): int $clock the Unix time; this machine's, if null
     * @throws InvalidArgumentException if an argument cannot be right
     */
    public function __construct(
        string $address,
        string $appid,
        #[\SensitiveParameter]
        string $secret,
        #[\SensitiveParameter]
        string $token,
        Language $language = Language::English,
        ?Transport $transport = null,
        RetryPolicy $retry = new RetryPolicy(),
        ?RetryPolicy $createRetry = null,
        ?LoggerInterface $logger = null,
        ?callable $onEvent = null,
        ?callable $clock = null,
    ) {
        $this->messages = new Messages($language);
        if (!preg_match('~\Ahttps?://[^\s/?#@]+[^\s?#@]*\z~i', $address)) {
            throw $this->invalid('address', $address, 'an address');
        }
        foreach (['appid' => $appid, 'token' => $token] as $name => $value) {
            if (!preg_match('/\A[!-~]+\z/', $value)) {
                throw $this->invalid($name, $this->messages->text('not shown'), 'visible');
            }
        }
        if (trim($secret) === '') {
            throw $this->invalid('secret', $this->messages->text('nothing'), 'a secret');
        }
        $this->calls = new Calls(
            rtrim($address, '/'),
            new Signer($appid, $secret, $token, ($clock ?? time(...))(...)),
            $transport ?? new CurlTransport(),
            $retry,
            $this->messages,
            new Events($logger, $onEvent === null ? null : $onEvent(...)),
        );
        $this->products = new ProductReads($this->calls);
        $this->stock = new StockReads($this->calls);
        $this->changes = new ChangeReads($this->calls);
        $this->createRetry = $createRetry ?? RetryPolicy::bulk();
    }

    /**
     * Returns all products in the order of their ids; fetches a page when it is needed. If products get stock while
     * those without stock are being listed, later pages move up and products are missed: collect the list first.
     *
     * @param null|bool $withStock true: only products with stock; false: only those without
     * @param list<ProductField> $fields
     * @return \Generator<int, Product>
     * @throws StockroomException
     */
    public function products(?bool $withStock = null, array $fields = []): \Generator
    {
        return $this->products->all($withStock, [], $fields);
    }

    /**
     * Returns the products with exactly these item numbers, and ignores numbers that no product has.
     *
     * @param iterable<string> $artNos
     * @param list<ProductField> $fields
     * @return \Generator<int, Product>
     * @throws StockroomException
     */
    public function productsByArtNo(iterable $artNos, array $fields = []): \Generator
    {
        return $this->products->byArtNo($artNos, $fields);
    }

    /**
     * Returns one page of the product list, from 1; a page past the end is empty.
     *
     * @param int $pageSize up to 100
     * @param null|bool $withStock as in products()
     * @param list<ProductField> $fields
     * @throws StockroomException
     */
    public function productPage(int $page, int $pageSize = 20, ?bool $withStock = null, array $fields = []): ProductPage
    {
        return $this->products->page($page, $pageSize, $withStock, [], $fields);
    }

    /**
     * Returns everything about a product, your own or one of an open catalogue. The platform limits these calls.
     *
     * @throws StockroomException
     */
    public function productDetail(int $pid): ProductDetail
    {
        return ProductDetail::from($this->calls->form('/Product/Detail', ['pid' => $pid])->json->object('data'));
    }

    /**
     * Reports the outcome of publishing a fetched product; a second report replaces the first.
     *
     * @throws StockroomException
     */
    public function reportPublishResult(PublishResult $result): void
    {
        $this->calls->json('/Product/UploadResult', $result->fields());
    }

    /**
     * Returns the usage of the account against every limit, and the products without a due publish result.
     *
     * @throws StockroomException
     */
    public function limits(): AccountLimits
    {
        return AccountLimits::from($this->calls->json('/Account/Limits', (object) [])->json->object('data'));
    }

    /**
     * Returns the stock of one product. The call is refused with STOCK_NOT_ADDED if the product has none, with
     * PRODUCT_UNKNOWN if there is no such product, and with AS_OF_TOO_FAR if too much has changed since.
     *
     * @param null|\DateTimeInterface|int $asOf a time, or the number of a push: the stock after it; bar codes are
     *     today's. Null for now.
     * @return list<StockItem>
     * @throws StockroomException
     */
    public function stock(int $pid, \DateTimeInterface|int|null $asOf = null): array
    {
        return $this->stock->of($pid, $asOf);
    }

    /**
     * Returns the stock of any number of products, by their ids and in this order. A product without stock has an empty
     * list; one that does not exist is not in the result.
     *
     * @param iterable<int> $pids
     * @return array<int, list<StockItem>>
     * @throws StockroomException
     */
    public function stocks(iterable $pids): array
    {
        return $this->stock->ofMany($pids)[0];
    }

    /**
     * Returns all stock of the products that have an entry with one of these bar codes.
     *
     * @param iterable<string> $barCodes
     * @return array<int, list<StockItem>>
     * @throws StockroomException
     */
    public function stocksByBarCode(iterable $barCodes): array
    {
        return $this->stock->ofBarCodes($barCodes);
    }

    /**
     * Returns the stock of these products, or of all, and the cursor from which changes() continues. No change is
     * missed. If it takes more than one request, changes made in between come again.
     *
     * @param null|iterable<int> $pids
     * @throws StockroomException
     */
    public function snapshot(?iterable $pids = null): StockSnapshot
    {
        if ($pids !== null) {
            [$stock, $cursor] = $this->stock->ofMany($pids, withCursor: true);
            return new StockSnapshot($stock, $cursor ?? $this->changes->now());
        }
        // before the list: a product that is added meanwhile is in the list or in the changes
        $cursor = $this->changes->now();
        $all = [];
        foreach ($this->products() as $product) {
            $all[] = $product->id;
        }
        return new StockSnapshot($this->stocks($all), $cursor);
    }

    /**
     * Sets or changes the stock of any number of entries, in as few requests as possible, at the pace the platform
     * allows (two seconds a request); what is sold out first.
     *
     * All entries are checked before any is sent: BadRequestException has every violation. Products that do not exist
     * and entries that are not as expected are left out, and reported as rejected. If the run has to end early,
     * CreateStockException says what was written.
     *
     * @param iterable<StockEntry> $entries
     * @param bool $dryRun the server checks everything and writes nothing; takes as many turns
     * @param null|string $reference up to 64 characters of yours, such as the number of a delivery: kept with each push
     * @param bool $oneRequest all entries are written or none: one refused entry ends the call with a
     *     CreateStockException. More than 300 colours or 15,000 entries are a BadRequestException.
     * @param null|string $idempotencyKey a key of yours for the one request, such as the number of an order. If the
     *     call ends without a response, or the program crashes, call again with the same entries and key: within 24
     *     hours they are written once. A refusal is stored with the key, too: try again with another key.
     * @param null|callable(CreateReport): mixed $progress is called after each request
     * @throws BadRequestException if entries are wrong; nothing was sent
     * @throws CreateStockException if the call ended early
     * @throws InvalidArgumentException if the key is not as it has to be
     */
    public function createStock(
        iterable $entries,
        bool $dryRun = false,
        ?string $reference = null,
        bool $oneRequest = false,
        ?string $idempotencyKey = null,
        ?callable $progress = null,
    ): CreateReport {
        if ($idempotencyKey !== null && !($oneRequest && preg_match('/\A[!-~]{1,64}\z/', $idempotencyKey))) {
            throw $this->invalid('idempotencyKey', $idempotencyKey, 'a key');
        }
        $list = is_array($entries) ? array_values($entries) : iterator_to_array($entries, false);
        $options = [$dryRun, $oneRequest, $idempotencyKey, $reference];
        return (new StockPush($this->calls, $this->createRetry, $list, ...$options))->run($progress);
    }

    /**
     * Deletes up to 300 colours, or sizes of them, in one turn. Deleting what does not exist is no error.
     *
     * @param iterable<StockDeletion> $deletions
     * @param null|string $reference as in createStock()
     * @return null|int the number of the push; null if there was nothing to delete
     * @throws StockroomException
     */
    public function deleteStock(iterable $deletions, bool $dryRun = false, ?string $reference = null): ?int
    {
        $elements = [];
        foreach ($deletions as $deletion) {
            $elements[] = $deletion->element();
        }
        return $this->calls->write(new Write('/Stock/Delete', $this->calls->body($elements), $dryRun, $reference))->push();
    }

    /**
     * Takes back what a push of this application changed, except for what was changed again since. Refused with
     * PUSH_UNKNOWN if there is no such push of this application.
     *
     * @param bool $all one entry that was changed since refuses everything (UNDO_CONFLICT)
     * @param bool $dryRun says what would be undone, and undoes nothing; takes a turn, too
     * @param null|string $reference as in createStock()
     * @throws StockroomException
     */
    public function undo(int $push, bool $all = false, bool $dryRun = false, ?string $reference = null): UndoResult
    {
        $body = Body::form(['push' => $push, 'all' => $all]);
        $reply = $this->calls->write(new Write('/Stock/Undo', $body, $dryRun, $reference));
        $data = $reply->json->object('data');
        return new UndoResult(
            $reply->push(),
            $data->int('undone'),
            $data->int('conflicts'),
            array_map(SkippedEntry::from(...), $data->objects('skipped')),
            $reply->isReplayed(),
        );
    }

    /**
     * Follows the changes of stock, push after push, as they happen; waits for the next one. The key of each push is
     * the cursor after it: store it with what you made of the push, and continue from there.
     *
     * @param null|string $cursor a stored one; null to follow from now on, which begins when this returns
     * @param null|int|string $from in place of a cursor: the number of a push, or 'start' for all that is still kept
     * @return \Generator<string, Push>
     * @throws InvalidArgumentException if both are given, or neither can be right
     * @throws InvalidCursorException if the cursor is not valid, or no longer
     * @throws StockroomException
     */
    public function changes(?string $cursor = null, int|string|null $from = null): \Generator
    {
        if ($from !== null) {
            if ($cursor !== null || !is_int($from) && $from !== 'start') {
                throw $this->invalid('from', (string) $from, 'a from');
            }
            return $this->changes->follow(FeedPosition::from($from));
        }
        return $this->changes->follow($this->position($cursor ?? $this->changes->now()));
    }

    /**
     * Returns one page of the changes after a cursor. Without a cursor it has no pushes, and the cursor of now.
     *
     * @param int $limit 1 to 500
     * @param int $wait the seconds to wait for the next push if there is none yet, up to 30
     * @throws InvalidCursorException if the cursor is not valid, or no longer
     * @throws StockroomException
     */
    public function changePage(?string $cursor, int $limit = 100, int $wait = 0): ChangePage
    {
        return $cursor === null
            ? new ChangePage([], $this->changes->now(), false)
            : $this->changes->page($this->position($cursor), $limit, $wait);
    }

    /**
     * Returns what has changed in a product, under a reference, or both; newest first. Fetches a page when it is
     * needed.
     *
     * @param null|int $pid null for all that has the reference
     * @param null|string $color null for all
     * @param null|int $size null for all
     * @return \Generator<int, Push>
     * @throws StockroomException
     */
    public function history(
        ?int $pid = null,
        ?string $color = null,
        ?int $size = null,
        ?string $reference = null,
    ): \Generator {
        return $this->changes->history($pid, $color, $size, $reference);
    }

    private function position(string $cursor): FeedPosition
    {
        if (trim($cursor) === '') {
            throw $this->invalid('cursor', $this->messages->text('nothing'), 'a cursor');
        }
        return FeedPosition::of($cursor);
    }

    private function invalid(string $name, string $value, string $expected): InvalidArgumentException
    {
        return new InvalidArgumentException($this->messages->invalid($name, $value, $expected));
    }
}
