/**
 * Calls Stockroom for one application and one account: signed, at the platform's pace, and retried where that is safe.
 *
 *     const stockroom = new Stockroom({ address: 'https://stock.example', appid, secret, token })
 *     const report = await stockroom.createStock([{ pid: 7, color: 'red', size: 38, stock: 5 }])
 *
 * Names and fields are those of the interface. A call that is not carried out rejects with a StockroomError, or, if its
 * signal aborts it, with the signal's reason.
 */
import { createHash, randomUUID } from 'node:crypto'

const VERSION = '0.1.0'
const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'
const MAX_COLORS = 300
const MAX_ENTRIES = 15_000
const MAX_STOCK = 999_999_999
const MAX_ID = 2 ** 31 - 1
const MAX_PER_REQUEST = 100
const MAX_TURN_WAIT = 600_000
const MAX_INTERVAL = 3_600_000
const CREDENTIAL_CODES = [
  'HEADER_MISSING', 'HEADER_REPEATED', 'TIMESTAMP_INVALID', 'TIMESTAMP_EXPIRED', 'APP_UNKNOWN', 'SIGN_INVALID',
  'SIGN_MISMATCH', 'TOKEN_INVALID', 'MERCHANT_SUSPENDED'
]
const CURSOR_CODES = ['CURSOR_INVALID', 'CURSOR_EXPIRED', 'CURSOR_BEFORE_RESTORE']
const PRODUCT_CODES = ['PRODUCT_UNKNOWN', 'PRODUCT_FULL', 'COLORS_TOO_MANY']
/** Of Node, where a request was not sent. */
const NOT_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']
const inspect = Symbol.for('nodejs.util.inspect.custom')

// What is given and answered. A newer server may answer further fields.

export interface Settings {
  /** Where the merchants' interface is, such as `https://stock.example`. */
  address: string
  appid: string
  /** Signs every call, and is never sent. */
  secret: string
  /** The access token of the merchant's account. */
  token: string
  /** Of the messages; codes are the same in every language. */
  language?: 'en' | 'zh'
  /** How long an answer may take, in milliseconds: 30,000 by default. */
  timeout?: number
  /** For single calls: 6 attempts and 30 s by default. */
  retry?: RetryPolicy
  /** For each request of creating stock: 30 attempts and 2 minutes by default. */
  createRetry?: RetryPolicy
  /** The time in milliseconds: `Date.now` by default. */
  clock?: () => number
}

/** After a lost connection, 429, 502, 503 and 504. Pauses are random, and added to what the server asks for. */
export interface RetryPolicy {
  /** All of them, including the first. */
  attempts: number
  /** In milliseconds; doubled with each attempt. */
  firstPause: number
  maxPause: number
  /** After so many milliseconds no further attempt begins. */
  budget: number
}

export interface CallOptions {
  signal?: AbortSignal
}

export interface ProductQuery extends CallOptions {
  /** True for those that have stock entries, false for those that have none; all by default. */
  withStock?: boolean
  /** Further fields to answer. */
  fields?: readonly ('stockTotal' | 'updatedAt' | 'state')[]
}

export interface Product {
  id: number
  artNo: string
  /** The address of its first picture. */
  pic: string
  /** The sum of its quantities. This and the next two are there if they were asked for. */
  stockTotal?: number
  /** When the product itself, not its stock, was last changed. */
  updatedAt?: string
  /** `on_sale` or `delisted`. */
  state?: string
}

export interface ProductPage {
  totalPages: number
  products: Product[]
}

export interface ProductDetail {
  /** Comma-separated, as the names are, in the same order. */
  categoryIdTree?: string | null
  categoryNameTree?: string | null
  /** HTML. */
  description: string
  imgs: string[]
  price: number
  /** Store, item number and price, separated by `/`. */
  outerId: string
  picUrl: string
  attributes?: { name: string; value: string }[] | null
  /** One for each colour; sizes and quantities are comma-separated, in the same order. */
  skus: { color: string; size: string; stockNum?: string | null; skuImg?: string | null }[]
  storeUrl: string
  storeName: string
  title: string
  video?: string | null
}

/** Where the account stands against every limit. Times are ISO 8601 in UTC. */
export interface AccountLimits {
  /** The turn of create, delete and undo: between two of them, and until the next. */
  createStock: { intervalMs: number; nextTurnMs: number }
  /** Product details of the day. */
  details: { limit: number; used: number; resetsAt: string }
  /** Different products that the bound store has fetched within three months. */
  store: { limit: number; used: number }
  /** Publish results that are due; `owing` are products without one, the oldest first. */
  publish: { due: number; reported: number; needed: number; owing: number[] }
  token: { expiresAt: string }
}

/** What became of a fetched product in the bound store. */
export interface PublishResult {
  pId: number
  /** Such as `tb`. */
  platform: string
  shopId: string
  shopName: string
  userId: string
  userNick: string
  /** May be empty if publishing failed. */
  itemId: string
  /** 1 published, 0 failed. */
  status: 0 | 1
  message?: string
}

export interface StockItem {
  guid: string
  barCode: string | null
  color: string
  size: number
  stock: number
}

/** The stock of products by their ids, and the cursor from which `changes` goes on. */
export interface Snapshot {
  stock: Map<number, StockItem[]>
  cursor: string
}

/** A product by its id, or by its item number. */
export type ProductName = { pid: number; artNo?: undefined } | { artNo: string; pid?: undefined }

/** A quantity to set (`stock`), or a change of it up or down (`delta`), of one product in one colour and size. */
export type StockEntry = ProductName & {
  /** 1 to 64 characters. */
  color: string
  /** 1 to 999. */
  size: number
  /** Up to 64 characters; without one the bar code that is there stays. */
  barCode?: string
  clearBarCode?: boolean
} & (
  | {
      stock: number
      /** The quantity that must be there, or it is rejected; -1 if there must be no entry. */
      expected?: number
      delta?: undefined
    }
  | { delta: number; stock?: undefined; expected?: undefined }
)

/** A colour of a product, or some of its sizes. */
export type StockDeletion = ProductName & {
  color: string
  sizes?: readonly number[]
}

