// What the pages say about the repository: named files, tests and commands exist, quoted code is in them, and the refusals of limits.md
// are those of contract/. Every error code is explained. Pages in Chinese say what the English ones say, with one word for one thing. Each alert has its runbook.
// Figures are limits, settings or examples, or in tables that commands write (figures.mjs). Prose wraps at 120 characters. The workflows run the parts of `make check`, with actions pinned by commit.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { codes, entries } from './.vitepress/errors.js'
import { sampleInChinese } from './chinese-samples.mjs'
import { problemsOfFigures } from './figures.mjs'
import { differencesOfLanguages } from './languages.mjs'
import { chineseFiles, unwantedTerms } from './terms.mjs'

const docs = dirname(fileURLToPath(import.meta.url))
const root = dirname(docs)
const read = file => readFileSync(resolve(root, file), 'utf8')
const wrong = []
let seen = 0

function check(holds, problem) {
  seen++
  if (!holds) {
    wrong.push(problem)
  }
}

/// In backticks, and with a folder of the repository in front.
function namedFiles(page) {
  const folders = readdirSync(root, { withFileTypes: true }).filter(it => it.isDirectory() && it.name !== 'target').map(it => it.name)
  const named = [...read(page).matchAll(/`([\w.-]+\/[\w./-]+|[A-Z]+\.md)`/g)].map(match => match[1])
  for (const file of named.filter(it => folders.includes(it.split('/')[0]) || it.endsWith('.md'))) {
    check(existsSync(resolve(root, file)), `${page} names ${file}, which does not exist`)
  }
}

/// In backticks, `ClassTest.method`.
function namedTests(page) {
  const sources = readdirSync(resolve(root, 'server/src/test/java'), { recursive: true })
  for (const [, type, method] of read(page).matchAll(/`(\w+Test)\.(\w+)`/g)) {
    const source = sources.find(it => it.endsWith(`/${type}.java`))
    const declared = source && new RegExp(`^    (void|Stream<DynamicTest>) ${method}\\(`, 'm').test(read(`server/src/test/java/${source}`))
    check(declared, `${page} names ${type}.${method}, which does not exist`)
  }
}

function quotedCode(page) {
  for (const [, file, quoted] of read(page).matchAll(/<!-- include: (\S+) .*-->\n```\w+\n([^]*?)```/g)) {
    check(read(file).includes(quoted.trim()), `${page} quotes ${file} wrongly`)
  }
}

function refusals(page) {
  const placeholders = JSON.parse(read('contract/vocabulary.json')).placeholders
  for (const [, file, status, shown] of read(page).matchAll(/\((?:\.\.\/)+(contract\/\S+\.json)\)[)）][,，]\s?(\d+)[:：]\n\n```json\n([^]*?)```/g)) {
    const { answer } = JSON.parse(read(file))
    // a text that is nothing but a placeholder has the type of the example
    const english = JSON.stringify(answer.body)
      .replace(/"\{(\w+)\}"/g, (all, name) => JSON.stringify(placeholders[name]?.example) ?? all)
      .replace(/\{(\w+)\}/g, (all, name) => placeholders[name]?.example ?? all)
    const expected = page.startsWith('docs/zh/') ? sampleInChinese(english) : english
    const sorted = body => JSON.stringify(Object.entries(body).sort())
    check(sorted(JSON.parse(shown)) === sorted(JSON.parse(expected)), `${page} shows ${file} as ${shown} (it is: ${expected})`)
    check(answer.status === Number(status), `${page} says that ${file} is ${status} (it is: ${answer.status})`)
  }
}

function markdownFiles(folder = '') {
  const built = ['.git', 'node_modules', 'target']
  return readdirSync(resolve(root, folder), { withFileTypes: true }).flatMap(it => {
    const path = folder + it.name
    return it.isDirectory() && !built.includes(it.name) ? markdownFiles(`${path}/`) : path.endsWith('.md') ? [path] : []
  })
}

/// Code, tables, quotations, comments and what the benchmark writes do not wrap, nor does a line that is one word, such as a link.
function wraps(page) {
  const prose = read(page).replace(/^```[^]*?^```|^<!-- bench:begin[^]*?bench:end -->/gm, block => block.replace(/.+/g, ''))
  const mayBreak = line => !/^\s*(\||>|<!--)/.test(line) && /\S\s/.test(line.replace(/^\s*([-*]|\d+\.)?\s*/, ''))
  const long = prose.split('\n').flatMap((line, i) => line.length > 120 && mayBreak(line) ? [i + 1] : [])
  check(!long.length, `${page} has lines of more than 120 characters: ${long.join(', ')}`)
}

/// In each language.
function errorCodes() {
  for (const folder of ['', 'zh/']) {
    const file = `docs/${folder}errors.yaml`
    entries(folder).forEach(({ code, means, fix }) => check(codes.includes(code) && means && fix, `${file}: ${code} (expected: a code of the server, with means and fix)`))
    codes.forEach(code => check(entries(folder).some(it => it.code === code), `${file} lacks ${code}`))
  }
}

const PART = /\b(check-[\w-]+|test-fast)\b/g

