import type { StockroomError } from './errors.js'

/** Something that happened during a call. Never contains the secret or the token. */
export type StockroomEvent =
  | ClockCorrectedEvent
  | ResponseEvent
  | RetryEvent
  | TurnTakenEvent
  | WaitingEvent
  | WarningEvent

/** The server responded, whatever the status. */
export interface ResponseEvent {
  readonly type: 'response'
  /** The event in English, for a log. */
  readonly message: string
  /** The path of the call, such as `/Stock/List`. */
  readonly path: string
  readonly status: number
  readonly requestId: string
  /** The milliseconds from the request to the end of the response. */
  readonly duration: number
}

/** The server ignored a name in a request that it does not know. */
export interface WarningEvent {
  readonly type: 'warning'
  readonly message: string
  readonly path: string
  /** The place in the request, such as `[3].barcod`. */
  readonly at: string
  /** The server's words, in the language of the client. */
  readonly warning: string
}

/** A call failed temporarily and will be sent again. */
export interface RetryEvent {
  readonly type: 'retry'
  readonly message: string
  readonly path: string
  /** The number of the attempt that failed, from 1. */
  readonly attempt: number
  /** The milliseconds until the next attempt. */
  readonly pause: number
  readonly error: StockroomError
}

/** A request that changes stock waits until the platform accepts the next one. */
export interface WaitingEvent {
  readonly type: 'waiting'
  readonly message: string
  readonly path: string
  /** The milliseconds until the turn. */
  readonly pause: number
}

/** Another process with the same application and account took the turn; the client waits for the next one. */
export interface TurnTakenEvent {
  readonly type: 'turnTaken'
  readonly message: string
  readonly path: string
}

/** The server refused the time of a call; from now on the client signs with the server's time. */
export interface ClockCorrectedEvent {
  readonly type: 'clockCorrected'
  readonly message: string
  /** The seconds that the client adds to its clock. */
  readonly offset: number
}
