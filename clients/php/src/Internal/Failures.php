<?php

declare(strict_types=1);

namespace Stockroom\Internal;

use Stockroom\Exception\BadRequestException;
use Stockroom\Exception\InvalidCursorException;
use Stockroom\Exception\NotAuthenticatedException;
use Stockroom\Exception\RateLimitedException;
use Stockroom\Exception\RefusedException;
use Stockroom\Exception\StockroomException;
use Stockroom\Exception\UnavailableException;
use Stockroom\Exception\UnexpectedAnswerException;
use Stockroom\Violation;

/** @internal Turns responses into exceptions. */
final class Failures
{
    private const CURSOR_CODES = ['CURSOR_INVALID', 'CURSOR_EXPIRED', 'CURSOR_BEFORE_RESTORE'];
    private const CREDENTIAL_CODES = [
        'HEADER_MISSING', 'HEADER_REPEATED', 'TIMESTAMP_INVALID', 'TIMESTAMP_EXPIRED', 'APP_UNKNOWN', 'SIGN_INVALID',
        'SIGN_MISMATCH', 'TOKEN_INVALID', 'MERCHANT_SUSPENDED',
    ];
    /** The seconds to wait after a 429 that does not say how long. */
    private const DEFAULT_WAIT = 2;

    public static function of(Reply $reply, Messages $messages): StockroomException
    {
        $json = $reply->json;
        $ours = $json->isBool('success');
        $class = self::classOf($reply, $ours);
        $details = [
            'reason' => $ours ? $json->text('msg') : $messages->text('not ours'),
            'status' => $reply->status,
            'errorCode' => $reply->code(),
            'requestId' => $reply->requestId(),
            'retryAfter' => $reply->number('Retry-After') ?? ($reply->status === 429 ? self::DEFAULT_WAIT : null),
            'violations' => array_map(self::violation(...), $ours ? $json->objectsOrNone('errors') : []),
            'products' => $ours ? $json->ints('products') : [],
        ];
        if ($class === UnavailableException::class) {
            $details['temporary'] = $reply->status !== 500;
        }
        return new $class(...$details);
    }

    /** @return class-string<StockroomException> */
    private static function classOf(Reply $reply, bool $ours): string
    {
        $code = $reply->code();
        return match (true) {
            in_array($code, self::CURSOR_CODES, true) => InvalidCursorException::class,
            in_array($code, self::CREDENTIAL_CODES, true) => NotAuthenticatedException::class,
            in_array($reply->status, [401, 403], true) => NotAuthenticatedException::class,
            $reply->status === 200 && $ours => RefusedException::class,
            $reply->status === 400 && $ours, $reply->status === 413 => BadRequestException::class,
            $reply->status === 429 => RateLimitedException::class,
            in_array($reply->status, [500, 502, 503, 504], true) => UnavailableException::class,
            default => UnexpectedAnswerException::class,
        };
    }

    private static function violation(JsonObject $error): Violation
    {
        return new Violation($error->text('at'), $error->text('code'), $error->text('msg'), $error->intOrNull('stock'));
    }
}
