import type { StockroomError } from '../errors.js'
import type { StockroomEvent } from '../events.js'
import type { Logger } from '../options.js'

const LEVELS = {
  response: 'debug', waiting: 'debug', turnTaken: 'info', clockCorrected: 'warn', retry: 'warn', warning: 'warn'
} as const

/** Passes events to the logger and to the program's function. */
export class EventLog {
  readonly #logger: Logger | undefined
  readonly #onEvent: ((event: StockroomEvent) => void) | undefined

  constructor(logger: Logger | undefined, onEvent: ((event: StockroomEvent) => void) | undefined) {
    this.#logger = logger
    this.#onEvent = onEvent
  }

  response(path: string, status: number, requestId: string, duration: number): void {
    const id = requestId && ` (requestId ${requestId})`
    const message = `${path}: HTTP ${status} in ${Math.round(duration)} ms${id}`
    this.#happened({ type: 'response', message, path, status, requestId, duration })
  }

  warning(path: string, at: string, warning: string): void {
    this.#happened({ type: 'warning', message: `${path}: ${warning}`, path, at, warning })
  }

  retry(path: string, attempt: number, pause: number, error: StockroomError): void {
    const message = `${path}: attempt ${attempt} failed, next in ${inSeconds(pause)}: ${error.message}`
    this.#happened({ type: 'retry', message, path, attempt, pause, error })
  }

  waiting(path: string, pause: number): void {
    this.#happened({ type: 'waiting', message: `${path}: waits ${inSeconds(pause)} for its turn`, path, pause })
  }

  turnTaken(path: string): void {
    this.#happened({ type: 'turnTaken', message: `${path}: another process took the turn`, path })
  }

  clockCorrected(offset: number): void {
    this.#happened({ type: 'clockCorrected', message: `the clock is corrected by ${offset} s`, offset })
  }

  #happened(event: StockroomEvent): void {
    this.#logger?.[LEVELS[event.type]](`Stockroom ${event.message}`)
    this.#onEvent?.(event)
  }
}

function inSeconds(millis: number): string {
  return `${(millis / 1000).toFixed(1)} s`
}
