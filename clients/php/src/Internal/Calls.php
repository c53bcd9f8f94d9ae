<?php

declare(strict_types=1);

namespace Stockroom\Internal;

use Stockroom\Event\ClockCorrected;
use Stockroom\Event\RequestWarning;
use Stockroom\Event\ResponseReceived;
use Stockroom\Event\TurnTaken;
use Stockroom\Event\WaitingForTurn;
use Stockroom\Exception\BadRequestException;
use Stockroom\Exception\RateLimitedException;
use Stockroom\Exception\UnavailableException;
use Stockroom\Exception\UnexpectedAnswerException;
use Stockroom\Http\Request;
use Stockroom\Http\Transport;
use Stockroom\Http\TransportException;
use Stockroom\RetryPolicy;
use Stockroom\StockroomClient;

/** @internal Sends signed requests, in one attempt or several. */
final class Calls
{
    /** The seconds that a write waits while other processes take its turn. */
    private const MAX_TURN_WAIT = 600.0;

    private readonly Turn $turn;

    public function __construct(
        private readonly string $address,
        private readonly Signer $signer,
        private readonly Transport $transport,
        private readonly RetryPolicy $retry,
        public readonly Messages $messages,
        private readonly Events $events,
    ) {
        $this->turn = Turn::of("$address\n$signer->fingerprint");
    }

    /** @param int $wait the seconds for which the server is asked to wait before it responds */
    public function form(string $path, array $fields, int $wait = 0): Reply
    {
        return $this->read($path, Body::form($fields), $wait);
    }

    public function json(string $path, array|object $value): Reply
    {
        return $this->read($path, $this->body($value), 0);
    }

    /** Makes a body of JSON, and refuses texts that are not UTF-8. */
    public function body(array|object $value): Body
    {
        try {
            return Body::json($value);
        } catch (\JsonException) {
            throw new BadRequestException($this->messages->text('not UTF-8'), errorCode: 'ENCODING_INVALID');
        }
    }

    private function read(string $path, Body $body, int $wait): Reply
    {
        $attempts = $this->attempts($path);
        while (true) {
            try {
                return $this->attempt($path, $body, [], $wait)->orFailure();
            } catch (RateLimitedException | UnavailableException $e) {
                $attempts->pause($e);
            }
        }
    }

    /** Returns the attempts of one call, by the client's retry policy or this one. */
    public function attempts(string $path, ?RetryPolicy $policy = null): Attempts
    {
        return new Attempts($path, $policy ?? $this->retry, $this->events);
    }

    /** Sends a request in its turn, under one key in all its attempts, so that it is carried out once. */
    public function write(Write $write, ?Attempts $attempts = null): Reply
    {
        $attempts ??= $this->attempts($write->path);
        $takenSince = null;
        while (true) {
            $this->awaitTurn($write->path);
            $attempts->sent++;
            try {
                $reply = $this->attempt($write->path, $write->body, $write->headers(), 0);
                $this->turn->learn($reply);
                $attempts->replayed = $reply->isReplayed();
                return $reply->orFailure();
            } catch (RateLimitedException $e) {
                if ($e->errorCode !== 'CREATE_TOO_SOON') {
                    $attempts->pause($e);
                    continue;
                }
                $takenSince ??= Time::now();
                if (Time::now() + $e->retryAfter > $takenSince + self::MAX_TURN_WAIT) {
                    throw $e;
                }
                $this->events->happened(new TurnTaken($write->path));
            } catch (UnavailableException $e) {
                $attempts->lost = $attempts->lost || $e->perhapsDone;
                $attempts->pause($e);
            } catch (UnexpectedAnswerException $e) {
                $attempts->lost = true;
                throw $e;
            }
        }
    }

    private function awaitTurn(string $path): void
    {
        $left = $this->turn->left();
        if ($left > 0) {
            $this->events->happened(new WaitingForTurn($path, $left));
        }
        $this->turn->take();
    }

    /** Sends a request once, or twice if the server refused its time, which corrects the clock. */
    private function attempt(string $path, Body $body, array $headers, int $wait): Reply
    {
        $reply = $this->send($path, $body, $headers, $wait);
        if ($reply->code() === 'TIMESTAMP_EXPIRED') {
            $date = strtotime($reply->header('Date'));
            if ($date !== false) {
                $this->events->happened(new ClockCorrected($this->signer->setTime($date)));
                return $this->send($path, $body, $headers, $wait);
            }
        }
        return $reply;
    }

    private function send(string $path, Body $body, array $headers, int $wait): Reply
    {
        $headers += $this->signer->headers() + [
            'Content-Type' => $body->type,
            'Accept' => 'application/json',
            'Accept-Language' => $this->messages->language->value,
            'User-Agent' => 'stockroom-client-php/' . StockroomClient::VERSION,
        ];
        $begun = Time::now();
        try {
            $response = $this->transport->send(new Request($this->address . $path, $headers, $body->text, $wait));
        } catch (TransportException $e) {
            throw $this->unavailable($e->getMessage(), $e->sent, $e->temporary);
        }
        $reply = new Reply($response, $this->messages);
        $this->events->happened(
            new ResponseReceived($path, $reply->status, $reply->requestId(), Time::now() - $begun)
        );
        if (!$reply->isWhole()) {
            throw $this->unavailable($this->messages->text('cut'), sent: true, temporary: true);
        }
        foreach ($reply->json->objectsOrNone('warnings') as $warning) {
            $this->events->happened(new RequestWarning($path, $warning->text('at'), $warning->text('msg')));
        }
        return $reply;
    }

    private function unavailable(string $why, bool $sent, bool $temporary): UnavailableException
    {
        return new UnavailableException(
            $this->messages->text($sent ? 'lost' : 'not connected', $this->address, $why),
            perhapsDone: $sent,
            temporary: $temporary,
        );
    }
}
