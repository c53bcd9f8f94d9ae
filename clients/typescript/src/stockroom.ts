import { inspect } from 'node:util'
import type { ChangePage, ChangePageQuery, ChangesQuery, HistoryQuery, Push } from './changes.js'
import { Changes } from './changes.js'
import type { CreateReport } from './create-report.js'
import { Calls } from './internal/calls.js'
import { changePage, history } from './internal/change-reads.js'
import { Connection, form, json } from './internal/connection.js'
import { EventLog } from './internal/event-log.js'
import { positionFrom } from './internal/feed-position.js'
import { productPage, products, productsByArtNo } from './internal/product-reads.js'
import { settingsOf } from './internal/settings.js'
import { Signer } from './internal/signer.js'
import { snapshot, stocks, stocksByBarCode } from './internal/stock-reads.js'
import { StockRun } from './internal/stock-run.js'
import type { AccountLimits } from './limits.js'
import type { CallOptions, StockroomOptions } from './options.js'
import type { Product, ProductDetail, ProductPage, ProductPageQuery, ProductQuery, PublishResult } from './products.js'
import type {
  CreateOptions, SkippedEntry, Snapshot, SnapshotQuery, StockDeletion, StockEntry, StockItem, StockQuery, Stocks,
  UndoOptions, UndoResult, WriteOptions
} from './stock.js'

/**
 * Calls Stockroom for one application and one account: signed, at the platform's pace, and retried where that is safe.
 *
 *     const stockroom = new Stockroom({ address: 'https://stock.example', appid, secret, token })
 *     const report = await stockroom.createStock([{ pid: 7, color: 'red', size: 38, stock: 5 }])
 *
 * A call that is not carried out rejects with a StockroomError, or, if its signal aborts it, with the signal's reason.
 * Create one client and keep it: any number of calls may run at once.
 */
export class Stockroom {
  readonly address: string
  readonly appid: string
  readonly #calls: Calls

  /** Throws a TypeError if an option is wrong. */
  constructor(options: StockroomOptions) {
    const settings = settingsOf(options)
    const { appid, secret, token, clock = Date.now } = options
    const signer = new Signer(String(appid), secret, token, clock)
    this.address = settings.address
    this.appid = signer.appid
    this.#calls = new Calls(new Connection(settings, signer, new EventLog(settings.logger, settings.onEvent)))
  }

  toString(): string {
    return `Stockroom[${this.address}, appid ${this.appid}]`
  }

  /** @internal */
  [inspect.custom](): string {
    return this.toString()
  }

