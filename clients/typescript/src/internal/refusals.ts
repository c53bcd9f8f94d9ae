import type { RejectedEntry } from '../create-report.js'
import type { StockroomError } from '../errors.js'
import type { StockEntry } from '../stock.js'
import type { ColorGroup } from './stock-plan.js'

const PRODUCT_CODES = ['PRODUCT_UNKNOWN', 'PRODUCT_FULL', 'COLORS_TOO_MANY']

/** Returns the entries of a request that a response refuses; throws the failure if it does not name them. */
export function rejectedBy(
  failure: StockroomError, groups: readonly ColorGroup[], entries: readonly StockEntry[]
): RejectedEntry[] {
  const rejected = new Map<number, RejectedEntry>()
  const reject = (indexes: readonly number[], code: string, message: string, stock: number | null) => {
    for (const index of indexes) {
      if (!rejected.has(index)) {
        rejected.set(index, { index, entry: entries[index]!, code, message, stock })
      }
    }
  }
  if (PRODUCT_CODES.includes(failure.code)) {
    for (const { pid, indexes } of groups) {
      if (pid !== undefined && failure.products.includes(pid)) {
        reject(indexes, failure.code, failure.reason, null)
      }
    }
  } else {
    for (const { at, code, message, stock } of failure.violations) {
      // such as [17].param[2].stock, or [17].color
      const [, group, item] = /^\[(\d+)\](?:\.param\[(\d+)\])?/.exec(at) ?? []
      const indexes = groups[Number(group)]?.indexes ?? []
      const places = item === undefined ? indexes : indexes.slice(Number(item), Number(item) + 1)
      if (places.length === 0) {
        throw failure
      }
      reject(places, code, message, stock)
    }
  }
  if (rejected.size === 0) {
    throw failure
  }
  return [...rejected.values()]
}
