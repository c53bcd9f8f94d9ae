<?php

declare(strict_types=1);

namespace Stockroom\Exception;

use Stockroom\Violation;

/**
 * A call failed. Each subclass is a case that programs handle differently. The text never contains the secret or the
 * token. The constructors are public so that a program can test how it handles the exceptions.
 */
abstract class StockroomException extends \RuntimeException implements ExceptionInterface
{
    private const MAX_SHOWN = 3;

    /**
     * @param string $reason the response's message, for people
     * @param int $status the HTTP status; 0 without a response
     * @param string $errorCode the response's code, for programs; empty if it has none. A newer server may have others.
     * @param string $requestId the id to tell the operator; empty if no response of Stockroom came
     * @param null|int $retryAfter the seconds that the server asks to wait, if it does
     * @param list<Violation> $violations everything that is wrong with the request; empty if the code says it all
     * @param list<int> $products the ids of the refused products, if the response names them
     */
    public function __construct(
        public readonly string $reason,
        public readonly int $status = 0,
        public readonly string $errorCode = '',
        public readonly string $requestId = '',
        public readonly ?int $retryAfter = null,
        public readonly array $violations = [],
        public readonly array $products = [],
        ?\Throwable $previous = null,
    ) {
        $text = ($status > 0 ? "HTTP $status " : '') . ($errorCode === '' ? '' : "$errorCode: ") . $reason;
        $text .= $requestId === '' ? '' : " (requestId $requestId)";
        parent::__construct(trim($text) . $this->listed(), $status, $previous);
    }

    /** Lists violations, unless the reason contains them already: the server's message begins with the first. */
    private function listed(): string
    {
        if ($this->violations === [] || str_starts_with($this->reason, $this->violations[0]->message)) {
            return '';
        }
        $text = '';
        foreach (array_slice($this->violations, 0, self::MAX_SHOWN) as $violation) {
            $code = $violation->code === $this->errorCode ? '' : "$violation->code: ";
            $text .= "\n  $code$violation->message";
        }
        $more = count($this->violations) - self::MAX_SHOWN;
        return $more > 0 ? "$text\n  … (+$more)" : $text;
    }
}
