import type { StockEntry } from '../stock.js'
import { normalized } from './text.js'

export const MAX_COLORS = 300
export const MAX_ENTRIES = 15_000

/** One colour of one product, an element of a request, and its entries by their indexes. */
export interface ColorGroup {
  readonly pid: number | undefined
  readonly artNo: string | undefined
  readonly color: string
  readonly indexes: readonly number[]
}

/** Identifies the product and the colour. */
export function colorKey({ pid, artNo, color }: StockEntry): string {
  return JSON.stringify([pid, artNo === undefined ? undefined : normalized(artNo), normalized(color)])
}

/**
 * Puts entries into as few requests as possible, colours with something sold out first: that must not be sold while
 * other requests wait for their turns.
 */
export function plan(entries: readonly StockEntry[]): ColorGroup[][] {
  const groups = new Map<string, ColorGroup & { indexes: number[]; isSoldOut: boolean }>()
  for (const [index, entry] of entries.entries()) {
    const key = colorKey(entry)
    let group = groups.get(key)
    if (!group) {
      const { pid, artNo, color } = entry
      group = {
        pid, artNo: artNo === undefined ? undefined : normalized(artNo), color: normalized(color), indexes: [],
        isSoldOut: false
      }
      groups.set(key, group)
    }
    group.indexes.push(index)
    group.isSoldOut ||= entry.stock === 0
  }
  const all = [...groups.values()]
  const requests: ColorGroup[][] = []
  let request: ColorGroup[] = []
  let count = 0
  for (const group of [...all.filter(it => it.isSoldOut), ...all.filter(it => !it.isSoldOut)]) {
    count += group.indexes.length
    if (requests.length === 0 || request.length === MAX_COLORS || count > MAX_ENTRIES) {
      requests.push(request = [])
      count = group.indexes.length
    }
    request.push(group)
  }
  return requests
}

/** Returns the element of /Stock/Creat. */
export function element({ pid, artNo, color, indexes }: ColorGroup, entries: readonly StockEntry[]): object {
  const param = indexes.map(index => {
    const { size, stock, delta, expected, barCode, clearBarCode } = entries[index]!
    return { size: String(size), stock, delta, expected, barCode: normalized(barCode) || undefined, clearBarCode }
  })
  return { pid, artNo, color, param }
}
