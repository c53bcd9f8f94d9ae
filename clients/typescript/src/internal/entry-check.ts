import type { Violation } from '../errors.js'
import type { StockEntry } from '../stock.js'
import type { Messages } from './messages.js'
import { colorKey } from './stock-plan.js'
import { excerpt, fits, isWhole, normalized } from './text.js'

const MAX_ID = 2 ** 31 - 1
const MAX_SIZE = 999
const MAX_STOCK = 999_999_999

/** What is wrong with a field: its code, what it has, and what was expected. */
type Finding = [field: string, code: string, value: string, expected: string]

/** Returns everything that is wrong with the entries, as the server would say it. */
export function check(entries: readonly StockEntry[], messages: Messages): Violation[] {
  const violations: Violation[] = []
  const seen = new Map<string, number>()
  for (const [index, entry] of entries.entries()) {
    const findings = findingsOf(entry, messages)
    for (const [field, code, value, expected] of findings) {
      const at = `[${index}].${field}`
      violations.push({ at, code, message: messages.invalid(at, value, expected), stock: null })
    }
    if (findings.length > 0) {
      continue
    }
    const key = `${entry.size} ${colorKey(entry)}`
    const first = seen.get(key)
    if (first === undefined) {
      seen.set(key, index)
    } else {
      const product = String(entry.pid ?? normalized(entry.artNo))
      const message = messages.repeated(index, product, normalized(entry.color), entry.size, first)
      violations.push({ at: `[${index}]`, code: 'ENTRY_REPEATED', message, stock: null })
    }
  }
  return violations
}

/** The types of the fields are checked, too: a program in JavaScript may give anything. */
function findingsOf(entry: StockEntry, messages: Messages): Finding[] {
  const findings: Finding[] = []
  const { pid, artNo, color, size, stock, delta, expected, barCode } = entry
  const number = (field: string, code: string, value: unknown, min: number, max: number, what: string) => {
    if (!isWhole(value, min, max)) {
      findings.push([field, code, shown(value, messages), what])
    }
  }
  const text = (field: string, code: string, value: unknown, isRequired: boolean) => {
    const kept = normalized(value)
    if (!fits(kept) || (isRequired && kept === '')) {
      findings.push([field, code, excerpt(kept) || messages.nothing, isRequired ? messages.text : messages.shortText])
    }
  }
  if (artNo === undefined) {
    number('pid', 'ID_INVALID', pid, 1, MAX_ID, messages.pid)
  } else if (pid !== undefined) {
    findings.push(['artNo', 'ART_NO_WITH_PID', messages.besidePid, messages.pidOrArtNo])
  } else {
    text('artNo', 'TEXT_INVALID', artNo, true)
  }
  text('color', 'COLOR_INVALID', color, true)
  number('size', 'SIZE_INVALID', size, 1, MAX_SIZE, messages.size)
  if (delta === undefined) {
    number('stock', 'STOCK_INVALID', stock, 0, MAX_STOCK, stock === undefined ? messages.stockOrDelta : messages.stock)
    if (expected !== undefined) {
      number('expected', 'EXPECTED_INVALID', expected, -1, MAX_STOCK, messages.expected)
    }
  } else if (stock !== undefined || expected !== undefined) {
    findings.push(['delta', 'DELTA_WITH_STOCK', messages.besideStock, messages.deltaAlone])
  } else {
    number('delta', 'DELTA_INVALID', delta, -MAX_STOCK, MAX_STOCK, messages.delta)
  }
  text('barCode', 'BAR_CODE_INVALID', barCode, false)
  return findings
}

/** Puts a string in quotes, where a number was expected. */
function shown(value: unknown, messages: Messages): string {
  return value === undefined || value === null ? messages.nothing
    : typeof value === 'string' ? JSON.stringify(excerpt(value)) : excerpt(String(value))
}
