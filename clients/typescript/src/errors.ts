import { inspect } from 'node:util'
import type { CreateReport } from './create-report.js'
import { textOfThrown } from './internal/text.js'

/** One thing that is wrong with a request. */
export interface Violation {
  /** The place, such as `[17].param[2].size` or `[17].stock`; empty for the whole request. */
  readonly at: string
  readonly code: string
  /** For people; begins with the place. */
  readonly message: string
  /** The present quantity if it is the reason; null if there is no entry. */
  readonly stock: number | null
}

/** The details of a failed call. */
export interface FailureDetails {
  /** The text for people, without status, code and request id. */
  readonly reason: string
  /** The HTTP status; 0 without a response. */
  readonly status?: number | undefined
  /** The code for programs; empty if the response has none. A newer server may have more. */
  readonly code?: string | undefined
  /** The id to tell the operator; empty if no response of Stockroom came. */
  readonly requestId?: string | undefined
  /** The seconds that the server asks to wait; null if it does not. */
  readonly retryAfter?: number | null | undefined
  /** Everything that is wrong with the request; empty if the code says it all. */
  readonly violations?: readonly Violation[] | undefined
  /** The ids of the refused products, if the response names them. */
  readonly products?: readonly number[] | undefined
}

const MAX_SHOWN = 3

/** Several violations stand in place of the reason, which repeats the first. */
function textOf({ reason, status = 0, code = '', requestId = '', violations = [] }: FailureDetails): string {
  const head = [status ? `HTTP ${status}` : '', code].filter(Boolean).join(' ')
  const id = requestId ? ` (requestId ${requestId})` : ''
  if (violations.length < 2) {
    return [head, reason].filter(Boolean).join(': ') + id
  }
  const shown = violations.slice(0, MAX_SHOWN).map(({ message }) => `\n  ${message}`).join('')
  return head + id + shown + (violations.length > MAX_SHOWN ? `\n  … +${violations.length - MAX_SHOWN}` : '')
}

/**
 * A call failed. Decide by the class and by `code`; texts are for people. Never contains the secret or the token. The
 * constructors are public so that a program can test how it handles the errors.
 */
export abstract class StockroomError extends Error implements FailureDetails {
  readonly status: number
  readonly code: string
  readonly requestId: string
  readonly retryAfter: number | null
  readonly #details: FailureDetails

  constructor(details: FailureDetails, options?: { readonly cause?: unknown; readonly message?: string }) {
    super(options?.message ?? textOf(details), options)
    this.status = details.status ?? 0
    this.code = details.code ?? ''
    this.requestId = details.requestId ?? ''
    this.retryAfter = details.retryAfter ?? null
    this.#details = details
  }

  // These are getters so that Node does not print them after the message, which has them.

  get reason(): string {
    return this.#details.reason
  }

  get violations(): readonly Violation[] {
    return this.#details.violations ?? []
  }

  get products(): readonly number[] {
    return this.#details.products ?? []
  }
}

/** A rule of the business refuses: no such product, no stock added. */
export class RefusedError extends StockroomError {
  declare readonly name: 'RefusedError'
}

/** Something is wrong with the request, see `violations`. The status is 0 if nothing was sent. */
export class BadRequestError extends StockroomError {
  declare readonly name: 'BadRequestError'
}

/** The server did not accept the credentials; someone has to fix them. */
export class NotAuthenticatedError extends StockroomError {
  declare readonly name: 'NotAuthenticatedError'
}

/** The cursor is not valid, or no longer: read all stock again by `snapshot`, and follow from its cursor. */
export class InvalidCursorError extends StockroomError {
  declare readonly name: 'InvalidCursorError'
}

/** A limit is used up for longer than the client waits, see `retryAfter`. */
export class RateLimitedError extends StockroomError {
  declare readonly name: 'RateLimitedError'
}

/** No connection, no response, or HTTP 500, 502, 503 or 504. The same call may succeed later. */
export class UnavailableError extends StockroomError {
  declare readonly name: 'UnavailableError'
  /** Whether the server may have carried out the call: it was sent, and the response was lost. */
  readonly perhapsDone: boolean
  /** Whether trying again soon may help. */
  readonly temporary: boolean

  constructor(
    details: FailureDetails & { readonly perhapsDone?: boolean; readonly temporary?: boolean },
    options?: { readonly cause?: unknown }
  ) {
    super(details, options)
    this.perhapsDone = details.perhapsDone ?? true
    this.temporary = details.temporary ?? true
  }
}

/** Something else than Stockroom responded: a proxy, or the address is wrong. */
export class UnexpectedAnswerError extends StockroomError {
  declare readonly name: 'UnexpectedAnswerError'
}

/**
 * Creating stock ended before everything was written. `report` has the state of each entry; pass its `remaining()` to
 * the next call. `cause` is the failure, whose details this error has too, or the reason of the signal.
 */
export class CreateStockError extends StockroomError {
  declare readonly name: 'CreateStockError'
  readonly #report: CreateReport

  constructor(report: CreateReport, cause: unknown, message?: string) {
    const reason = textOfThrown(cause)
    super(
      cause instanceof StockroomError ? detailsOf(cause) : { reason },
      { cause, message: message ?? `creating stock ended early (${report}): ${reason}` }
    )
    this.#report = report
  }

  get report(): CreateReport {
    return this.#report
  }

  /** @internal Shows the text once: the message has that of the cause. */
  [inspect.custom](): string {
    const { cause } = this
    if (!(cause instanceof Error)) {
      return String(this.stack)
    }
    const frames = (cause.stack ?? '').slice(`${cause.name}: ${cause.message}`.length)
    return `${this.stack}\n  [cause]: ${cause.name}${frames.replaceAll('\n', '\n  ')}`
  }
}

function detailsOf(error: StockroomError): FailureDetails {
  const { reason, status, code, requestId, retryAfter, violations, products } = error
  return { reason, status, code, requestId, retryAfter, violations, products }
}

const classes = {
  RefusedError, BadRequestError, NotAuthenticatedError, InvalidCursorError, RateLimitedError, UnavailableError,
  UnexpectedAnswerError, CreateStockError
}
// bundles may rename classes, and the stack trace begins with this name
for (const [name, type] of Object.entries(classes)) {
  Object.defineProperty(type.prototype, 'name', { value: name, configurable: true, writable: true })
}
