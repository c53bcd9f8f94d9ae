import { CreateReport, type EntryState, type RejectedEntry } from '../create-report.js'
import { BadRequestError, CreateStockError, RefusedError } from '../errors.js'
import type { CreateOptions, StockEntry } from '../stock.js'
import type { Calls } from './calls.js'
import { json } from './connection.js'
import { check } from './entry-check.js'
import { rejectedBy } from './refusals.js'
import { type ColorGroup, element, MAX_COLORS, MAX_ENTRIES, plan } from './stock-plan.js'
import { textOfThrown } from './text.js'

/** One call of `createStock`. */
export class StockRun {
  readonly #calls: Calls
  readonly #entries: readonly StockEntry[]
  readonly #options: CreateOptions
  readonly #states: EntryState[]
  readonly #rejected: RejectedEntry[] = []
  readonly #pushes: number[] = []
  #requests = 0
  #replayed = false

  constructor(calls: Calls, entries: Iterable<StockEntry>, options: CreateOptions) {
    this.#calls = calls
    this.#entries = [...entries]
    this.#options = options
    this.#states = this.#entries.map(() => 'unsent')
  }

  async run(): Promise<CreateReport> {
    const requests = this.#plan()
    try {
      for (const request of requests) {
        await this.#createAll(request)
        await this.#options.onProgress?.(this.#report())
      }
    } catch (failure) {
      const report = this.#report()
      throw new CreateStockError(report, failure, this.#calls.messages.ended(report, textOfThrown(failure)))
    }
    return this.#report()
  }

  #plan(): ColorGroup[][] {
    const { messages } = this.#calls
    const { oneRequest, idempotencyKey } = this.#options
    if (idempotencyKey !== undefined && !(oneRequest && /^[!-~]{1,64}$/.test(idempotencyKey))) {
      throw new TypeError(messages.invalid('idempotencyKey', idempotencyKey, messages.key))
    }
    const violations = check(this.#entries, messages)
    if (violations[0]) {
      throw new BadRequestError({ code: violations[0].code, reason: violations[0].message, violations })
    }
    const requests = plan(this.#entries)
    if (oneRequest && requests.length > 1) {
      const reason = messages.tooMany(this.#entries.length, requests.length, MAX_COLORS, MAX_ENTRIES)
      throw new BadRequestError({ code: 'ENTRIES_TOO_MANY', reason })
    }
    return requests
  }

  /** Leaves out what is refused and sends the rest again, unless all of it was to be written or nothing. */
  async #createAll(request: readonly ColorGroup[]): Promise<void> {
    let groups = request
    while (groups.length > 0) {
      try {
        await this.#create(groups)
        return
      } catch (failure) {
        if (!(failure instanceof RefusedError || failure instanceof BadRequestError)) {
          throw failure
        }
        // earlier attempts wrote nothing either: the response to one that did would have come again
        this.#mark(groups, 'unsent')
        groups = this.#without(rejectedBy(failure, groups, this.#entries), groups)
        if (this.#options.oneRequest) {
          throw failure
        }
      }
    }
  }

  async #create(groups: readonly ColorGroup[]): Promise<void> {
    const { dryRun, reference, idempotencyKey, signal } = this.#options
    const { push } = await this.#calls.write<{ push?: number | null }>('/Stock/Creat', {
      ...json(groups.map(group => element(group, this.#entries))),
      signal,
      dryRun,
      reference,
      key: idempotencyKey,
      retry: this.#calls.connection.settings.createRetry,
      onSend: () => this.#requests++,
      onLost: () => this.#mark(groups, 'unknown'),
      onReplayed: () => (this.#replayed = true)
    })
    this.#mark(groups, dryRun ? 'checked' : 'written')
    if (typeof push === 'number') {
      this.#pushes.push(push)
    }
  }

  #without(rejected: readonly RejectedEntry[], groups: readonly ColorGroup[]): ColorGroup[] {
    rejected.forEach(it => (this.#states[it.index] = 'rejected'))
    this.#rejected.push(...rejected)
    return groups
      .map(group => ({ ...group, indexes: group.indexes.filter(index => this.#states[index] !== 'rejected') }))
      .filter(group => group.indexes.length > 0)
  }

  #mark(groups: readonly ColorGroup[], state: EntryState): void {
    groups.forEach(group => group.indexes.forEach(index => (this.#states[index] = state)))
  }

  #report(): CreateReport {
    return new CreateReport(this.#entries, {
      states: [...this.#states],
      rejected: [...this.#rejected],
      requests: this.#requests,
      pushes: [...this.#pushes],
      replayed: this.#replayed
    })
  }
}
