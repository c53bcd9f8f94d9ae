<?php

declare(strict_types=1);

namespace Stockroom\Internal;

use Stockroom\Http\Response;

/** @internal A response with its JSON. */
final class Reply
{
    public readonly JsonObject $json;
    public readonly int $status;
    private readonly bool $isJson;

    public function __construct(private readonly Response $response, private readonly Messages $messages)
    {
        $fields = json_decode($response->body, true);
        $this->isJson = is_array($fields);
        $this->json = new JsonObject($this->isJson ? $fields : [], $messages);
        $this->status = $response->status;
    }

    public function header(string $name): string
    {
        return $this->response->header($name);
    }

    /** Returns a header with a whole number of up to eight digits; anything else, such as a date, counts as none. */
    public function number(string $name): ?int
    {
        $value = $this->header($name);
        return preg_match('/\A\d{1,8}\z/', $value) === 1 ? (int) $value : null;
    }

    public function code(): string
    {
        return $this->json->text('code');
    }

    public function requestId(): string
    {
        return $this->json->text('requestId') ?: $this->header('X-Request-Id');
    }

    /** Whether the response is complete. Not every transport notices when a connection ends in the middle of one. */
    public function isWhole(): bool
    {
        $body = $this->response->body;
        $length = $this->header('Content-Encoding') === '' ? $this->number('Content-Length') : null;
        return !(
            !$this->isJson && str_starts_with($body, '{"')
            || strlen($body) < (int) $length
            || $this->status === 200 && $body === '' && $length === null
        );
    }

    /** Throws what the response refuses. */
    public function orFailure(): self
    {
        if ($this->status === 200 && $this->json->isTrue('success')) {
            return $this;
        }
        throw Failures::of($this, $this->messages);
    }

    /** Whether the server repeated the response to an earlier request with the same key. */
    public function isReplayed(): bool
    {
        return $this->header('Idempotent-Replayed') === 'true';
    }

    /** Returns the number of the push that a write made, if it changed something. */
    public function push(): ?int
    {
        return $this->json->intOrNull('push');
    }
}
