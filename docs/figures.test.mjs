// Figures are found in prose, however they are written, and not in tables that a command writes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figuresOf } from './figures.mjs'

for (const [figure, text] of [
  ['4.7 s', 'The restore took 4.7 s.'],
  ['4.7 s', 'The restore took 4.7\n  s, and more.'],
  ['144 ms', '| killed | 144 ms |'],
  ['38 µs', '(38 µs)'],
  ['2,400/s', 'up to 2,400/s'],
  ['14,054 products/s', '14,054 products/s'],
  ['655 MB', '**655 MB**'],
  ['1.5 GB', '`1.5 GB`']
]) {
  test(`${figure} is found in ${JSON.stringify(text)}`, () => assert.deepEqual(figuresOf(text), [figure]))
}

for (const text of [
  '<!-- bench:begin works -->\n| stock list | 162 µs |\n<!-- bench:end -->\n',
  '| Trial | Passes when | Seen | Date |\n|---|---|---|---|\n| killed | ≤ 30 s | 25.3 s | 2026-11-16 |\n',
  '300 colours, 13 months, 5 servers, postgresql://host:5432/stockroom'
]) {
  test(`nothing is found in ${JSON.stringify(text)}`, () => assert.deepEqual(figuresOf(text), []))
}
