<?php

declare(strict_types=1);

namespace Stockroom\Http;

use Stockroom\Exception\InvalidArgumentException;

/** Sends requests by the curl extension, and keeps the connection for the next request. */
final class CurlTransport implements Transport
{
    /** CURLE_SEND_FAIL_REWIND: a kept connection broke, and curl cannot send the request again. */
    private const CONNECTION_CLOSED = 65;

    private ?\CurlHandle $handle = null;
    private int $process = 0;
    /** @var list<\CurlHandle> */
    private array $inherited = [];

    /**
     * @param float $timeout the seconds that a response may take
     * @param float $connectTimeout the seconds that connecting may take
     * @param array<int, mixed> $options further options of curl, such as [CURLOPT_CAINFO => '/etc/ssl/our-ca.pem']
     */
    public function __construct(
        private readonly float $timeout = 30.0,
        private readonly float $connectTimeout = 10.0,
        private readonly array $options = [],
    ) {
        if (!extension_loaded('curl')) {
            throw new \LogicException('the extension curl is missing (expected: it, or a Psr18Transport)');
        }
        if (min($timeout, $connectTimeout) <= 0) {
            throw new InvalidArgumentException("timeouts: $timeout, $connectTimeout (expected: more than 0 seconds)");
        }
    }

    public function send(Request $request): Response
    {
        $handle = $this->handle();
        $headers = [];
        curl_setopt_array($handle, [
            CURLOPT_HEADERFUNCTION => static function (\CurlHandle $handle, string $line) use (&$headers): int {
                if (str_starts_with($line, 'HTTP/')) {
                    // an interim response came before
                    $headers = [];
                } elseif (str_contains($line, ':')) {
                    [$name, $value] = explode(':', $line, 2);
                    $headers[strtolower($name)] = trim($value);
                }
                return strlen($line);
            },
        ] + $this->optionsFor($request) + $this->options + [
            CURLOPT_CONNECTTIMEOUT_MS => (int) ceil($this->connectTimeout * 1000),
            CURLOPT_TIMEOUT_MS => (int) ceil(($this->timeout + $request->wait) * 1000),
            CURLOPT_ENCODING => 'gzip',
            CURLOPT_NOSIGNAL => true,
        ]);
        try {
            $body = curl_exec($handle);
            if (!is_string($body)) {
                $error = curl_errno($handle);
                throw new TransportException(
                    $error === self::CONNECTION_CLOSED ? 'the connection was closed' : curl_error($handle),
                    sent: curl_getinfo($handle, CURLINFO_REQUEST_SIZE) > 0,
                    temporary: self::isTemporary($error),
                );
            }
            return new Response(curl_getinfo($handle, CURLINFO_RESPONSE_CODE), $headers, $body);
        } finally {
            // forgets the request and keeps the connection
            curl_reset($handle);
        }
    }

    /**
     * The body is read by a function, which cannot go back to its start. Otherwise curl would send the request again by
     * itself when a kept connection breaks.
     */
    private function optionsFor(Request $request): array
    {
        $body = $request->body;
        $sent = 0;
        $lines = ['Expect:'];
        foreach ($request->headers as $name => $value) {
            $lines[] = "$name: $value";
        }
        return [
            CURLOPT_URL => $request->url,
            CURLOPT_UPLOAD => true,
            CURLOPT_CUSTOMREQUEST => 'POST',
            CURLOPT_INFILESIZE => strlen($body),
            CURLOPT_READFUNCTION => static function ($handle, $file, int $length) use ($body, &$sent): string {
                $part = substr($body, $sent, $length);
                $sent += strlen($part);
                return $part;
            },
            CURLOPT_HTTPHEADER => $lines,
            CURLOPT_RETURNTRANSFER => true,
            // the credentials are for this address alone
            CURLOPT_FOLLOWLOCATION => false,
        ];
    }

    /** Whether a further attempt may help: it does not against a wrong address or certificate. */
    private static function isTemporary(int $error): bool
    {
        return !in_array($error, [
            CURLE_UNSUPPORTED_PROTOCOL,
            CURLE_URL_MALFORMAT,
            CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CIPHER,
            CURLE_SSL_PEER_CERTIFICATE,
            CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_PINNEDPUBKEYNOTMATCH,
        ], true);
    }

    /** A forked process does not use the connection of its parent, nor close it. */
    private function handle(): \CurlHandle
    {
        if ($this->handle === null || $this->process !== getmypid()) {
            if ($this->handle !== null) {
                $this->inherited[] = $this->handle;
            }
            $this->handle = curl_init();
            $this->process = getmypid();
        }
        return $this->handle;
    }

    /** Hides the options, which may contain a password of a proxy. */
    public function __debugInfo(): array
    {
        return ['timeout' => $this->timeout, 'connectTimeout' => $this->connectTimeout];
    }
}
