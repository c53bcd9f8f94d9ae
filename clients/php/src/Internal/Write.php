<?php

declare(strict_types=1);

namespace Stockroom\Internal;

/** @internal A request that changes stock. */
final class Write
{
    public readonly string $key;

    /** @param null|string $key null for a new UUID */
    public function __construct(
        public readonly string $path,
        public readonly Body $body,
        private readonly bool $dryRun = false,
        private readonly ?string $reference = null,
        ?string $key = null,
    ) {
        $this->key = $key ?? self::newKey();
    }

    /** @return array<string, string> */
    public function headers(): array
    {
        $headers = ['Idempotency-Key' => $this->key];
        if ($this->dryRun) {
            $headers['Dry-Run'] = 'true';
        }
        if ($this->reference !== null) {
            $headers['Reference'] = rawurlencode($this->reference);
        }
        return $headers;
    }

    private static function newKey(): string
    {
        $bytes = random_bytes(16);
        $bytes[6] = chr(ord($bytes[6]) & 0x0f | 0x40);
        $bytes[8] = chr(ord($bytes[8]) & 0x3f | 0x80);
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }
}