/// The jobs are the parts of `make check`, no more and no fewer.
function workflows(folder) {
  const parts = read('Makefile').match(/^check:.*\n((\t.*\n)*)/m)[1].match(PART).sort()
  const jobs = read(`${folder}/check.yml`).match(/target:\n((?: +- [\w-]+\n)+)/)[1].match(PART).sort()
  check(String(jobs) === String(parts), `${folder}/check.yml runs ${jobs} (expected: the parts of make check, ${parts})`)
  for (const file of readdirSync(resolve(root, folder))) {
    for (const [, action] of read(`${folder}/${file}`).matchAll(/uses: (.*)/g)) {
      check(/^[\w/-]+@[0-9a-f]{40} # v[\d.]+$/.test(action), `${folder}/${file} uses ${action} (expected: a commit # its version)`)
    }
  }
}

/// In backticks, `make TARGET`, and `make trial NAME=TRIAL`.
function namedCommands(page) {
  for (const [, target, trial] of read(page).matchAll(/`(?:\w+=\S+ )*make ([\w-]+)(?: NAME=([\w-]+))?/g)) {
    check(new RegExp(`^${target}:`, 'm').test(read('Makefile')), `${page} names make ${target}, which does not exist`)
    check(!trial || read('trials.toml').includes(`\n[${trial}]\n`), `${page} names the trial ${trial}, which does not exist`)
  }
}

/// Every trial is in the table of its results, and has the tests that it names: Maven takes none for a success.
function trials(list, results) {
  const sources = ['server', 'clients/java', 'cli'].flatMap(it => readdirSync(resolve(root, it, 'src/test/java'), { recursive: true }))
  for (const test of [...read(list).matchAll(/-Dtest=([\w,]+)/g)].flatMap(match => match[1].split(','))) {
    check(sources.some(it => it.endsWith(`/${test}.java`)), `${list} names ${test}, which does not exist`)
  }
  for (const [, name, holds] of read(list).matchAll(/^\[([\w-]+)\]\nholds = "(.*)"$/gm)) {
    check(read(results).includes(`| \`${name}\` | ${holds} |`), `${results} has no ${name} as in ${list} (run scripts/write-reliability)`)
  }
}

/// Each alert has a section of its name under "Alerts", in the same order, which begins with its severity; its `runbook_url` leads there.
function runbooks(rules, page) {
  const alerts = read(rules).split(/^ +- alert: /m).slice(1).map(rule => ({
    name: rule.match(/^\w+/)[0],
    severity: rule.match(/severity: (\w+)/)?.[1],
    runbook: rule.match(/^ +runbook_url: (.*)$/m)?.[1]
  }))
  const sections = [...read(page).split(/^## Alerts$/m)[1].matchAll(/^### (.*)\n(?:\*\*(\w+)\.\*\* )?/gm)]
  const severities = new Map(sections.map(([, name, severity]) => [name, severity?.toLowerCase()]))
  for (const { name, severity, runbook } of alerts) {
    const expected = `https://docs.example/stockroom/runbooks.html#${name.toLowerCase()}`
    check(runbook === expected, `${rules}: ${name} has runbook_url ${runbook} (expected: ${expected})`)
    check(severities.has(name), `${page} has no section ### ${name} (expected: one for each alert of ${rules})`)
    check(!severities.has(name) || severities.get(name) === severity, `${page}: ${name} begins with severity ${severities.get(name)} (expected: ${severity})`)
  }
  const names = alerts.map(it => it.name)
  const others = [...severities.keys()].filter(it => !names.includes(it))
  check(!others.length, `${page} has sections that are no alert of ${rules}: ${others}`)
  const inOrder = names.filter(it => severities.has(it))
  check(names.length > 10 && String([...severities.keys()].filter(it => names.includes(it))) === String(inOrder), `${page} has its sections in another order than ${rules}`)
}

const guides = readdirSync(docs).filter(it => it.startsWith('adding-')).map(it => `docs/${it}`)
guides.forEach(namedFiles)
guides.forEach(quotedCode)
namedFiles('docs/architecture.md')
namedFiles('CONTRIBUTING.md')
namedTests('docs/security.md')
errorCodes()
markdownFiles().forEach(wraps)
markdownFiles().filter(it => it !== 'CHANGELOG.md').forEach(namedCommands)
trials('trials.toml', 'docs/reliability.md')
runbooks('deploy/prometheus/stockroom.rules.yml', 'docs/runbooks.md')
workflows('.github/workflows')
for (const page of ['docs/limits.md', 'docs/zh/limits.md']) {
  const before = seen
  refusals(page)
  check(seen - before >= 6, `${page} shows fewer refusals than three`)
}
for (const file of chineseFiles()) {
  const unwanted = unwantedTerms(file)
  check(!unwanted.length, unwanted.join('\n'))
}
problemsOfFigures().forEach(problem => check(false, problem))
const languages = differencesOfLanguages()
languages.problems.forEach(problem => check(false, problem))
check(languages.compared >= 10, `only ${languages.compared} pages are in both languages`)
wrong.forEach(problem => console.error(problem))
console.log(`documents: ${seen} statements about the repository, ${wrong.length} wrong`)
process.exitCode = wrong.length ? 1 : 0
