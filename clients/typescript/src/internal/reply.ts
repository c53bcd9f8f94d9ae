import * as errors from '../errors.js'
import type { FetchResponse } from '../options.js'
import type { Messages } from './messages.js'

const CREDENTIAL_CODES = [
  'HEADER_MISSING', 'HEADER_REPEATED', 'TIMESTAMP_INVALID', 'TIMESTAMP_EXPIRED', 'APP_UNKNOWN', 'SIGN_INVALID',
  'SIGN_MISMATCH', 'TOKEN_INVALID', 'MERCHANT_SUSPENDED'
]
const CURSOR_CODES = ['CURSOR_INVALID', 'CURSOR_EXPIRED', 'CURSOR_BEFORE_RESTORE']

/** What every response of Stockroom may have. */
interface Body {
  success: boolean
  msg?: string
  code?: string
  requestId?: string
  errors?: { at?: string; code?: string; msg?: string; stock?: number | null }[]
  products?: number[]
  warnings?: { at?: string; msg?: string }[]
}

/** A response that was read. */
export class Reply {
  readonly status: number
  /** Undefined if the response is not from Stockroom. */
  readonly body: Body | undefined
  readonly #headers: FetchResponse['headers']

  constructor(response: FetchResponse, text: string) {
    this.status = response.status
    this.#headers = response.headers
    this.body = bodyOf(text)
  }

  header(name: string): string {
    return this.#headers.get(name)?.trim() ?? ''
  }

  /** Returns a header with a whole number; anything else, such as a date, counts as none. */
  number(name: string): number | null {
    const text = this.header(name)
    return /^\d{1,9}$/.test(text) ? Number(text) : null
  }

  get requestId(): string {
    return this.body?.requestId ?? this.header('X-Request-Id')
  }

  /** Returns the body of a success that has these fields, and throws anything else. */
  success<T extends object>(required: readonly (keyof T)[], messages: Messages): T {
    if (this.status !== 200 || !this.body?.success) {
      throw this.failure(messages)
    }
    const body = this.body as unknown as T
    const missing = required.find(name => (body[name] ?? undefined) === undefined)
    if (missing !== undefined) {
      throw new errors.UnexpectedAnswerError({
        status: 200, reason: messages.missing(String(missing)), requestId: this.requestId
      })
    }
    return body
  }

  failure(messages: Messages): errors.StockroomError {
    const { status, body } = this
    const code = body?.code ?? ''
    const details = {
      status,
      code,
      reason: body ? body.msg ?? '' : messages.notOurs,
      requestId: this.requestId,
      retryAfter: this.number('Retry-After'),
      violations: (body?.errors ?? []).map(({ at = '', code = '', msg = '', stock = null }) =>
        ({ at, code, message: msg, stock })),
      products: body?.products ?? []
    }
    if (CURSOR_CODES.includes(code)) {
      return new errors.InvalidCursorError(details)
    }
    if (status === 401 || status === 403 || (status === 400 && CREDENTIAL_CODES.includes(code))) {
      return new errors.NotAuthenticatedError(details)
    }
    if (status === 200 && body) {
      return new errors.RefusedError(details)
    }
    if (status === 413 || (status === 400 && body)) {
      return new errors.BadRequestError(details)
    }
    if (status === 429) {
      return new errors.RateLimitedError(details)
    }
    if ([500, 502, 503, 504].includes(status)) {
      return new errors.UnavailableError({ ...details, temporary: status !== 500 })
    }
    return new errors.UnexpectedAnswerError(details)
  }
}

function bodyOf(text: string): Body | undefined {
  try {
    const body = JSON.parse(text)
    return typeof body?.success === 'boolean' ? body : undefined
  } catch {
    return undefined
  }
}
