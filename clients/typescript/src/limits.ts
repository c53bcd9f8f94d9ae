/** The usage of the account against every limit. Times are ISO 8601 in UTC. */
export interface AccountLimits {
  /** The turn of create, delete and undo: the time between two of them, and until the next. */
  readonly createStock: { readonly intervalMs: number; readonly nextTurnMs: number }
  /** The product details of the day. */
  readonly details: { readonly limit: number; readonly used: number; readonly resetsAt: string }
  /** The different products that the bound store has fetched within three months. */
  readonly store: { readonly limit: number; readonly used: number }
  readonly publish: PublishLimit
  readonly token: { readonly expiresAt: string }
  /** The reads of this application and account on each server, if the operator has limited them. */
  readonly reads?: { readonly perSecond: number }
}

/** The publish results that are due. */
export interface PublishLimit {
  readonly due: number
  readonly reported: number
  /** The number of due products that must have a result before further details are delivered. */
  readonly needed: number
  /** The ids of the due products without a result, the oldest first. */
  readonly owing: readonly number[]
}
