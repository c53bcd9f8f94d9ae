<?php

declare(strict_types=1);

namespace Stockroom\Internal;

use Stockroom\CreateReport;
use Stockroom\EntryState;
use Stockroom\Exception\BadRequestException;
use Stockroom\Exception\CreateStockException;
use Stockroom\Exception\RefusedException;
use Stockroom\Exception\StockroomException;
use Stockroom\Model\StockEntry;
use Stockroom\RejectedEntry;
use Stockroom\RetryPolicy;

/** @internal One call of createStock(). */
final class StockPush
{
    private const PATH = '/Stock/Creat';

    /** @var list<EntryState> */
    private array $states;
    /** @var list<RejectedEntry> */
    private array $rejected = [];
    private int $requests = 0;
    /** @var list<int> */
    private array $pushes = [];
    private bool $replayed = false;

    /**
     * @param list<StockEntry> $entries
     * @param null|string $key the key of the one request; null for a new one
     */
    public function __construct(
        private readonly Calls $calls,
        private readonly RetryPolicy $retry,
        private readonly array $entries,
        private readonly bool $dryRun,
        private readonly bool $oneRequest,
        private readonly ?string $key,
        private readonly ?string $reference,
    ) {
        $this->states = array_fill(0, count($entries), EntryState::Unsent);
    }

    /** @param null|callable(CreateReport): mixed $progress */
    public function run(?callable $progress): CreateReport
    {
        foreach ($this->plan() as $request) {
            try {
                while ($request !== null) {
                    $request = $this->send($request);
                }
            } catch (StockroomException $e) {
                $report = $this->report();
                throw new CreateStockException($report, $e, $this->calls->messages->ended($report));
            }
            if ($progress !== null) {
                $progress($this->report());
            }
        }
        return $this->report();
    }

    /** @return list<StockRequest> */
    private function plan(): array
    {
        $messages = $this->calls->messages;
        $violations = EntryCheck::of($this->entries, $messages);
        if ($violations !== []) {
            $reason = $messages->text('not sent', count($violations));
            throw new BadRequestException($reason, errorCode: $violations[0]->code, violations: $violations);
        }
        $requests = StockRequest::plan($this->entries);
        if ($this->oneRequest && count($requests) > 1) {
            $most = [StockRequest::MAX_COLORS, StockRequest::MAX_ENTRIES];
            $reason = $messages->text('too many', count($this->entries), count($requests), ...$most);
            throw new BadRequestException($reason, errorCode: 'ENTRIES_TOO_MANY');
        }
        return $requests;
    }

    /** Returns the rest of a request that was refused, or null; throws a failure that cannot be fixed. */
    private function send(StockRequest $request): ?StockRequest
    {
        $attempts = $this->calls->attempts(self::PATH, $this->retry);
        $write = new Write(self::PATH, $request->body(), $this->dryRun, $this->reference, $this->key);
        try {
            $reply = $this->calls->write($write, $attempts);
        } catch (RefusedException | BadRequestException $e) {
            // earlier attempts wrote nothing either: the response to one that did would have come again
            $rest = $this->withoutRefused($request, $e);
            return $this->oneRequest ? throw $e : $rest;
        } catch (StockroomException $e) {
            if ($attempts->lost) {
                $this->mark($request->indexes(), EntryState::Unknown);
            }
            throw $e;
        } finally {
            $this->requests += $attempts->sent;
            $this->replayed = $this->replayed || $attempts->replayed;
        }
        $this->mark($request->indexes(), $this->dryRun ? EntryState::Checked : EntryState::Written);
        if ($reply->push() !== null) {
            $this->pushes[] = $reply->push();
        }
        return null;
    }

    private function withoutRefused(StockRequest $request, StockroomException $failure): ?StockRequest
    {
        $refused = Refusals::in($request, $failure);
        if ($refused === []) {
            throw $failure;
        }
        $this->mark(array_keys($refused), EntryState::Rejected);
        array_push($this->rejected, ...array_values($refused));
        return $request->without($refused);
    }

    /** @param list<int> $indexes */
    private function mark(array $indexes, EntryState $state): void
    {
        foreach ($indexes as $index) {
            $this->states[$index] = $state;
        }
    }

    private function report(): CreateReport
    {
        return new CreateReport(
            $this->entries,
            $this->states,
            $this->rejected,
            $this->requests,
            $this->pushes,
            $this->replayed,
        );
    }
}
