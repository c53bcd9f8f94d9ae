<?php

declare(strict_types=1);

namespace Stockroom\Model;

use Stockroom\Internal\JsonObject;

/** A request that changed quantities. */
final class Push
{
    /**
     * @param int $push its number: counts up within the merchant, from 1 and without gaps
     * @param string $kind create, undo, delete, or product if a product was deleted with its stock; a newer server may
     *     have more
     * @param string $by application or operator
     * @param null|string $appid null if an operator made the push, and so are application and account
     * @param null|string $application its name
     * @param null|string $account its name
     * @param null|string $reference the reference of the caller; null for none
     * @param list<Change> $changes in the history, only those of the requested product, colour and size
     */
    public function __construct(
        public readonly int $push,
        public readonly \DateTimeImmutable $at,
        public readonly string $kind,
        public readonly string $by,
        public readonly ?string $appid,
        public readonly ?string $application,
        public readonly ?string $account,
        public readonly ?string $requestId,
        public readonly ?string $reference,
        public readonly array $changes,
    ) {
    }

    /** @internal */
    public static function from(JsonObject $json): self
    {
        return new self(
            $json->int('push'),
            $json->time('at'),
            $json->text('kind'),
            $json->text('by'),
            $json->textOrNull('appid'),
            $json->textOrNull('application'),
            $json->textOrNull('account'),
            $json->textOrNull('requestId'),
            $json->textOrNull('reference'),
            array_map(Change::from(...), $json->objects('changes')),
        );
    }
}