/** Of calls that change stock. */
export interface ChangeOptions extends CallOptions {
  /** The server checks everything and writes nothing. Takes as many turns. */
  dryRun?: boolean
  /** Up to 64 characters of yours, such as the number of an order: kept with the push, and in changes and history. */
  reference?: string
}

export interface CreateOptions extends ChangeOptions {
  /** Everything is written or nothing: one rejected entry ends the call. Up to 300 colours and 15,000 entries. */
  oneRequest?: boolean
  /**
   * Of the one request, such as the number of an order: within a day it is not written twice. A refusal is kept, too:
   * try again under another key.
   */
  idempotencyKey?: string
  /** Called after each request with the report so far. */
  progress?: (report: CreateReport) => void
}

/** `checked` is written in a dry run; `unknown` is sent, and its answer is lost. */
export type EntryState = 'unsent' | 'written' | 'checked' | 'rejected' | 'unknown'

export interface RejectedEntry {
  index: number
  code: string
  message: string
  /** What there is, if it was rejected for that. */
  stock: number | null
}

/** What became of each entry. */
export class CreateReport {
  readonly states: EntryState[]
  readonly rejected: RejectedEntry[] = []
  /** How many were sent, further attempts included. */
  requests = 0
  /** The numbers of the pushes that were made; a request that changed no quantity made none. */
  readonly pushes: number[] = []
  /** Whether an answer was that of an earlier request with the same key, which was not carried out again. */
  replayed = false

  constructor(readonly entries: readonly StockEntry[]) {
    this.states = entries.map(() => 'unsent')
  }

  count(state: EntryState): number {
    return this.states.filter(each => each === state).length
  }

  /** Those to send again. Not among them are unknown changes by `delta`, which might be made twice. */
  remaining(): StockEntry[] {
    return this.entries.filter((entry, index) =>
      this.states[index] === 'unsent' || (this.states[index] === 'unknown' && entry.delta === undefined))
  }

  /** Counts, not entries: there may be hundreds of thousands. */
  toString(): string {
    const counts = [...new Set(this.states)].map(state => `, ${this.count(state)} ${state}`)
    return `${this.entries.length} entries${counts.join('')}`
  }

  [inspect](): string {
    return `CreateReport[${this}]`
  }
}

/** What an undo did, or in a dry run what it would do. */
export interface UndoResult {
  /** The undo's own number; null if it changed nothing. */
  push: number | null
  undone: number
  /** How many entries were changed since, and left alone; `skipped` has the first 100 of them. */
  conflicts: number
  skipped: SkippedEntry[]
  /** Whether this is the answer to an earlier attempt, which was not carried out again. */
  replayed: boolean
}

/** An entry that was not undone: what the push left, and what there is now. */
export interface SkippedEntry {
  productid: number
  color: string
  size: number
  left: number | null
  stock: number | null
  /** `changed`, `product_deleted`, `product_full` or `colours_full`; a newer server may have more. */
  reason: string
}

/** A request that changed quantities. */
export interface Push {
  /** Its number: counts up within the merchant, from 1 and without gaps. */
  push: number
  /** Such as `2026-11-15T05:19:22.123Z`. */
  at: string
  /** `create`, `undo`, `delete`, or `product` if a product was deleted with its stock. */
  kind: string
  /** `application` or `operator`; of an operator the next three are null. */
  by: string
  appid: string | null
  application: string | null
  account: string | null
  requestId: string | null
  /** What the caller gave as reference, if anything. */
  reference: string | null
  /** `before` is null where the entry is new, `stock` where it was taken away. */
  changes: { productid: number; color: string; size: number; before: number | null; stock: number | null }[]
}

export interface ChangePage {
  pushes: Push[]
  /** Where to go on. */
  cursor: string
  /** Whether there is more already. */
  more: boolean
}

// What goes wrong

/** One thing that is wrong, and its place, such as `[17].param[2].size` or `[17].stock`. */
export interface Violation {
  at: string
  code: string
  message: string
  /** What there is, if it is about that. */
  stock: number | null
}

/** What a StockroomError says. */
export interface Failure {
  /** Of HTTP; 0 without an answer. */
  status: number
  /** For programs; empty if the answer has none. */
  code: string
  /** For people: the answer's own message. */
  reason: string
  /** What to tell the operator; empty without an answer of Stockroom. */
  requestId: string
  /** In seconds; null if the server did not say. */
  retryAfter: number | null
  /** Everything that is wrong with the request; empty if the code says it all. */
  violations: readonly Violation[]
  /** The ids of the products that were refused, if the answer names them. */
  products: readonly number[]
}

export interface StockroomError extends Readonly<Failure> {}

/** A call that was not carried out. Decide by the class and by `code`. Never has the secret or the token in it. */
export abstract class StockroomError extends Error {
  constructor(failure: Partial<Failure> & { reason: string }, options?: ErrorOptions) {
    const { status = 0, code = '', reason, requestId = '', retryAfter = null, violations = [], products = [] } = failure
    const more = violations.length > 3 ? `\n  and ${violations.length - 3} more, see violations` : ''
    super(
      (status ? `HTTP ${status} ` : '') + (code ? `${code}: ` : '') + reason +
        (requestId ? ` (request ${requestId})` : '') +
        violations.slice(0, 3).map(it => `\n  ${it.at} ${it.code}: ${it.message}`).join('') + more,
      options
    )
    this.name = new.target.name
    Object.assign(this, { status, code, reason, requestId, retryAfter, violations, products })
  }
}

/** A rule of the business says no: a product that does not exist, no stock added. */
export class RefusedError extends StockroomError {}

/** Something is wrong with the request: see `violations`. Status 0 if nothing was sent. */
export class BadRequestError extends StockroomError {}

/** The credentials were not accepted: someone has to look at them. */
export class NotAuthenticatedError extends StockroomError {}

/** The cursor leads nowhere, or no longer: read all stock again by `snapshot`, and follow from its cursor. */
export class InvalidCursorError extends StockroomError {}

