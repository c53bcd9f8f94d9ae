// Is compiled and run with the installed package.
import { createRequire } from 'node:module'
import { Stockroom, StockroomError, type CreateReport, type Push, type StockEntry } from 'stockroom-client'

export const entries: readonly StockEntry[] = [
  { pid: 7, color: 'red', size: 38, stock: 5, expected: -1 },
  { artNo: 'HX-1001', color: 'red', size: 38, delta: -1 },
  // @ts-expect-error an entry has a stock or a delta
  { pid: 7, color: 'red', size: 38 },
  // @ts-expect-error an entry has either
  { pid: 7, color: 'red', size: 38, stock: 5, delta: 1 },
  // @ts-expect-error a product has one name
  { pid: 7, artNo: 'HX-1001', color: 'red', size: 38, stock: 5 }
]

export function change(push: Push, report: CreateReport, stockroom: Stockroom): void {
  // @ts-expect-error results are read-only
  push.push = 1
  // @ts-expect-error their lists, too
  push.changes.pop()
  // @ts-expect-error and the report
  report.states[0] = 'written'
  // @ts-expect-error following begins at one place
  void stockroom.changes({ cursor: 'a', from: 17 })
}

const { STOCKROOM_ADDRESS, STOCKROOM_APPID, STOCKROOM_SECRET, STOCKROOM_TOKEN } = process.env
const stockroom = new Stockroom({
  address: STOCKROOM_ADDRESS!, appid: STOCKROOM_APPID!, secret: STOCKROOM_SECRET!, token: STOCKROOM_TOKEN!, fetch,
  logger: { ...console, debug() {} }
})
const required = createRequire(import.meta.url)('stockroom-client') as { Stockroom: unknown }
const failure = await stockroom.stock(2147483647).catch((error: unknown) => error)
const { token } = await stockroom.limits()
console.log(required.Stockroom === Stockroom, failure instanceof StockroomError && failure.code, token.expiresAt > '2')
