<?php

declare(strict_types=1);

namespace Stockroom\Internal;

/** @internal The body of a request. */
final class Body
{
    private function __construct(public readonly string $type, public readonly string $text)
    {
    }

    public static function json(array|object $value): self
    {
        $flags = JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR;
        return new self('application/json', json_encode($value, $flags));
    }

    /** Omits null, and repeats the names of lists. */
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
