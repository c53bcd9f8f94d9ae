import { inspect } from 'node:util'
import type { StockEntry } from './stock.js'

/** `checked` is written in a dry run; `unknown` was sent, and its response was lost: it may or may not be written. */
export type EntryState = 'unsent' | 'written' | 'checked' | 'rejected' | 'unknown'

/** An entry that the server refused. */
export interface RejectedEntry {
  /** The place of the entry, from 0. */
  readonly index: number
  readonly entry: StockEntry
  /** Such as `PRODUCT_UNKNOWN` or `STOCK_CHANGED_MEANWHILE`. */
  readonly code: string
  readonly message: string
  /** The present quantity if it is the reason; null if there is no entry. */
  readonly stock: number | null
}

export interface CreateReportDetails {
  /** The state of each entry, in the order of the entries. */
  readonly states: readonly EntryState[]
  readonly rejected?: readonly RejectedEntry[]
  readonly requests?: number
  readonly pushes?: readonly number[]
  readonly replayed?: boolean
}

/** Reports what was written and what was not, entry by entry. */
export class CreateReport {
  /** The entries as they were given. */
  readonly entries: readonly StockEntry[]
  /** The state of each entry, in the order of the entries. */
  readonly states: readonly EntryState[]
  /** The refused entries, in the order of the requests. */
  readonly rejected: readonly RejectedEntry[]
  /** The number of requests sent, including retries. */
  readonly requests: number
  /** The numbers of the pushes; a request that changed no quantity made none. */
  readonly pushes: readonly number[]
  /** Whether the server repeated the response to an earlier request with the same key. */
  readonly replayed: boolean

  constructor(entries: readonly StockEntry[], details: CreateReportDetails) {
    this.entries = entries
    this.states = details.states
    this.rejected = details.rejected ?? []
    this.requests = details.requests ?? 0
    this.pushes = details.pushes ?? []
    this.replayed = details.replayed ?? false
  }

  /** The number of entries that are written. */
  get written(): number {
    return this.count('written')
  }

  /** Returns the number of entries in this state. */
  count(state: EntryState): number {
    return this.states.filter(each => each === state).length
  }

  /**
   * Returns the entries to send again: those that were not sent, and unknown ones. An unknown change by `delta` is not
   * among them, because it might be made twice.
   */
  remaining(): StockEntry[] {
    return this.entries.filter((entry, index) =>
      this.states[index] === 'unsent' || (this.states[index] === 'unknown' && entry.delta === undefined))
  }

  /** Counts the entries by state, such as `4 entries, 3 written, 1 rejected`. */
  toString(): string {
    const counts = [...new Set(this.states)].map(state => `, ${this.count(state)} ${state}`)
    return `${this.entries.length} ${this.entries.length === 1 ? 'entry' : 'entries'}${counts.join('')}`
  }

  /** @internal Shows counts in place of entries: there may be hundreds of thousands. */
  [inspect.custom](): string {
    return `CreateReport[${this}]`
  }
}
