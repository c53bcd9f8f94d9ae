import type { StockroomEvent } from './events.js'

export interface StockroomOptions {
  /** The address of the merchant API, such as `https://stock.example`. */
  readonly address: string
  /** The number of the application, in digits. */
  readonly appid: string
  /** The secret of the application: signs every call, and is never sent. */
  readonly secret: string
  /** The access token of the merchant's account. */
  readonly token: string
  /** The language of messages; codes are the same in every language. The default is `en`. */
  readonly language?: Language | undefined
  /** How many milliseconds the server may take to respond to one request; 30,000 by default. */
  readonly timeout?: number | undefined
  /** The retries of all calls but creating stock: 6 attempts within 30 s by default. */
  readonly retry?: RetryOptions | undefined
  /** The retries of each request that creates stock: 30 attempts within 2 minutes by default. */
  readonly createRetry?: RetryOptions | undefined
  /** Sends the requests; the global `fetch` by default. */
  readonly fetch?: Fetch | undefined
  /** Gets every event as a line of text; `console` is one. */
  readonly logger?: Logger | undefined
  /** Is called within the call on retries, waits, corrections of the clock, responses and warnings; must not throw. */
  readonly onEvent?: ((event: StockroomEvent) => void) | undefined
  /** Returns the present time in milliseconds; `Date.now` by default. */
  readonly clock?: (() => number) | undefined
}

export type Language = 'en' | 'zh'

/**
 * Limits the retries after a temporary failure: a lost connection, HTTP 429, 502, 503 or 504. No other failure is
 * retried. A pause is what `Retry-After` asks for and a random part. Times are in milliseconds.
 */
export interface RetryOptions {
  /** The number of attempts, including the first. */
  readonly attempts?: number | undefined
  /** The upper bound of the first random pause; it doubles with each attempt. */
  readonly firstPause?: number | undefined
  /** The upper bound of all random pauses. */
  readonly maxPause?: number | undefined
  /** The time since the first failure in which the last attempt begins; a longer `Retry-After` is not waited for. */
  readonly budget?: number | undefined
}

/** The options of every call. */
export interface CallOptions {
  /** Ends the call: it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}

/** The methods that `console`, pino and winston have. */
export interface Logger {
  debug(message: string): unknown
  info(message: string): unknown
  warn(message: string): unknown
}

/** What the client needs of `fetch`. */
export type Fetch = (url: string, request: FetchRequest) => Promise<FetchResponse>

export interface FetchRequest {
  method: 'POST'
  headers: Record<string, string>
  body: string
  /** The credentials are for this address only. */
  redirect: 'manual'
  signal: AbortSignal
}

export interface FetchResponse {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
}
