<?php

declare(strict_types=1);

namespace Stockroom\Internal;

use Stockroom\Exception\UnexpectedAnswerException;

/** @internal A JSON object of a response. It ignores unknown fields: a newer server may have more. */
final class JsonObject
{
    /** @param string $at the place in the response, with a dot at its end; empty for the whole response */
    public function __construct(
        private readonly array $fields,
        private readonly Messages $messages,
        private readonly string $at = '',
    ) {
    }

    public function has(string $name): bool
    {
        return isset($this->fields[$name]);
    }

    public function isTrue(string $name): bool
    {
        return ($this->fields[$name] ?? null) === true;
    }

    public function isBool(string $name): bool
    {
        return is_bool($this->fields[$name] ?? null);
    }

    public function int(string $name): int
    {
        return $this->intOrNull($name) ?? throw $this->missing($name);
    }

    public function intOrNull(string $name): ?int
    {
        $value = $this->fields[$name] ?? null;
        return is_int($value) ? $value : null;
    }

    public function float(string $name): float
    {
        $value = $this->fields[$name] ?? null;
        return is_int($value) || is_float($value) ? (float) $value : throw $this->missing($name);
    }

    /** Returns the text, or an empty one if there is none. */
    public function text(string $name): string
    {
        return $this->textOrNull($name) ?? '';
    }

    public function textOrNull(string $name): ?string
    {
        $value = $this->fields[$name] ?? null;
        return is_string($value) ? $value : null;
    }

    public function requiredText(string $name): string
    {
        $text = $this->text($name);
        return $text !== '' ? $text : throw $this->missing($name);
    }

    public function time(string $name): \DateTimeImmutable
    {
        return $this->timeOrNull($name) ?? throw $this->missing($name);
    }

    public function timeOrNull(string $name): ?\DateTimeImmutable
    {
        $text = $this->text($name);
        return $text === '' ? null : (date_create_immutable($text) ?: null);
    }

    public function object(string $name): self
    {
        $value = $this->fields[$name] ?? null;
        return is_array($value) ? new self($value, $this->messages, "$this->at$name.") : throw $this->missing($name);
    }

    /** @return list<self> */
    public function objects(string $name): array
    {
        return is_array($this->fields[$name] ?? null) ? $this->objectsOrNone($name) : throw $this->missing($name);
    }

    /** @return list<self> */
    public function objectsOrNone(string $name): array
    {
        $objects = [];
        foreach ($this->list($name, is_array(...)) as $index => $fields) {
            $objects[] = new self($fields, $this->messages, "$this->at{$name}[$index].");
        }
        return $objects;
    }

    /** @return list<int> */
    public function ints(string $name): array
    {
        return $this->list($name, is_int(...));
    }

    /** @return list<string> */
    public function texts(string $name): array
    {
        return $this->list($name, is_string(...));
    }

    private function list(string $name, callable $isOfType): array
    {
        $value = $this->fields[$name] ?? null;
        return is_array($value) ? array_values(array_filter($value, $isOfType)) : [];
    }

    private function missing(string $name): UnexpectedAnswerException
    {
        return $this->unexpected($this->messages->text('missing', $this->at . $name));
    }

    public function unexpected(string $why): UnexpectedAnswerException
    {
        return new UnexpectedAnswerException($this->messages->text('unexpected', $why), status: 200);
    }
}