/** A limit that ends by itself, after `retryAfter`: longer than this client waits. */
export class RateLimitedError extends StockroomError {}

/** No connection, no answer, or HTTP 5xx: the same call may work later. */
export class UnavailableError extends StockroomError {
  /** Whether the server may have carried the call out. */
  readonly perhapsDone: boolean
  /** Whether trying again soon may help. */
  readonly temporary: boolean

  constructor(
    failure: Partial<Failure> & { reason: string },
    { perhapsDone, temporary, ...options }: { perhapsDone: boolean; temporary: boolean } & ErrorOptions
  ) {
    super(failure, options)
    this.perhapsDone = perhapsDone
    this.temporary = temporary
  }
}

/** Not an answer of Stockroom: a wrong address, or a proxy. */
export class UnexpectedAnswerError extends StockroomError {}

/** Creating stock ended early: `report` says what was written; `cause` why, which gives status, code and reason. */
export class CreateStockError extends StockroomError {
  constructor(cause: unknown, readonly report: CreateReport) {
    super(cause instanceof StockroomError ? cause : { reason: `aborted: ${cause}` }, { cause })
  }
}

// The client

/** Make one and keep it: any number of calls may be under way at once. */
export class Stockroom {
  readonly address: string
  readonly appid: string
  readonly #secret: string
  readonly #token: string
  readonly #language: string
  readonly #timeout: number
  readonly #retry: RetryPolicy
  readonly #createRetry: RetryPolicy
  readonly #clock: () => number
  readonly #pace: Pace
  /** What is added to the clock, in seconds. */
  #offset = 0

  constructor(settings: Settings) {
    const { address, appid, secret, token } = settings
    if (!isAddress(address)) {
      throw new TypeError(`address: ${address} (expected: an address such as https://stock.example)`)
    }
    for (const [name, value] of Object.entries({ appid, token })) {
      if (!/^[!-~]+$/.test(value ?? '')) {
        throw new TypeError(`${name}: not shown (expected: visible ASCII characters without spaces)`)
      }
    }
    if (!secret?.trim()) {
      throw new TypeError('secret: empty (expected: the secret of the application)')
    }
    this.address = address.replace(/\/+$/, '')
    this.appid = appid
    this.#secret = secret
    this.#token = token
    this.#language = settings.language ?? 'en'
    this.#timeout = settings.timeout ?? 30_000
    this.#retry = settings.retry ?? { attempts: 6, firstPause: 200, maxPause: 5_000, budget: 30_000 }
    this.#createRetry = settings.createRetry ?? { attempts: 30, firstPause: 500, maxPause: 15_000, budget: 120_000 }
    this.#clock = settings.clock ?? Date.now
    this.#pace = Pace.of(`${this.address}\n${appid}\n${token}`)
  }

  toString(): string {
    return `Stockroom[${this.address}, appid ${this.appid}]`
  }

  [inspect](): string {
    return this.toString()
  }

  // Products

  /**
   * All products in the order of their ids; pages are fetched as they are read. If products get stock while those
   * without stock are being listed, later pages move up and products are missed: collect the list first.
   */
  products(query: ProductQuery = {}): AsyncGenerator<Product, void, undefined> {
    return this.#products([], query)
  }

  /** Those with exactly these item numbers, a hundred in a request; numbers that no product has are passed over. */
  async *productsByArtNo(
    artNos: Iterable<string>, query: ProductQuery = {}
  ): AsyncGenerator<Product, void, undefined> {
    // the server takes a blank one for none, which would be all products
    const wanted = [...new Set(artNos)].filter(artNo => artNo.trim())
    while (wanted.length > 0) {
      yield* this.#products(wanted.splice(0, MAX_PER_REQUEST), query)
    }
  }