  /**
   * Lists all products in the order of their ids; fetches a page when it is needed. If products get stock while those
   * without stock are being listed, later pages move up and products are missed: collect the list first.
   */
  products(query: ProductQuery = {}): AsyncGenerator<Product, void, undefined> {
    return products(this.#calls, query)
  }

  /** Lists the products with exactly these item numbers, and ignores numbers that no product has. */
  productsByArtNo(artNos: Iterable<string>, query: ProductQuery = {}): AsyncGenerator<Product, void, undefined> {
    return productsByArtNo(this.#calls, artNos, query)
  }

  /** Returns one page of the product list, from 1; a page past the end is empty. */
  productPage(page: number, query: ProductPageQuery = {}): Promise<ProductPage> {
    return productPage(this.#calls, page, query.pageSize ?? 20, query)
  }

  /** Returns everything about a product, your own or one of an open catalogue. The platform limits these calls. */
  async productDetail(pid: number, options: CallOptions = {}): Promise<ProductDetail> {
    const request = { ...form({ pid }), signal: options.signal }
    return (await this.#calls.read<{ data: ProductDetail }>('/Product/Detail', request, ['data'])).data
  }

  /** Reports the outcome of publishing a fetched product; a second report replaces the first. */
  async reportPublishResult(result: PublishResult, options: CallOptions = {}): Promise<void> {
    const { pid, ...fields } = result
    await this.#calls.read('/Product/UploadResult', { ...json({ pId: pid, ...fields }), signal: options.signal })
  }

  /** Returns the usage of the account against every limit, and the products without a due publish result. */
  async limits(options: CallOptions = {}): Promise<AccountLimits> {
    const request = { ...json({}), signal: options.signal }
    return (await this.#calls.read<{ data: AccountLimits }>('/Account/Limits', request, ['data'])).data
  }

  /**
   * Returns the stock of one product, now or in the past. Refused with `STOCK_NOT_ADDED` if it has none, with
   * `PRODUCT_UNKNOWN` if there is no such product, and with `AS_OF_TOO_FAR` if too much has changed since.
   */
  async stock(pid: number, query: StockQuery = {}): Promise<readonly StockItem[]> {
    const { asOf, signal } = query
    const fields = { productid: pid, asOf: asOf instanceof Date ? asOf.toISOString() : asOf }
    return (await this.#calls.read<{ data: StockItem[] }>('/Stock/List', { ...form(fields), signal }, ['data'])).data
  }

  /**
   * Returns the stock of any number of products, by their ids and in this order. A product without stock has an empty
   * list; one that does not exist is not in the result.
   */
  async stocks(pids: Iterable<number>, options: CallOptions = {}): Promise<Stocks> {
    return (await stocks(this.#calls, pids, options.signal)).stock
  }

  /** Returns all stock of the products that have an entry with one of these bar codes. */
  stocksByBarCode(barCodes: Iterable<string>, options: CallOptions = {}): Promise<Stocks> {
    return stocksByBarCode(this.#calls, barCodes, options.signal)
  }

  /**
   * Returns the stock of these products, or of all, and the cursor from which `changes` continues. No change is missed.
   * If it takes more than one request, changes made in between come again.
   */
  snapshot(query: SnapshotQuery = {}): Promise<Snapshot> {
    return snapshot(this.#calls, query.pids, query.signal)
  }

  /**
   * Sets or changes the stock of any number of entries, in as few requests as possible, one every two seconds; what is
   * sold out first. All entries are checked before any is sent: a BadRequestError has every violation.
   *
   * Products that do not exist and entries that are not as expected are left out and reported as rejected; the rest is
   * written. If it has to end early, or is aborted, a CreateStockError says what was written.
   */
  async createStock(entries: Iterable<StockEntry>, options: CreateOptions = {}): Promise<CreateReport> {
    return new StockRun(this.#calls, entries, options).run()
  }

  /**
   * Deletes up to 300 colours, or sizes of them, in one turn. Returns the number of the push; null if there was nothing
   * to delete.
   */
  async deleteStock(deletions: Iterable<StockDeletion>, options: WriteOptions = {}): Promise<number | null> {
    const { dryRun, reference, signal } = options
    const write = { ...json([...deletions]), dryRun, reference, signal }
    return (await this.#calls.write<{ push?: number | null }>('/Stock/Delete', write)).push ?? null
  }

  /**
   * Takes back what a push of this application changed, except for what was changed again since. Refused with
   * `PUSH_UNKNOWN` if there is no such push of this application.
   */
  async undo(push: number, options: UndoOptions = {}): Promise<UndoResult> {
    const { all = false, dryRun, reference, signal } = options
    type Skipped = Omit<SkippedEntry, 'pid'> & { productid: number }
    type Answer = { push?: number | null; data: { undone: number; conflicts: number; skipped: Skipped[] } }
    let replayed = false
    const write = { ...form({ push, all }), dryRun, reference, signal, onReplayed: () => void (replayed = true) }
    const { push: made = null, data } = await this.#calls.write<Answer>('/Stock/Undo', write, ['data'])
    const skipped = data.skipped.map(({ productid, ...it }) => ({ pid: productid, ...it }))
    return { push: made, undone: data.undone, conflicts: data.conflicts, skipped, replayed }
  }

  /**
   * Follows the changes after a stored cursor, after the push with the number `from`, or from now on, which begins when
   * this resolves. `from: 'start'` begins with the oldest push that is kept.
   */
  async changes(query: ChangesQuery = {}): Promise<Changes> {
    const { cursor, from, signal } = query
    const read = (page: ChangePageQuery) => this.changePage(page)
    if (from === undefined) {
      return new Changes(read, cursor ?? (await this.changePage({ signal })).cursor, signal)
    }
    if ((cursor ?? undefined) !== undefined || (from !== 'start' && !Number.isSafeInteger(from))) {
      const { messages } = this.#calls
      throw new TypeError(messages.invalid('from', String(from), messages.from))
    }
    return new Changes(read, positionFrom(from), signal)
  }

  /** Returns one page of the changes after a cursor. Without a cursor it has no pushes, and the cursor of now. */
  changePage(query: ChangePageQuery = {}): Promise<ChangePage> {
    return changePage(this.#calls, query)
  }

  /** Lists what has changed in a product, under a reference, or both, newest first; fetches a page when needed. */
  history(query: HistoryQuery): AsyncGenerator<Push, void, undefined> {
    return history(this.#calls, query)
  }
}
