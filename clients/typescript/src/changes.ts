import { afterPush } from './internal/feed-position.js'
import type { OpenUnion } from './internal/open-union.js'
import { sleep } from './internal/wait.js'
import type { CallOptions } from './options.js'

/** A request that changed quantities. */
export interface Push {
  /** Its number: counts up within the merchant, from 1 and without gaps. */
  readonly push: number
  /** Such as `2026-11-15T05:19:22.123Z`. */
  readonly at: string
  /** `product` if a product was deleted with its stock. */
  readonly kind: OpenUnion<'create' | 'undo' | 'delete' | 'product'>
  /** If an operator made the push, the next three are null. */
  readonly by: OpenUnion<'application' | 'operator'>
  readonly appid: string | null
  /** The name of the application. */
  readonly application: string | null
  /** The name of the account. */
  readonly account: string | null
  readonly requestId: string | null
  /** What the caller gave as reference, if anything. */
  readonly reference: string | null
  /** In a history, only those of the requested product, colour and size. */
  readonly changes: readonly Change[]
}

/** The change of one entry. */
export interface Change {
  readonly pid: number
  readonly color: string
  readonly size: number
  /** Null if the entry is new. */
  readonly before: number | null
  /** The quantity since then; null if the entry was deleted. */
  readonly stock: number | null
}

/** The changes after a cursor, in the order of the pushes. */
export interface ChangePage {
  readonly pushes: readonly Push[]
  /** Continues after this page. */
  readonly cursor: string
  /** Whether further changes exist already. */
  readonly more: boolean
}

/** Where following begins: after a cursor, after the push of a number, with the oldest kept push, or now. */
export type ChangesQuery = CallOptions & (
  | { readonly cursor?: string | null | undefined; readonly from?: undefined }
  | { readonly from: number | 'start'; readonly cursor?: undefined }
)

export interface ChangePageQuery extends CallOptions {
  /** By default the page has no pushes, and the cursor of now. */
  readonly cursor?: string | null | undefined
  /** 1 to 500 pushes; 100 by default. */
  readonly limit?: number | undefined
  /** The seconds to wait for the next push if there is none yet, up to 30. */
  readonly wait?: number | undefined
}

/** A product, a reference, or both. */
export type HistoryQuery = CallOptions & {
  readonly color?: string | undefined
  readonly size?: number | undefined
} & (
  | { readonly pid: number; readonly reference?: string | undefined }
  | { readonly pid?: undefined; readonly reference: string }
)

const PAGE_SIZE = 100
const WAIT_SECONDS = 30
const MIN_INTERVAL = 1000

/**
 * Follows the changes of a merchant's stock as they happen, push after push: none is missing, and none comes twice. For
 * one reader. It waits for the next push for as long as it takes, and ends by `break` or its signal. After an error,
 * read on: it continues after the last push. Only an InvalidCursorError comes again each time.
 */
export class Changes implements AsyncIterableIterator<Push> {
  readonly #read: (query: ChangePageQuery) => Promise<ChangePage>
  readonly #signal: AbortSignal | undefined
  #cursor: string
  #page: Push[] = []
  #afterPage: string

  /** @internal */
  constructor(read: (query: ChangePageQuery) => Promise<ChangePage>, cursor: string, signal?: AbortSignal) {
    this.#read = read
    this.#signal = signal
    this.#cursor = this.#afterPage = cursor
  }

  /** Continues after the last push that was read. Store it together with what you made of the push. */
  get cursor(): string {
    return this.#cursor
  }

  async next(): Promise<IteratorResult<Push, undefined>> {
    for (;;) {
      const value = this.#page.shift()
      if (value) {
        this.#cursor = this.#page.length === 0 ? this.#afterPage : afterPush(this.#cursor, value.push)
        return { done: false, value }
      }
      const begun = performance.now()
      const { pushes, cursor, more } = await this.#read({
        cursor: this.#cursor, limit: PAGE_SIZE, wait: WAIT_SECONDS, signal: this.#signal
      })
      this.#page = [...pushes]
      this.#afterPage = cursor
      if (pushes.length === 0) {
        this.#cursor = cursor
        // something may end the wait of the server at once
        await sleep(more ? 0 : begun + MIN_INTERVAL - performance.now(), this.#signal)
      }
    }
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}
