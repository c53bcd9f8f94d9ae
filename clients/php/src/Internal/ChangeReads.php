<?php

declare(strict_types=1);

namespace Stockroom\Internal;

use Stockroom\Model\ChangePage;
use Stockroom\Model\Push;

/** @internal Reads changes and history. */
final class ChangeReads
{
    private const PATH = '/Stock/Changes';
    private const LIMIT = 100;
    private const WAIT = 30;
    /** The least seconds between two requests that find nothing, even if the server responds at once. */
    private const MIN_INTERVAL = 1.0;

    public function __construct(private readonly Calls $calls)
    {
    }

    /** Returns the cursor of now. */
    public function now(): string
    {
        return $this->calls->form(self::PATH, ['limit' => 1])->json->requiredText('cursor');
    }

    public function page(FeedPosition $position, int $limit, int $wait): ChangePage
    {
        $json = $this->calls->form(self::PATH, $position->fields() + ['limit' => $limit, 'wait' => $wait], $wait)->json;
        $pushes = array_map(Push::from(...), $json->objects('data'));
        return new ChangePage(
            array_values(array_filter($pushes, $position->isBefore(...))),
            $position->afterPage($json->requiredText('cursor'), $pushes)->text(),
            $json->isTrue('more'),
        );
    }

    /** @return \Generator<string, Push> */
    public function follow(FeedPosition $position): \Generator
    {
        while (true) {
            $asked = Time::now();
            $page = $this->page($position, self::LIMIT, self::WAIT);
            $left = count($page->pushes);
            foreach ($page->pushes as $push) {
                $left--;
                yield $left > 0 ? $position->after($push)->text() : $page->cursor => $push;
            }
            $position = FeedPosition::of($page->cursor);
            if ($page->pushes === [] && !$page->more) {
                Time::sleepUntil($asked + self::MIN_INTERVAL);
            }
        }
    }

    /** @return \Generator<int, Push> */
    public function history(?int $pid, ?string $color, ?int $size, ?string $reference): \Generator
    {
        $cursor = null;
        do {
            $json = $this->calls->form('/Stock/History', [
                'productid' => $pid,
                'color' => $color,
                'size' => $size,
                'reference' => $reference,
                'cursor' => $cursor,
                'limit' => self::LIMIT,
            ])->json;
            foreach ($json->objects('data') as $push) {
                yield Push::from($push);
            }
            $cursor = $json->textOrNull('cursor');
        } while ($cursor !== null);
    }
}
