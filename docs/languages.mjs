// The pages of docs/zh/ say what the English ones say. Compared section by section: headings by level and anchor, code but for
// its comments, its colours and the language it asks for, rows of tables by the names and numbers in them, and in all text names in
// backticks, numbers and links.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { coloursInChinese, sampleInChinese, withoutLanguage } from './chinese-samples.mjs'
import { withErrors } from './.vitepress/errors.js'
import { docs, inOtherLanguage, pagesInBothLanguages } from './.vitepress/pages.js'

const comments = { java: / *\/\/ .*$/gm, xml: / *<!--.*-->/g }
const usualComment = /(^| +)# .*$/gm

/// What is missing in which language, a line each. Pages that the build writes, whose file has a name in brackets, see to it themselves.
export function differencesOfLanguages() {
  const chinese = readdirSync(`${docs}/zh`, { recursive: true }).filter(file => file.endsWith('.md') && !file.includes('[')).sort()
  const both = [...new Set([...pagesInBothLanguages(), ...chinese])]
  const problems = both.flatMap(page => {
    const missing = [page, inOtherLanguage(page)].filter(file => !existsSync(`${docs}/${file}`))
    return missing.length
      ? missing.map(file => `docs/${file} is missing (expected: every page for callers and merchants in both languages)`)
      : differences(page, textOf(page), textOf(inOtherLanguage(page)))
  })
  return { compared: both.length, problems }
}

/// A page with its error codes, as the site has it.
export const textOf = page => withErrors(readFileSync(`${docs}/${page}`, 'utf8'), page.startsWith('zh/') ? 'zh/' : '')

export function differences(page, english, chinese) {
  const [left, right] = [sections(page, english, sampleInChinese), sections(inOtherLanguage(page), chinese, withoutLanguage)]
  const compare = (place, kind, inLeft, inRight) => {
    const lacks = (file, theirs, own) => without(theirs, own).map(fact => `docs/${file}${place} lacks ${kind}: ${fact}`)
    const lacking = [...lacks(inOtherLanguage(page), inLeft, inRight), ...lacks(page, inRight, inLeft)]
    return lacking.length || String(inLeft) === String(inRight)
      ? lacking
      : [`docs/${inOtherLanguage(page)}${place} has another order of ${kind}: ${inRight.join(' / ')}`]
  }
  const inSections = left.filter(it => right.some(other => other.heading === it.heading)).flatMap(it => {
    const other = right.find(each => each.heading === it.heading)
    return Object.keys(it.facts).flatMap(kind => compare(it.anchor, kind, it.facts[kind], other.facts[kind]))
  })
  return [...compare('', 'the heading', left.map(it => it.heading), right.map(it => it.heading)), ...inSections]
}

/// What is in the first list and not in the second, as often as it is there more often.
function without(list, others) {
  const left = [...others]
  return list.filter(it => {
    const at = left.indexOf(it)
    if (at >= 0) {
      left.splice(at, 1)
    }
    return at < 0
  })
}

/// Begins with the title and the text below it, whose anchor is empty.
function sections(page, text, sample) {
  const found = []
  for (const part of text.replace(/^```[^]*?^```$/gm, block => block.replace(/^#/gm, '\0#')).split(/^(?=#{1,6} )/m)) {
    const [, level, title, id] = part.match(/^(#+) (.*?)(?: \{#([\w-]+)\})?$/m)
    const anchor = level === '#' ? '' : `#${id ?? anchorOf(title)}`
    found.push({ heading: `${level} ${anchor}`, anchor, facts: factsOf(page, part.replaceAll('\0', ''), sample) })
  }
  return found
}

/// As VitePress makes it of an English title.
const anchorOf = title => title.replace(/\[(.*)\]\(.*\)/, '$1').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')

function factsOf(page, part, sample) {
  const code = []
  const prose = part.replace(/^#+ .*\n/, '').replace(/^```(\w*)\n([^]*?)^```$/gm, (all, language, lines) => {
    code.push(`${language} ${sample(lines.replace(comments[language] ?? usualComment, ''), language)}`)
    return ''
  })
  const rows = prose.split('\n').filter(line => line.startsWith('|')).map(line => {
    const cells = line.split('|').length - 2
    return [...namesIn(line), ...numbersIn(line)].join(' ') || `a row of ${cells} cells without a name or a number`
  })
  return {
    'the code': code,
    'the row': rows,
    'the name': [...new Set(namesIn(prose))],
    'the number': [...new Set(numbersIn(prose))],
    'the link to': linksIn(page, prose)
  }
}

/// The English page names the language of all Chinese, the Chinese one that of a reader's system.
const namesIn = text => (coloursInChinese(text).replaceAll('Accept-Language: zh-CN', 'Accept-Language: zh').match(/`[^`\n]+`/g) ?? []).sort()

/// With units and times beside them, but not those in names, links, or in the words of a quotation.
function numbersIn(text) {
  const plain = text.replace(/`[^`\n]+`|\]\([^)]*\)|^>.*$|<!--.*-->|^\d+\./gm, ' ')
  return (plain.match(/\d[\d,.]*\d|\d/g) ?? []).sort()
}

/// Files by where they are, pages and the READMEs of clients by their English name.
function linksIn(page, text) {
  const targets = [...text.matchAll(/\]\(([^)]+)\)|<<< ([^\s{]+)/g)].map(match => match[1] ?? match[2])
  return [...new Set(targets.map(target => {
    if (/^([a-z]+:|#)/.test(target)) {
      return target
    }
    const path = normalize(join('docs', dirname(page), target)).replace('README.zh.md', 'README.md')
    const [file] = path.split('#')
    const english = page.startsWith('zh/') && existsSync(`${docs}/${inOtherLanguage(file.replace(/^docs\//, ''))}`)
    return english && !file.startsWith('docs/zh/') ? `${path} (there is one in Chinese)` : path.replace(/^docs\/zh\//, 'docs/')
  }))].sort()
}
