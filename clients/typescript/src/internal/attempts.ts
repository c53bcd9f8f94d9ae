import { RateLimitedError, UnavailableError } from '../errors.js'
import type { EventLog } from './event-log.js'
import type { RetryPolicy } from './settings.js'
import { sleep } from './wait.js'

/** The seconds to wait after a 429 that does not say how long. */
const DEFAULT_WAIT = 2

/** Counts the attempts of one call, and pauses between them. */
export class Attempts {
  #attempt = 1
  #firstFailure: number | undefined

  constructor(
    readonly path: string, readonly policy: RetryPolicy, readonly events: EventLog,
    readonly signal: AbortSignal | undefined
  ) {}

  /** Resolves when the call may be repeated; rejects with the failure if it may not. */
  async pause(failure: unknown): Promise<void> {
    const isLimited = failure instanceof RateLimitedError
    if (!isLimited && !(failure instanceof UnavailableError && failure.temporary)) {
      throw failure
    }
    const { attempts, firstPause, maxPause, budget } = this.policy
    const now = performance.now()
    this.#firstFailure ??= now
    const asked = (failure.retryAfter ?? (isLimited ? DEFAULT_WAIT : 0)) * 1000
    // the random part keeps callers that failed at the same time from all coming back at the same time
    const pause = asked + Math.random() * Math.min(firstPause * 2 ** (this.#attempt - 1), maxPause)
    if (this.#attempt >= attempts || now - this.#firstFailure + pause > budget) {
      throw failure
    }
    this.events.retry(this.path, this.#attempt, pause, failure)
    this.#attempt++
    await sleep(pause, this.signal)
  }
}
