<?php

declare(strict_types=1);

namespace Stockroom\Internal;

/** @internal Makes the headers of a signed request, by the clock of the server. */
final class Signer
{
    /** Identifies application and token, and shows neither. */
    public readonly string $fingerprint;
    /** Keeps secret and token where neither var_export nor serialize shows them. */
    private readonly \Closure $headersAt;
    private int $clockOffset = 0;

    /** @param \Closure(): int $clock the Unix time */
    public function __construct(
        private readonly string $appid,
        #[\SensitiveParameter]
        string $secret,
        #[\SensitiveParameter]
        string $token,
        private readonly \Closure $clock,
    ) {
        $this->fingerprint = hash('sha256', "$appid\n$token");
        $this->headersAt = static fn (int $timestamp): array => [
            'appid' => $appid,
            'timestamp' => (string) $timestamp,
            'sign' => self::sign($secret, $timestamp),
            'accesstoken' => $token,
        ];
    }

    /** Returns the MD5 of the secret and the timestamp, in upper case. */
    public static function sign(
        #[\SensitiveParameter]
        string $secret,
        int $timestamp
    ): string {
        return strtoupper(md5($secret . $timestamp));
    }

    /** @return array<string, string> */
    public function headers(): array
    {
        return ($this->headersAt)(($this->clock)() + $this->clockOffset);
    }

    /** Signs by this time from now on, and returns the seconds that are added to the clock of this machine. */
    public function setTime(int $serverTime): int
    {
        return $this->clockOffset = $serverTime - ($this->clock)();
    }

    public function __debugInfo(): array
    {
        return ['appid' => $this->appid, 'clockOffset' => $this->clockOffset];
    }
}
