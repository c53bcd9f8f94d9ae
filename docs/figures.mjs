// A measured figure stands in one place: a table that a command writes. So each amount of time or memory, and each rate, elsewhere in
// README.md and the pages is one of docs/figures.txt: a limit, a setting or an example. Decisions are left out: each is a record of
// what was measured on its day.
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const read = file => readFileSync(resolve(root, file), 'utf8')

const FIGURE = /(?<![\w.,/-])\d[\d,.]*(?:\s*(?:[mµ]?s|[kKMGT]i?B)\b|(?:\s+\w+)?\/s\b)/g
/// Written by a command between marks, such as bench:begin and bench:end, or by scripts/write-reliability under this head.
const MARKED = /<!-- (\w+):begin\b[^]*?<!-- \1:end -->/g
const TRIALS = /^\| Trial \| Passes when \| Seen \| Date \|\n\|.*\n((?:\|.*\n)*)/gm

/// In the order of the page, each once.
export function figuresOf(text) {
  const written = text.replace(MARKED, '').replace(TRIALS, '')
  return [...new Set([...written.matchAll(FIGURE)].map(match => match[0].replace(/\s+/, ' ')))]
}

function pages() {
  const inDocs = readdirSync(resolve(root, 'docs'), { recursive: true })
    .filter(file => file.endsWith('.md') && !file.includes('node_modules') && !file.startsWith('decisions/'))
  return ['README.md', ...inDocs.map(file => `docs/${file}`).sort()]
}

/// What is wrong, a line each.
export function problemsOfFigures(list = 'docs/figures.txt') {
  const listed = new Set(read(list).split('\n').filter(line => line && !line.startsWith('#')))
  const found = pages().flatMap(page => figuresOf(read(page)).map(figure => `${page}: ${figure}`))
  const added = found.filter(it => !listed.has(it)).map(it => `${it} is not in ${list} (expected: a measured figure only in a `
    + 'table that a command writes, docs/reliability.md or docs/performance.md, to which the text links; '
    + `if it is a limit, a setting or an example, add the line "${it}")`)
  const gone = [...listed].filter(it => !found.includes(it)).map(it => `${list} has "${it}", which is not on the page: remove the line`)
  return [...added, ...gone, ...rowsByHand()]
}

/// Rows that no trial writes.
function rowsByHand() {
  const trials = read('trials.toml')
  const rows = [...read('docs/reliability.md').matchAll(TRIALS)].flatMap(match => match[1].trim().split('\n')).map(row => row.split(' | ')[0].slice(2))
  return rows.filter(row => !trials.includes(`\n"${row}" = "`)).map(row => `docs/reliability.md has the row ${row}, which no trial of trials.toml writes`)
}
