<?php

declare(strict_types=1);

namespace Stockroom\Http;

/** Sends requests. CurlTransport is the default; Psr18Transport uses any PSR-18 client. */
interface Transport
{
    /**
     * Sends a request once, without following redirects.
     *
     * @throws TransportException if no whole response came
     */
    public function send(Request $request): Response;
}
