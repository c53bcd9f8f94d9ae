import { UnexpectedAnswerError } from '../errors.js'
import type { Snapshot, StockItem, Stocks } from '../stock.js'
import type { Calls } from './calls.js'
import { changePage } from './change-reads.js'
import { json } from './connection.js'
import { products } from './product-reads.js'
import { normalized, several } from './text.js'

const PATH = '/Stock/Batch'
const MAX_PER_REQUEST = 100

interface Batch {
  readonly data: readonly { readonly productid: number; readonly stock: readonly StockItem[] }[]
  /** What the server did not read this time. */
  readonly rest?: readonly number[]
  readonly restBarCodes?: readonly string[]
  readonly cursor?: string
}

/** With `fields`, the cursor is that of the first request. */
export async function stocks(
  calls: Calls, pids: Iterable<number>, signal: AbortSignal | undefined, fields?: 'cursor'
): Promise<{ stock: Stocks; cursor: string | undefined }> {
  const open = [...new Set(pids)]
  const stock = new Map<number, readonly StockItem[]>()
  let first: string | undefined
  while (open.length > 0) {
    const asked = open.splice(0, MAX_PER_REQUEST)
    const { data, rest = [], cursor } = await calls.read<Batch>(
      PATH, { ...json({ productids: asked, fields }), signal }, fields ? ['data', fields] : ['data'])
    first ??= cursor
    data.forEach(it => stock.set(it.productid, it.stock))
    open.unshift(...furtherThan(asked, rest, calls))
  }
  return { stock, cursor: first }
}

export async function stocksByBarCode(
  calls: Calls, barCodes: Iterable<string>, signal: AbortSignal | undefined
): Promise<Stocks> {
  // a blank one would be none
  const open = [...new Set(several('barCodes', barCodes, calls.messages).map(normalized).filter(Boolean))]
  const stock = new Map<number, readonly StockItem[]>()
  while (open.length > 0) {
    const asked = open.splice(0, MAX_PER_REQUEST)
    const { data, rest = [], restBarCodes = [] } = await calls.read<Batch>(
      PATH, { ...json({ barCodes: asked }), signal }, ['data', 'restBarCodes'])
    data.forEach(it => stock.set(it.productid, it.stock))
    const others = await stocks(calls, rest, signal)
    others.stock.forEach((items, pid) => stock.set(pid, items))
    open.unshift(...furtherThan(asked, restBarCodes, calls))
  }
  return stock
}

export async function snapshot(
  calls: Calls, pids: Iterable<number> | undefined, signal: AbortSignal | undefined
): Promise<Snapshot> {
  if (pids) {
    const { stock, cursor } = await stocks(calls, pids, signal, 'cursor')
    return { stock, cursor: cursor ?? (await changePage(calls, { signal })).cursor }
  }
  // before the list: a product that is added meanwhile is in the list or in the changes
  const { cursor } = await changePage(calls, { signal })
  const all: number[] = []
  for await (const { id } of products(calls, { signal })) {
    all.push(id)
  }
  return { stock: (await stocks(calls, all, signal)).stock, cursor }
}

/** Returns the rest, and throws if it is everything: the same request would come again and again. */
function furtherThan<T>(asked: readonly T[], rest: readonly T[], calls: Calls): readonly T[] {
  if (rest.length >= asked.length) {
    throw new UnexpectedAnswerError({ status: 200, reason: calls.messages.noneRead(asked.length) })
  }
  return rest
}
