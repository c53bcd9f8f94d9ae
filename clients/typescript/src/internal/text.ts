import type { Messages } from './messages.js'

const MAX_LENGTH = 64
const MAX_SHOWN = 40
/** Unicode's white space without the spaces that do not break, which the server keeps. */
const SPACE = '[\\t-\\r\\x1c-\\x20\\u1680\\u2000-\\u2006\\u2008-\\u200a\\u2028\\u2029\\u205f\\u3000]'
const OUTER_SPACE = new RegExp(`^${SPACE}+|${SPACE}+$`, 'g')

/** Returns the text as the server keeps it; nothing counts as empty. */
export function normalized(text: unknown): string {
  return String(text ?? '').replace(OUTER_SPACE, '').normalize('NFC')
}

/** Whether a normalized text has at most 64 characters, and no control characters or halves of pairs. */
export function fits(text: string): boolean {
  return text.length <= 2 * MAX_LENGTH && [...text].length <= MAX_LENGTH && !/[\p{Cc}\p{Cs}]/u.test(text)
}

/** A text is an iterable of its characters, which nobody means. */
export function several(name: string, texts: Iterable<string>, messages: Messages): string[] {
  if (typeof texts === 'string') {
    throw new TypeError(messages.invalid(name, JSON.stringify(excerpt(texts)), messages.several))
  }
  return [...texts]
}

export function excerpt(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cs}]/gu, '?')
  return plain.length > MAX_SHOWN ? `${plain.slice(0, MAX_SHOWN)}…` : plain
}

export function isWhole(value: unknown, min: number, max: number): value is number {
  return Number.isInteger(value) && (value as number) >= min && (value as number) <= max
}

export function textOfThrown(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