  async *#products(artNos: string[], query: ProductQuery): AsyncGenerator<Product, void, undefined> {
    for (let page = 1, last = false; !last; page++) {
      const { totalPages, products } = await this.#productPage(page, MAX_PER_REQUEST, artNos, query)
      yield* products
      last = page >= totalPages || products.length === 0
    }
  }

  /** One page, from 1; a page past the end is empty. */
  productPage(page: number, query: ProductQuery & { pageSize?: number } = {}): Promise<ProductPage> {
    return this.#productPage(page, query.pageSize ?? 20, [], query)
  }

  async #productPage(page: number, pageSize: number, artNos: string[], query: ProductQuery): Promise<ProductPage> {
    const { withStock, fields = [], signal } = query
    const answer = await this.#read<{ totalPages: number; data: Product[] }>('/Stock/Product', {
      ...form({ page, pageSize, stock: withStock, artNo: artNos, fields: fields.join() || undefined }), signal
    }, 'totalPages', 'data')
    return { totalPages: answer.totalPages, products: answer.data }
  }

  /** Everything about a product, your own or one of an open catalogue. The platform counts how many are fetched. */
  async productDetail(pid: number, { signal }: CallOptions = {}): Promise<ProductDetail> {
    return (await this.#read<{ data: ProductDetail }>('/Product/Detail', { ...form({ pid }), signal }, 'data')).data
  }

  /** Reports what became of a fetched product; a second report replaces the first. */
  async reportPublishResult(result: PublishResult, { signal }: CallOptions = {}): Promise<void> {
    await this.#read('/Product/UploadResult', { ...json(result), signal })
  }

  /** Where the account stands against every limit, and which products owe a publish result. */
  async limits({ signal }: CallOptions = {}): Promise<AccountLimits> {
    return (await this.#read<{ data: AccountLimits }>('/Account/Limits', { ...json({}), signal }, 'data')).data
  }

  // Stock

  /**
   * The stock of one product, now or in the past (`asOf`: a time, or the number of a push, after it); bar codes are
   * today's. Refused with `STOCK_NOT_ADDED` if it has none, and with `PRODUCT_UNKNOWN` if there is no such product.
   */
  async stock(
    pid: number, { asOf, signal }: CallOptions & { asOf?: Date | string | number } = {}
  ): Promise<StockItem[]> {
    const fields = { productid: pid, asOf: asOf instanceof Date ? asOf.toISOString() : asOf }
    return (await this.#read<{ data: StockItem[] }>('/Stock/List', { ...form(fields), signal }, 'data')).data
  }

  /**
   * The stock of any number of products, by their ids and in this order, a hundred in a request. A product without
   * stock has an empty list, one that does not exist none.
   */
  async stocks(pids: Iterable<number>, { signal }: CallOptions = {}): Promise<Map<number, StockItem[]>> {
    return (await this.#stocks(pids, undefined, signal)).stock
  }

  /** The stock of all products that have an entry with one of these bar codes, which are those of the entries. */
  async stocksByBarCode(
    barCodes: Iterable<string>, { signal }: CallOptions = {}
  ): Promise<Map<number, StockItem[]>> {
    type Answer = { data: { productid: number; stock: StockItem[] }[]; rest: number[]; restBarCodes: string[] }
    // the server takes a blank one for none
    const open = [...new Set([...barCodes].map(it => it.trim()).filter(it => it !== ''))]
    const found = new Map<number, StockItem[]>()
    while (open.length > 0) {
      const asked = open.splice(0, MAX_PER_REQUEST)
      const { data, rest, restBarCodes } = await this.#read<Answer>(
        '/Stock/Batch', { ...json({ barCodes: asked }), signal }, 'data', 'restBarCodes')
      data.forEach(it => found.set(it.productid, it.stock))
      const others = await this.stocks(rest, { signal })
      others.forEach((stock, pid) => found.set(pid, stock))
      if (restBarCodes.length >= asked.length) {
        throw notAsExpected(`none of ${asked.length} bar codes was read`)
      }
      open.unshift(...restBarCodes)
    }
    return found
  }

  /**
   * The stock of these products, or of all, as `stocks` answers it, and the cursor from which `changes` goes on. No
   * change is missed. If it takes more than one request, what changed in between comes again.
   */
  async snapshot(pids?: Iterable<number> | null, { signal }: CallOptions = {}): Promise<Snapshot> {
    if (pids) {
      const { stock, cursor } = await this.#stocks(pids, 'cursor', signal)
      return { stock, cursor: cursor ?? (await this.changePage(null, { signal })).cursor }
    }
    // before the list: a product that is added meanwhile is in the list or in the changes
    const { cursor } = await this.changePage(null, { signal })
    const all: number[] = []
    for await (const { id } of this.products({ signal })) {
      all.push(id)
    }
    return { stock: await this.stocks(all, { signal }), cursor }
  }

  /** With the cursor of the first request, if it is asked for. */
  async #stocks(
    pids: Iterable<number>, fields?: 'cursor', signal?: AbortSignal
  ): Promise<{ stock: Map<number, StockItem[]>; cursor?: string }> {
    type Answer = { data: { productid: number; stock: StockItem[] }[]; rest?: number[]; cursor?: string }
    const open = [...new Set(pids)]
    const found = new Map<number, StockItem[]>()
    let first: string | undefined
    while (open.length > 0) {
      const asked = open.splice(0, MAX_PER_REQUEST)
      const request = { ...json({ productids: asked, fields }), signal }
      const { data, rest = [], cursor } = await this.#read<Answer>(
        '/Stock/Batch', request, 'data', ...(fields ? [fields] : []))
      first ??= cursor
      data.forEach(it => found.set(it.productid, it.stock))
      if (rest.length >= asked.length) {
        throw notAsExpected(`none of ${asked.length} products was read`)
      }
      open.unshift(...rest)
    }
    return { stock: found, cursor: first }
  }

  /**
   * Sets or changes the stock of any number of entries, in as few requests as it takes, one every two seconds; what is
   * sold out first. All entries are checked before any is sent: a BadRequestError has every violation.
   *
   * Products that do not exist and entries that are not as expected are rejected, and the rest is written. If it has to
   * end early, or is aborted, a CreateStockError says what was written.
   */
  async createStock(entries: Iterable<StockEntry>, options: CreateOptions = {}): Promise<CreateReport> {
    const { oneRequest = false, idempotencyKey, progress, signal } = options
    if (idempotencyKey !== undefined && !(oneRequest && /^[!-~]{1,64}$/.test(idempotencyKey))) {
      throw new TypeError('idempotencyKey: expected are 1 to 64 visible ASCII characters, and oneRequest')
    }
    const report = new CreateReport([...entries])
    const requests = plan(report.entries)
    if (oneRequest && requests.length > 1) {
      const reason = `${report.entries.length} entries take ${requests.length} requests ` +
        `(expected: one, of up to ${MAX_COLORS} colours and ${MAX_ENTRIES} entries)`
      throw new BadRequestError({ code: 'ENTRIES_TOO_MANY', reason })
    }
    for (const request of requests) {
      try {
        await this.#createAll(request, report, options)
      } catch (failure) {
        throw failure instanceof StockroomError || signal?.aborted ? new CreateStockError(failure, report) : failure
      }
      progress?.(report)
    }
    return report
  }

  /** What is rejected is taken out, and the rest sent again, unless all of it was to be written or nothing. */
  async #createAll(request: ColorGroup[], report: CreateReport, options: CreateOptions): Promise<void> {
    let left = request
    while (left.length > 0) {
      try {
        await this.#create(left, report, options)
        return
      } catch (failure) {
        if (!(failure instanceof RefusedError || failure instanceof BadRequestError)) {
          throw failure
        }
        // not even by an earlier attempt whose answer was lost: that one had the same key
        mark(report, left, 'unsent')
        left = withoutRejected(left, failure, report)
        if (options.oneRequest) {
          throw failure
        }
      }
    }
  }

  async #create(request: ColorGroup[], report: CreateReport, options: CreateOptions): Promise<void> {
    const { dryRun, reference, idempotencyKey, signal } = options
    const { push } = await this.#write<{ push?: number | null }>('/Stock/Creat', {
      ...json(request.map(group => element(group, report.entries))), signal
    }, {
      dryRun,
      reference,
      key: idempotencyKey,
      retry: this.#createRetry,
      onSend: () => report.requests++,
      onLost: () => mark(report, request, 'unknown'),
      onReplayed: () => (report.replayed = true)
    })
    mark(report, request, dryRun ? 'checked' : 'written')
    if (typeof push === 'number') {
      report.pushes.push(push)
    }
  }

  /** Deletes up to 300 colours, or sizes of them, in one turn. Answers the number of the push, null without one. */
  async deleteStock(
    deletions: Iterable<StockDeletion>, { dryRun, reference, signal }: ChangeOptions = {}
  ): Promise<number | null> {
    const request = { ...json([...deletions]), signal }
    return (await this.#write<{ push?: number | null }>('/Stock/Delete', request, { dryRun, reference })).push ?? null
  }

  /** Takes back what a push of this application changed, but for what was changed since; with `all` that refuses it. */
  async undo(
    push: number, { all = false, dryRun, reference, signal }: ChangeOptions & { all?: boolean } = {}
  ): Promise<UndoResult> {
    type Answer = { push?: number | null; data: Omit<UndoResult, 'push' | 'replayed'> }
    let replayed = false
    const options = { dryRun, reference, onReplayed: () => (replayed = true) }
    const answer = await this.#write<Answer>('/Stock/Undo', { ...form({ push, all }), signal }, options, 'data')
    return { ...answer.data, push: answer.push ?? null, replayed }
  }

  // Changes

  /**
   * Follows the changes after a cursor that was stored, or from now on. It begins when this resolves: what you read
   * after that is not older. `from` in place of a cursor is the number of a push (after it), or `start`: all that is
   * still kept.
   */
  async changes(
    cursor?: string | null, { from, signal }: CallOptions & { from?: number | 'start' } = {}
  ): Promise<Changes> {
    if (from !== undefined && (cursor != null || (from !== 'start' && !Number.isSafeInteger(from)))) {
      throw new TypeError(`from: ${from} (expected: the number of a push or 'start', and no cursor)`)
    }
    if (from !== undefined) {
      return new Changes(this, `from ${from}`, signal)
    }
    return new Changes(this, cursor ?? (await this.changePage(null, { signal })).cursor, signal)
  }

  /** One page of changes; waits up to `wait` seconds (at most 30) for the first. Without a cursor: that of now. */
  async changePage(
    cursor?: string | null, { limit = 100, wait = 0, signal }: CallOptions & { limit?: number; wait?: number } = {}
  ): Promise<ChangePage> {
    type Answer = { data: Push[]; cursor: string; more?: boolean }
    if (cursor === '') {
      throw new TypeError('cursor: empty (expected: one that was answered, or null for now)')
    }
    // of a reader who stopped in the middle of a page: the cursor of the page before, and the last push that was read
    const [, start = cursor, number = '0'] = /^(\S+) (\d{1,16}|start)$/.exec(cursor ?? '') ?? []
    const last = number === 'start' ? 0 : Number(number)
    const position = start === 'from' ? { from: number } : { cursor: start ?? undefined }
    const fields = start ? { ...position, limit, wait } : { limit: 1 }
    const answer = await this.#read<Answer>('/Stock/Changes', { ...form(fields), signal, wait }, 'data', 'cursor')
    const isPassed = answer.data.length === 0 || answer.data[answer.data.length - 1].push >= last
    return {
      pushes: answer.data.filter(it => it.push > last),
      cursor: isPassed ? answer.cursor : `${answer.cursor} ${last}`,
      more: answer.more ?? false
    }
  }

  /**
   * What has changed in a product, a colour or a size, under a reference (`pid` null), or both; newest first. Pages are
   * fetched as they are read.
   */
  async *history(
    pid: number | null,
    { color, size, reference, signal }: CallOptions & { color?: string; size?: number; reference?: string } = {}
  ): AsyncGenerator<Push, void, undefined> {
    let cursor: string | null | undefined
    do {
      const fields: Fields = {
        productid: pid ?? undefined, color, size, reference, cursor: cursor ?? undefined, limit: MAX_PER_REQUEST
      }
      const answer: { data: Push[]; cursor?: string | null } =
        await this.#read('/Stock/History', { ...form(fields), signal }, 'data')
      yield* answer.data
      cursor = answer.cursor
    } while (cursor)
  }

  // Calls

  async #read<T extends object>(path: string, request: Request, ...required: (keyof T)[]): Promise<T> {
    const attempts = new Attempts(this.#retry, request.signal)
    for (;;) {
      try {
        return complete(await this.#once(path, request), required)
      } catch (failure) {
        await attempts.pause(failure)
      }
    }
  }

  /** In its turn; sent again under the same key, it is carried out once. */
  async #write<T extends object>(
    path: string, request: Request, options: WriteOptions, ...required: (keyof T)[]
  ): Promise<T> {
    const { dryRun, reference, key = randomUUID(), retry = this.#retry, onSend, onLost, onReplayed } = options
    const headers = {
      'Idempotency-Key': key,
      ...(dryRun && { 'Dry-Run': 'true' }),
      ...(reference !== undefined && { Reference: encodeURIComponent(reference) })
    }
    const learn = (reply: Reply) => {
      this.#pace.learn(reply)
      if (reply.headers.get('Idempotent-Replayed') === 'true') {
        onReplayed?.()
      }
    }
    const attempts = new Attempts(retry, request.signal)
    let refusedFirst: number | undefined
    for (;;) {
      try {
        return await this.#pace.inTurn(request.signal, async () => {
          onSend?.()
          try {
            return complete(await this.#once(path, { ...request, headers }, learn), required)
          } catch (failure) {
            if (isPerhapsDone(failure)) {
              onLost?.()
              this.#pace.close()
            }
            throw failure
          }
        })
      } catch (failure) {
        if (!(failure instanceof RateLimitedError && failure.code === 'CREATE_TOO_SOON')) {
          await attempts.pause(failure)
          continue
        }
        // another program took the turn; the pace knows the next one
        refusedFirst ??= performance.now()
        if (performance.now() - refusedFirst + (failure.retryAfter ?? 0) * 1000 > MAX_TURN_WAIT) {
          throw failure
        }
      }
    }
  }

  /** One attempt; two if the first one corrected the clock. */
  async #once(path: string, request: Request, seen: (reply: Reply) => void = () => {}): Promise<object> {
    const reply = await this.#send(path, request)
    seen(reply)
    try {
      return answerOf(reply)
    } catch (failure) {
      const server = Date.parse(reply.headers.get('Date') ?? '')
      if (!(failure instanceof NotAuthenticatedError && failure.code === 'TIMESTAMP_EXPIRED') || Number.isNaN(server)) {
        throw failure
      }
      this.#offset = seconds(server) - seconds(this.#clock())
    }
    const again = await this.#send(path, request)
    seen(again)
    return answerOf(again)
  }

  async #send(path: string, { body, type, headers, wait = 0, signal }: Request): Promise<Reply> {
    signal?.throwIfAborted()
    const timestamp = String(seconds(this.#clock()) + this.#offset)
    const timeout = this.#timeout + wait * 1000
    const controller = new AbortController()
    const abort = () => controller.abort()
    const timer = setTimeout(abort, timeout)
    signal?.addEventListener('abort', abort)
    try {
      const answer = await fetch(this.address + path, {
        method: 'POST',
        headers: {
          appid: this.appid,
          timestamp,
          // MD5 is the interface's choice
          sign: createHash('md5').update(this.#secret + timestamp, 'utf8').digest('hex').toUpperCase(),
          accesstoken: this.#token,
          'Content-Type': type,
          Accept: JSON_TYPE,
          'Accept-Language': this.#language,
          'User-Agent': `stockroom-client-typescript/${VERSION}`,
          ...headers
        },
        body,
        // the credentials are for this address and no other
        redirect: 'manual',
        signal: controller.signal
      })
      return { status: answer.status, headers: answer.headers, body: await answer.text() }
    } catch (error) {
      signal?.throwIfAborted()
      throw this.#unavailable(error as Error, controller.signal.aborted ? `none within ${timeout / 1000} s` : undefined)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  }

  #unavailable(error: Error, late?: string): UnavailableError {
    const why = (error.cause ?? error) as Error & { code?: string }
    const code = why.code ?? ''
    // no further attempt fixes that, while a broken handshake may be a gateway that restarts
    const isCertificateRefused = /CERT|LEAF_SIGNATURE/.test(code)
    const perhapsDone = !NOT_SENT.includes(code) && !isCertificateRefused
    const what = perhapsDone ? 'sent, but no answer came from' : 'cannot connect to'
    const reason = `${what} ${this.address}: ${late ?? (why.message || code)}`
    return new UnavailableError({ reason }, { perhapsDone, temporary: !isCertificateRefused, cause: error })
  }
}

/**
 * Follows the changes of a merchant's stock, push after push, as they happen: none is missing, and none comes twice.
 * For one reader. It has no end, except by `break` or its signal; an error ends no more than the call that throws it,
 * and the next one goes on after the last push. An InvalidCursorError comes again each time, though.
 */
class Changes implements AsyncIterableIterator<Push> {
  readonly #client: Stockroom
  readonly #signal: AbortSignal | undefined
  #cursor: string
  #page: Push[] = []
  #afterPage: string

  constructor(client: Stockroom, cursor: string, signal?: AbortSignal) {
    this.#client = client
    this.#signal = signal
    this.#cursor = this.#afterPage = cursor
  }

  /** Where to go on after the last push that was read. Store it with what you made of the push. */
  get cursor(): string {
    return this.#cursor
  }

  async next(): Promise<IteratorResult<Push, undefined>> {
    while (this.#page.length === 0) {
      const begun = performance.now()
      const { pushes, cursor, more } = await this.#client.changePage(this.#cursor, { wait: 30, signal: this.#signal })
      this.#page = pushes
      this.#afterPage = cursor
      if (pushes.length === 0) {
        this.#cursor = cursor
        // whatever ended the wait
        await sleep(more ? 0 : begun + 1000 - performance.now(), this.#signal)
      }
    }
    const value = this.#page.shift()!
    this.#cursor = this.#page.length === 0 ? this.#afterPage : `${this.#cursor.split(' ')[0]} ${value.push}`
    return { done: false, value }
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}

export type { Changes }

// Requests and answers

interface Request {
  body: string
  type: string
  headers?: Record<string, string>
  /** How many seconds the server is asked to wait before it answers. */
  wait?: number
  signal?: AbortSignal | undefined
}

interface WriteOptions {
  dryRun?: boolean | undefined
  reference?: string | undefined
  key?: string | undefined
  retry?: RetryPolicy
  onSend?: () => void
  /** It may have been carried out. */
  onLost?: () => void
  /** The answer is that of an earlier request with the same key. */
  onReplayed?: () => void
}

interface Reply {
  status: number
  headers: Headers
  body: string
}

type Fields = Record<string, string | number | boolean | string[] | undefined>

function form(fields: Fields): Request {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map(each => [name, String(each)]))
  return { body: new URLSearchParams(pairs).toString(), type: FORM }
}

function json(value: unknown): Request {
  return { body: JSON.stringify(value), type: JSON_TYPE }
}

/** The JSON of a success; throws what is none. */
function answerOf(reply: Reply): object {
  let answer
  try {
    answer = JSON.parse(reply.body)
  } catch {
    // reported below
  }
  const isOurs = typeof answer?.success === 'boolean'
  if (isOurs && reply.status === 200 && answer.success) {
    return answer
  }
  throw failureOf(reply, isOurs ? answer : undefined)
}

interface FailureBody {
  msg?: string
  code?: string
  requestId?: string
  errors?: { at?: string; code?: string; msg?: string; stock?: number | null }[]
  products?: number[]
}

function failureOf({ status, headers }: Reply, answer: FailureBody | undefined): StockroomError {
  const failure: Failure = {
    status,
    code: answer?.code ?? '',
    reason: answer ? answer.msg ?? '' : 'not an answer of Stockroom; check the address',
    requestId: answer?.requestId ?? headers.get('X-Request-Id') ?? '',
    retryAfter: whole(headers, 'Retry-After'),
    violations: (answer?.errors ?? []).map(({ at = '', code = '', msg = '', stock = null }) =>
      ({ at, code, message: msg, stock })),
    products: answer?.products ?? []
  }
  if (CURSOR_CODES.includes(failure.code)) {
    return new InvalidCursorError(failure)
  }
  if (status === 401 || status === 403 || (status === 400 && CREDENTIAL_CODES.includes(failure.code))) {
    return new NotAuthenticatedError(failure)
  }
  if (status === 200 && answer) {
    return new RefusedError(failure)
  }
  if (status === 413 || (status === 400 && answer)) {
    return new BadRequestError(failure)
  }
  if (status === 429) {
    return new RateLimitedError(failure)
  }
  if ([500, 502, 503, 504].includes(status)) {
    return new UnavailableError(failure, { perhapsDone: true, temporary: status !== 500 })
  }
  return new UnexpectedAnswerError(failure)
}

/** The answer, if it has what is required of it. */
function complete<T extends object>(answer: object, required: (keyof T)[]): T {
  const missing = required.find(name => (answer as T)[name] === undefined || (answer as T)[name] === null)
  if (missing !== undefined) {
    throw notAsExpected(`${String(missing)} is missing`)
  }
  return answer as T
}

function notAsExpected(why: string): UnexpectedAnswerError {
  return new UnexpectedAnswerError({ status: 200, reason: `the answer is not as expected: ${why}` })
}

/** Of a call that was sent: an aborted one may have been carried out, too. */
function isPerhapsDone(failure: unknown): boolean {
  return failure instanceof UnavailableError ? failure.perhapsDone
    : failure instanceof UnexpectedAnswerError || !(failure instanceof StockroomError)
}

function whole(headers: Headers, name: string): number | null {
  const text = headers.get(name)?.trim() ?? ''
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}

function seconds(millis: number): number {
  return Math.floor(millis / 1000)
}

function isAddress(text: string): boolean {
  try {
    const { protocol, search, hash, username, password } = new URL(text)
    return /^https?:$/.test(protocol) && !(search || hash || username || password)
  } catch {
    return false
  }
}

// Waiting

/** Rejects with the signal's reason if that comes first. */
function waitFor(start: (done: () => void) => void, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const abort = () => reject(signal?.reason)
    signal?.addEventListener('abort', abort)
    start(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    })
  })
}

