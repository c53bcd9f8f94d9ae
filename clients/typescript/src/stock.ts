import type { CreateReport } from './create-report.js'
import type { OpenUnion } from './internal/open-union.js'
import type { CallOptions } from './options.js'

/** A stock entry on the platform. */
export interface StockItem {
  /** Stays the same as long as the entry exists. */
  readonly guid: string
  readonly barCode: string | null
  readonly color: string
  readonly size: number
  readonly stock: number
}

/** The stock of products by their ids. */
export type Stocks = ReadonlyMap<number, readonly StockItem[]>

export interface StockQuery extends CallOptions {
  /** A time, or the number of a push: the stock after it. Bar codes are today's. */
  readonly asOf?: Date | string | number | undefined
}

export interface SnapshotQuery extends CallOptions {
  /** The products; all by default. */
  readonly pids?: Iterable<number> | undefined
}

/** The stock of products at one time. */
export interface Snapshot {
  readonly stock: Stocks
  /** The cursor from which `changes` continues. */
  readonly cursor: string
}

/** A product by its id, or by its item number. */
export type ProductRef =
  | { readonly pid: number; readonly artNo?: undefined }
  | { readonly artNo: string; readonly pid?: undefined }

/** A quantity to set (`stock`), or a change of it up or down (`delta`), of one product in one colour and size. */
export type StockEntry = ProductRef & {
  /** 1 to 64 characters. */
  readonly color: string
  /** 1 to 999. */
  readonly size: number
  /** Up to 64 characters; by default the present bar code stays. */
  readonly barCode?: string | undefined
  readonly clearBarCode?: boolean | undefined
} & (
  | {
      readonly stock: number
      /** The quantity that must be there, or the entry is rejected; -1 if there must be no entry. */
      readonly expected?: number | undefined
      readonly delta?: undefined
    }
  | { readonly delta: number; readonly stock?: undefined; readonly expected?: undefined }
)

/** A colour of a product to delete, or some of its sizes. */
export type StockDeletion = ProductRef & {
  readonly color: string
  readonly sizes?: readonly number[] | undefined
}

/** The options of calls that change stock. */
export interface WriteOptions extends CallOptions {
  /** The server checks everything and writes nothing. Takes turns, too. */
  readonly dryRun?: boolean | undefined
  /** Up to 64 characters of yours, such as the number of a delivery: stored with the push. */
  readonly reference?: string | undefined
}

export interface CreateOptions extends WriteOptions {
  /** Everything is written or nothing: one rejected entry ends the call. Up to 300 colours and 15,000 entries. */
  readonly oneRequest?: boolean | undefined
  /**
   * A key of yours for the one request, such as the number of an order: within 24 hours it is written once. A refusal
   * is stored with the key, too: try again with another key.
   */
  readonly idempotencyKey?: string | undefined
  /** Is called after each request with the report so far, and awaited. What it throws ends the call. */
  readonly onProgress?: ((report: CreateReport) => unknown) | undefined
}

export interface UndoOptions extends WriteOptions {
  /** One entry that was changed since refuses everything. */
  readonly all?: boolean | undefined
}

/** The outcome of an undo, or in a dry run the expected one. */
export interface UndoResult {
  /** The undo's own number; null if it changed nothing. */
  readonly push: number | null
  /** The number of entries that are again as they were before the push. */
  readonly undone: number
  /** The number of entries that could not be undone and were left alone. */
  readonly conflicts: number
  /** The first 100 of the conflicts. */
  readonly skipped: readonly SkippedEntry[]
  /** Whether the server repeated the response to an earlier attempt. */
  readonly replayed: boolean
}

/** An entry that was not undone. */
export interface SkippedEntry {
  readonly pid: number
  readonly color: string
  readonly size: number
  /** The quantity after the push; null if the push deleted the entry. */
  readonly left: number | null
  /** The present quantity; null if there is no entry. */
  readonly stock: number | null
  readonly reason: OpenUnion<'changed' | 'product_deleted' | 'product_full' | 'colours_full'>
}
