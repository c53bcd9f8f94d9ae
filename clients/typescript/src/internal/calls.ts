import { randomUUID } from 'node:crypto'
import { RateLimitedError, StockroomError, UnavailableError, UnexpectedAnswerError } from '../errors.js'
import { Attempts } from './attempts.js'
import type { Connection, Request } from './connection.js'
import type { Messages } from './messages.js'
import { Pace } from './pace.js'
import type { RetryPolicy } from './settings.js'

/** How many milliseconds a write waits while other processes take its turn. */
const MAX_TURN_WAIT = 600_000

export interface Write extends Request {
  readonly dryRun?: boolean | undefined
  readonly reference?: string | undefined
  /** The idempotency key; a new one by default. */
  readonly key?: string | undefined
  readonly retry?: RetryPolicy
  /** Is called before each attempt. */
  readonly onSend?: () => void
  /** Is called if an attempt may have been carried out although it failed. */
  readonly onLost?: () => void
  /** Is called if the response is that of an earlier request with the same key. */
  readonly onReplayed?: () => void
}

/** Makes calls in as many attempts as they need. */
export class Calls {
  readonly #pace: Pace

  constructor(readonly connection: Connection) {
    this.#pace = Pace.of(`${connection.settings.address}\n${connection.signer.fingerprint()}`)
  }

  get messages(): Messages {
    return this.connection.settings.messages
  }

  /** Returns the response, which has the required fields. */
  async read<T extends object>(path: string, request: Request, required: readonly (keyof T)[] = []): Promise<T> {
    const { settings, events } = this.connection
    const attempts = new Attempts(path, settings.retry, events, request.signal)
    for (;;) {
      try {
        return (await this.connection.attempt(path, request)).success<T>(required, this.messages)
      } catch (failure) {
        await attempts.pause(failure)
      }
    }
  }

  /** Sends a request in its turn, under one key in all its attempts, so that it is carried out once. */
  async write<T extends object>(path: string, write: Write, required: readonly (keyof T)[] = []): Promise<T> {
    const { settings, events } = this.connection
    const { dryRun, reference, key = randomUUID(), retry = settings.retry, signal } = write
    const headers = {
      'Idempotency-Key': key,
      ...(dryRun && { 'Dry-Run': 'true' }),
      ...(reference !== undefined && { Reference: encodeURIComponent(reference) })
    }
    const attempts = new Attempts(path, retry, events, signal)
    let takenSince: number | undefined
    for (;;) {
      try {
        return await this.#pace.inTurn(
          signal, pause => events.waiting(path, pause), () => this.#once<T>(path, { ...write, headers }, required))
      } catch (failure) {
        if (!(failure instanceof RateLimitedError && failure.code === 'CREATE_TOO_SOON')) {
          await attempts.pause(failure)
          continue
        }
        takenSince ??= performance.now()
        if (performance.now() - takenSince + (failure.retryAfter ?? 0) * 1000 > MAX_TURN_WAIT) {
          throw failure
        }
        events.turnTaken(path)
      }
    }
  }

  async #once<T extends object>(path: string, write: Write, required: readonly (keyof T)[]): Promise<T> {
    write.onSend?.()
    try {
      const reply = await this.connection.attempt(path, write)
      this.#pace.learn(reply)
      if (reply.header('Idempotent-Replayed') === 'true') {
        write.onReplayed?.()
      }
      return reply.success<T>(required, this.messages)
    } catch (failure) {
      if (isPerhapsDone(failure)) {
        write.onLost?.()
        this.#pace.close()
      }
      throw failure
    }
  }
}

/** Says it of a request that was sent: an aborted one may have been carried out, too. */
function isPerhapsDone(failure: unknown): boolean {
  return failure instanceof UnavailableError ? failure.perhapsDone
    : failure instanceof UnexpectedAnswerError || !(failure instanceof StockroomError)
}