async function sleep(millis: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    await waitFor(done => (timer = setTimeout(done, Math.max(0, Math.ceil(millis)))), signal)
  } finally {
    clearTimeout(timer)
  }
}

/** One call's attempts. */
class Attempts {
  #attempt = 1
  #started: number | undefined

  constructor(readonly policy: RetryPolicy, readonly signal: AbortSignal | undefined) {}

  /** Resolves when the call may be made again; rejects with the failure if it may not. */
  async pause(failure: unknown): Promise<void> {
    const isLimited = failure instanceof RateLimitedError
    if (!isLimited && !(failure instanceof UnavailableError && failure.temporary)) {
      throw failure
    }
    const { attempts, firstPause, maxPause, budget } = this.policy
    const now = performance.now()
    this.#started ??= now
    const asked = (failure.retryAfter ?? (isLimited ? 2 : 0)) * 1000
    const pause = asked + Math.random() * Math.min(firstPause * 2 ** (this.#attempt - 1), maxPause)
    if (this.#attempt >= attempts || now - this.#started + pause > budget) {
      throw failure
    }
    this.#attempt++
    await sleep(pause, this.signal)
  }
}

/** When the next create, delete or undo may be sent: one for all clients of this process with the same token. */
class Pace {
  static readonly #all = new Map<string, WeakRef<Pace>>()
  #interval = 2000
  #opens = 0
  #last: Promise<void> = Promise.resolve()

  static of(names: string): Pace {
    const key = createHash('sha256').update(names, 'utf8').digest('hex')
    const pace = Pace.#all.get(key)?.deref() ?? new Pace()
    Pace.#all.set(key, new WeakRef(pace))
    return pace
  }

  /** One at a time, in the order they came. */
  async inTurn<T>(signal: AbortSignal | undefined, send: () => Promise<T>): Promise<T> {
    const before = this.#last
    let leave = () => {}
    const mine = new Promise<void>(resolve => (leave = resolve))
    this.#last = before.then(() => mine)
    try {
      await waitFor(done => void before.then(done), signal)
      // a timer may fire up to a millisecond early
      for (let left; (left = this.#opens - performance.now()) > 0; ) {
        await sleep(left, signal)
      }
      return await send()
    } finally {
      leave()
    }
  }

  /** The server says in how many milliseconds, from the arrival of its answer, the next request may come. */
  learn({ status, headers }: Reply): void {
    const policy = /"create-stock"([^,]*)/.exec(headers.get('RateLimit-Policy') ?? '')?.[1] ?? ''
    const quota = Number(/;\s*q=(\d{1,9})/.exec(policy)?.[1] ?? 0)
    const window = Number(/;\s*w=(\d{1,9})/.exec(policy)?.[1] ?? 0)
    if (quota > 0 && window > 0) {
      this.#interval = (window / quota) * 1000
    }
    const told = whole(headers, 'Next-Turn-Ms')
    if (told !== null || status === 200 || status === 429) {
      this.close(told ?? this.#interval)
    }
  }

  close(millis = this.#interval): void {
    this.#opens = performance.now() + Math.min(millis, MAX_INTERVAL)
  }
}

// Creating stock

/** One colour of one product, an element of a request, and its entries by their indexes. */
interface ColorGroup {
  pid?: number
  artNo?: string
  color: string
  indexes: number[]
}

function element({ pid, artNo, color, indexes }: ColorGroup, entries: readonly StockEntry[]): object {
  const param = indexes.map(index => {
    const { size, stock, delta, expected, barCode, clearBarCode } = entries[index]
    return { size: String(size), stock, delta, expected, barCode, clearBarCode }
  })
  return { pid, artNo, color, param }
}

function mark(report: CreateReport, groups: ColorGroup[], state: EntryState): void {
  groups.forEach(group => group.indexes.forEach(index => (report.states[index] = state)))
}

/** The entries as requests; first the colours in which something is sold out, which must not be sold meanwhile. */
function plan(entries: readonly StockEntry[]): ColorGroup[][] {
  const violations = [...check(entries)]
  if (violations.length > 0) {
    throw new BadRequestError({ code: violations[0].code, reason: violations[0].message, violations })
  }
  const groups = new Map<string, ColorGroup>()
  entries.forEach((entry, index) => {
    const key = colorOf(entry)
    const group = groups.get(key) ?? {
      pid: entry.pid, artNo: entry.artNo?.trim(), color: normalized(entry.color), indexes: []
    }
    group.indexes.push(index)
    groups.set(key, group)
  })
  const isSoldOut = (group: ColorGroup) => group.indexes.some(index => entries[index].stock === 0)
  const all = [...groups.values()]
  const requests: ColorGroup[][] = []
  let request: ColorGroup[] = []
  let count = MAX_ENTRIES
  for (const group of [...all.filter(isSoldOut), ...all.filter(group => !isSoldOut(group))]) {
    count += group.indexes.length
    if (count > MAX_ENTRIES || request.length === MAX_COLORS) {
      requests.push(request = [])
      count = group.indexes.length
    }
    request.push(group)
  }
  return requests
}

function colorOf({ pid, artNo, color }: StockEntry): string {
  return JSON.stringify([pid, artNo === undefined ? undefined : normalized(artNo), normalized(color)])
}

/** Everything that is wrong with the entries, as the server would say it. */
function* check(entries: readonly StockEntry[]): Generator<Violation> {
  const seen = new Map<string, number>()
  for (const [index, entry] of entries.entries()) {
    const { pid, artNo, color, size, stock, delta, expected, barCode } = entry
    const isById = artNo === undefined
    const isChange = delta !== undefined
    const isAlone = stock === undefined && expected === undefined
    const checks: [field: string, code: string, value: unknown, isRight: boolean, expected: string][] = [
      ['pid', 'ID_INVALID', pid, !isById || isWhole(pid, 1, MAX_ID), 'a product id, from 1'],
      ['artNo', 'ART_NO_WITH_PID', artNo, isById || pid === undefined, 'pid or artNo'],
      ['artNo', 'TEXT_INVALID', artNo, isById || (normalized(artNo) !== '' && fits(artNo)),
        '1 to 64 characters without control characters'],
      ['color', 'COLOR_INVALID', color, normalized(color) !== '' && fits(color),
        '1 to 64 characters without control characters'],
      ['size', 'SIZE_INVALID', size, isWhole(size, 1, 999), '1 to 999'],
      ['stock', 'STOCK_INVALID', stock, isChange || isWhole(stock, 0, MAX_STOCK), `0 to ${MAX_STOCK}`],
      ['expected', 'EXPECTED_INVALID', expected, expected === undefined || isWhole(expected, -1, MAX_STOCK),
        `0 to ${MAX_STOCK}, or -1 for no entry`],
      ['delta', 'DELTA_INVALID', delta, !isChange || isWhole(delta, -MAX_STOCK, MAX_STOCK),
        `-${MAX_STOCK} to ${MAX_STOCK}`],
      ['delta', 'DELTA_WITH_STOCK', delta, !isChange || isAlone, 'delta alone, without stock and expected'],
      ['barCode', 'BAR_CODE_INVALID', barCode, fits(barCode ?? ''), 'up to 64 characters without control characters']
    ]
    const wrong = checks.filter(([, , , isRight]) => !isRight)
    for (const [field, code, value, , what] of wrong) {
      const came = JSON.stringify(value)?.slice(0, 80) ?? 'nothing'
      yield { at: `[${index}].${field}`, code, message: `${came} (expected: ${what})`, stock: null }
    }
    const key = `${size} ${colorOf(entry)}`
    const first = seen.get(key)
    if (wrong.length === 0 && first !== undefined) {
      const message = `product ${pid ?? artNo}, colour ${normalized(color)}, size ${size} is already in [${first}]; ` +
        'keep one of them'
      yield { at: `[${index}]`, code: 'ENTRY_REPEATED', message, stock: null }
    } else if (wrong.length === 0) {
      seen.set(key, index)
    }
  }
}

/** What is still worth sending; throws the refusal if it is not about entries. */
function withoutRejected(groups: ColorGroup[], refusal: StockroomError, report: CreateReport): ColorGroup[] {
  const out = new Map<number, RejectedEntry>()
  const reject = (indexes: number[], code: string, message: string, stock: number | null) =>
    indexes.filter(index => !out.has(index)).forEach(index => out.set(index, { index, code, message, stock }))
  if (PRODUCT_CODES.includes(refusal.code)) {
    groups.filter(group => refusal.products.includes(group.pid ?? 0)).forEach(group =>
      reject(group.indexes, refusal.code, `product ${group.pid}: ${refusal.reason}`, null))
  } else {
    for (const { at, code, message, stock } of refusal.violations) {
      const [, group, item] = /^\[(\d+)\](?:\.param\[(\d+)\])?/.exec(at) ?? []
      const indexes = groups[Number(group)]?.indexes ?? []
      const places = item === undefined ? indexes : indexes.slice(Number(item), Number(item) + 1)
      if (places.length === 0) {
        throw refusal
      }
      reject(places, code, message, stock)
    }
  }
  if (out.size === 0) {
    throw refusal
  }
  for (const [index, rejected] of out) {
    report.states[index] = 'rejected'
    report.rejected.push(rejected)
  }
  return groups
    .map(group => ({ ...group, indexes: group.indexes.filter(index => !out.has(index)) }))
    .filter(group => group.indexes.length > 0)
}

/** As the server keeps it. */
function normalized(text: string): string {
  return String(text ?? '').trim().normalize('NFC')
}

function fits(text: string): boolean {
  return [...normalized(text)].length <= 64 && !/[\p{Cc}\p{Cs}]/u.test(normalized(text))
}

function isWhole(value: unknown, least: number, most: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
}
