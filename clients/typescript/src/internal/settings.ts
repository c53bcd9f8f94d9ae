import type { Fetch, Logger, RetryOptions, StockroomOptions } from '../options.js'
import type { StockroomEvent } from '../events.js'
import { type Messages, messagesIn } from './messages.js'
import { isWhole } from './text.js'

export type RetryPolicy = { readonly [Name in keyof RetryOptions]-?: number }

/** The options of a client, checked and with defaults, but for the credentials. */
export interface Settings {
  readonly address: string
  readonly language: string
  readonly messages: Messages
  readonly timeout: number
  readonly retry: RetryPolicy
  readonly createRetry: RetryPolicy
  readonly fetch: Fetch
  readonly logger: Logger | undefined
  readonly onEvent: ((event: StockroomEvent) => void) | undefined
}

const RETRY: RetryPolicy = { attempts: 6, firstPause: 200, maxPause: 5_000, budget: 30_000 }
const CREATE_RETRY: RetryPolicy = { attempts: 30, firstPause: 500, maxPause: 15_000, budget: 120_000 }
/** More than a day; a timer of Node takes no more than 24 days. */
const MAX_MILLIS = 100_000_000

/** Throws a TypeError if an option is wrong. */
export function settingsOf(options: StockroomOptions): Settings {
  const messages = messagesIn(options.language ?? 'en')
  const check = (name: string, isRight: boolean, shown: unknown, expected: string) => {
    if (!isRight) {
      throw new TypeError(messages.invalid(name, String(shown ?? messages.nothing), expected))
    }
  }
  const { address, appid, secret, token, language = 'en', timeout = 30_000 } = options
  check('language', language === 'en' || language === 'zh', language, messages.language)
  check('address', isAddress(address), address, messages.address)
  for (const [name, value] of Object.entries({ appid, token })) {
    check(name, /^[!-~]+$/.test(value ?? ''), value ? messages.notShown : undefined, messages.visible)
  }
  check('secret', Boolean(secret?.trim()), messages.nothing, messages.secret)
  check('timeout', isBetween(timeout, 1), timeout, messages.millis(1, MAX_MILLIS))
  const retries = Object.entries({ retry: options.retry ?? {}, createRetry: options.createRetry ?? {} })
  for (const [name, { attempts, ...times }] of retries) {
    check(`${name}.attempts`, attempts === undefined || isWhole(attempts, 1, Infinity), attempts, messages.attempts)
    for (const [each, time] of Object.entries(times)) {
      check(`${name}.${each}`, time === undefined || isBetween(time, 0), time, messages.millis(0, MAX_MILLIS))
    }
  }
  return {
    address: address.replace(/\/+$/, ''),
    language,
    messages,
    timeout,
    retry: withDefaults(options.retry, RETRY),
    createRetry: withDefaults(options.createRetry, CREATE_RETRY),
    // looked up at each call, so that a program may replace the global one later
    fetch: options.fetch ?? ((url, request) => globalThis.fetch(url, request)),
    logger: options.logger,
    onEvent: options.onEvent
  }
}

function withDefaults(given: RetryOptions = {}, defaults: RetryPolicy): RetryPolicy {
  return {
    attempts: given.attempts ?? defaults.attempts,
    firstPause: given.firstPause ?? defaults.firstPause,
    maxPause: given.maxPause ?? defaults.maxPause,
    budget: given.budget ?? defaults.budget
  }
}

function isBetween(value: unknown, min: number): boolean {
  return typeof value === 'number' && value >= min && value <= MAX_MILLIS
}

function isAddress(text: string): boolean {
  try {
    const { protocol, search, hash, username, password } = new URL(text)
    return /^https?:$/.test(protocol) && !(search || hash || username || password)
  } catch {
    return false
  }
}
