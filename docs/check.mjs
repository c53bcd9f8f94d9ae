// What the pages say about the repository: named files exist, quoted code is in them, and the refusals of limits.md are those
// of contract/.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const docs = dirname(fileURLToPath(import.meta.url))
const root = dirname(docs)
const read = file => readFileSync(resolve(root, file), 'utf8')
const faults = []
let seen = 0

function check(holds, fault) {
  seen++
  if (!holds) {
    faults.push(fault)
  }
}

/// In backticks, and with a folder of the repository in front.
function namedFiles(page) {
  const folders = readdirSync(root, { withFileTypes: true }).filter(it => it.isDirectory()).map(it => it.name)
  const named = [...read(page).matchAll(/`([\w.-]+\/[\w./-]+|[A-Z]+\.md)`/g)].map(match => match[1])
  for (const file of named.filter(it => folders.includes(it.split('/')[0]) || it.endsWith('.md'))) {
    check(existsSync(resolve(root, file)), `${page} names ${file}, which does not exist`)
  }
}

function quotedCode(page) {
  for (const [, file, quoted] of read(page).matchAll(/<!-- include: (\S+) .*-->\n```\w+\n([^]*?)```/g)) {
    check(read(file).includes(quoted.trim()), `${page} quotes ${file} wrongly`)
  }
}

function refusals(page) {
  const placeholders = JSON.parse(read('contract/vocabulary.json')).placeholders
  for (const [, file, status, shown] of read(page).matchAll(/\(\.\.\/(contract\/\S+\.json)\)\), (\d+):\n\n```json\n([^]*?)```/g)) {
    const { answer } = JSON.parse(read(file))
    const expected = JSON.stringify(answer.body).replace(/\{(\w+)\}/g, (all, name) => placeholders[name]?.example ?? all)
    const sorted = body => JSON.stringify(Object.entries(body).sort())
    check(sorted(JSON.parse(shown)) === sorted(JSON.parse(expected)), `${page} shows ${file} as ${shown} (it is: ${expected})`)
    check(answer.status === Number(status), `${page} says that ${file} is ${status} (it is: ${answer.status})`)
  }
}

namedFiles('docs/adding-an-endpoint.md')
namedFiles('docs/adding-a-product-field.md')
namedFiles('docs/architecture.md')
quotedCode('docs/adding-an-endpoint.md')
const before = seen
refusals('docs/limits.md')
check(seen - before >= 18, 'docs/limits.md shows fewer refusals than there are limits')
faults.forEach(fault => console.error(fault))
console.log(`documents: ${seen} statements about the repository, ${faults.length} wrong`)
process.exitCode = faults.length ? 1 : 0
