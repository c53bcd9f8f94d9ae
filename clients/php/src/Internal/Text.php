<?php

declare(strict_types=1);

namespace Stockroom\Internal;

/** @internal */
final class Text
{
    /** Unicode's white space without the spaces that do not break. */
    private const SPACE = '[\s\x{1680}\x{2000}-\x{2006}\x{2008}-\x{200A}\x{2028}\x{2029}\x{205F}\x{3000}]';
    private const MAX_LENGTH = 64;
    private const MAX_SHOWN = 40;

    /** Returns the text as the server stores it: trimmed, and in Unicode's composed form if PHP has ext-intl. */
    public static function trimmed(string $text): string
    {
        $trimmed = preg_replace('/\A' . self::SPACE . '+|' . self::SPACE . '+\z/u', '', $text);
        if ($trimmed === null) {
            // it is not UTF-8, which the check of the entries reports
            return $text;
        }
        return class_exists(\Normalizer::class) ? (\Normalizer::normalize($trimmed) ?: $trimmed) : $trimmed;
    }

    public static function isUtf8(string $text): bool
    {
        return preg_match('//u', $text) === 1;
    }

    /** Whether the text has at least so many characters, at most 64, and no control characters. */
    public static function fits(string $text, int $min): bool
    {
        return preg_match('/\A\P{Cc}{' . $min . ',' . self::MAX_LENGTH . '}\z/u', $text) === 1;
    }

    /** Returns the beginning of a text in UTF-8, without control characters. */
    public static function excerpt(string $text): string
    {
        $plain = preg_replace('/\p{Cc}/u', '?', $text);
        return preg_replace('/\A(.{' . self::MAX_SHOWN . '}).+\z/us', '$1…', $plain);
    }
}
