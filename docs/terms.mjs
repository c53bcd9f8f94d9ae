// One Chinese word for one thing: which files have Chinese in them that we wrote, and which of the words they must not have.
import { readFileSync, readdirSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { docs } from './.vitepress/pages.js'

const root = resolve(docs, '..')
const list = 'docs/zh/terms.txt'

/// What readers and callers see, whatever its kind; not the list itself, descriptions of released versions, nor tests.
const written = ['docs', 'contract', 'server/src/main', 'clients', 'cli/src/main']
const others = /(^|\/)(node_modules|target|build|dist|obj|bin|released|test|tests|browser)\/|\.test\.mjs$|^docs\/zh\/terms\.txt$/

export function chineseFiles() {
  const files = written.flatMap(folder => readdirSync(resolve(root, folder), { withFileTypes: true, recursive: true })
    .filter(it => it.isFile()).map(it => relative(root, resolve(it.parentPath ?? it.path, it.name))))
  return files.filter(file => /\.(md|txt|m?js|ts|vue|css|html|json|ya?ml|properties|java|py|cs|php|sql|svg)$/.test(file) && !others.test(file))
}

export function terms(text = readFileSync(resolve(root, list), 'utf8')) {
  return text.split('\n').filter(line => line && !line.startsWith('#')).map(line => {
    const [, term, refused, why] = line.match(/^(\S+) not (.+?): (.+)$/) ?? []
    if (!why) {
      throw new Error(`${list}: ${line} (expected: word not others: why)`)
    }
    return { term, refused: refused.split(' ') }
  })
}

/// A line for each word that should be another.
export function unwantedTerms(file, text = readFileSync(resolve(root, file), 'utf8')) {
  if (!/\p{Script=Han}/u.test(text)) {
    return []
  }
  const lines = text.split('\n')
  return terms().flatMap(({ term, refused }) => refused.flatMap(word => lines.flatMap((line, i) =>
    line.includes(word) ? [`${file}:${i + 1} says ${word} (expected: ${term}, see ${list})`] : [])))
}
