<?php

declare(strict_types=1);

namespace Stockroom\Internal;

use Psr\Log\LoggerInterface;
use Stockroom\Event\Event;
use Stockroom\Event\Retrying;

/** @internal Passes events to the logger and to the program's function. */
final class Events
{
    /** @param null|\Closure(Event): mixed $onEvent */
    public function __construct(private readonly ?LoggerInterface $logger, private readonly ?\Closure $onEvent)
    {
    }

    public function happened(Event $event): void
    {
        if ($this->logger !== null) {
            $context = ['event' => (new \ReflectionClass($event))->getShortName()] + get_object_vars($event);
            if ($event instanceof Retrying) {
                // the name that PSR-3 has for it
                $context['exception'] = $event->failure;
                unset($context['failure']);
            }
            $this->logger->log($event->level(), "Stockroom $event", $context);
        }
        if ($this->onEvent !== null) {
            ($this->onEvent)($event);
        }
    }

    /** Hides the logger, which may contain anything. */
    public function __debugInfo(): array
    {
        return [];
    }
}
