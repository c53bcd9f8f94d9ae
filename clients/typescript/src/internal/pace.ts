import type { Reply } from './reply.js'
import { sleep, waitFor } from './wait.js'

const DEFAULT_INTERVAL = 2000
const MAX_INTERVAL = 3_600_000

/**
 * Decides when the next write may be sent, for all clients of this process with the same address, application and
 * token. Other processes cannot be seen: if one has taken the turn, the server says when the next one is.
 */
export class Pace {
  static readonly #all = new Map<string, WeakRef<Pace>>()
  #interval = DEFAULT_INTERVAL
  #opens = 0
  #last: Promise<void> = Promise.resolve()

  static of(key: string): Pace {
    const pace = Pace.#all.get(key)?.deref() ?? new Pace()
    Pace.#all.set(key, new WeakRef(pace))
    return pace
  }

  /** Sends one write at a time, in the order of the calls. */
  async inTurn<T>(
    signal: AbortSignal | undefined, onWait: (millis: number) => void, send: () => Promise<T>
  ): Promise<T> {
    const before = this.#last
    let leave = () => {}
    const mine = new Promise<void>(resolve => (leave = resolve))
    this.#last = before.then(() => mine)
    try {
      await waitFor(done => void before.then(done), signal)
      if (this.#left() > 0) {
        onWait(this.#left())
      }
      // a timer may fire up to a millisecond early
      while (this.#left() > 0) {
        await sleep(this.#left(), signal)
      }
      return await send()
    } finally {
      leave()
    }
  }

  /** Learns in how many milliseconds, counted from the arrival of the response, the next request may come. */
  learn(reply: Reply): void {
    const policy = /"create-stock"([^,]*)/.exec(reply.header('RateLimit-Policy'))?.[1] ?? ''
    const quota = Number(/;\s*q=(\d{1,9})/.exec(policy)?.[1] ?? 0)
    const window = Number(/;\s*w=(\d{1,9})/.exec(policy)?.[1] ?? 0)
    if (quota > 0 && window > 0) {
      this.#interval = (window / quota) * 1000
    }
    const told = reply.number('Next-Turn-Ms')
    if (told !== null || reply.status === 200 || reply.status === 429) {
      this.close(told ?? this.#interval)
    }
  }

  close(millis = this.#interval): void {
    this.#opens = performance.now() + Math.min(millis, MAX_INTERVAL)
  }

  #left(): number {
    return this.#opens - performance.now()
  }
}
