// What the site takes from the description beside the pages of the calls.
import { copyFileSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { calls, docs, file } from './description.js'
import { answerSamples, list, page, requestSamples, searchSections as sectionsOf, titles } from './page.js'
import { chinese, english } from './words.js'

const languages = [english, chinese]

/// The pages of a folder, `reference/` or that of another language.
export function paths(words) {
  const pages = calls.map(call => ({ params: { call: call.slug }, content: page(call, words) }))
  if (words.missing.size) {
    throw new Error(`docs/${words.folder}reference/texts.yaml lacks texts of the description:\n${[...words.missing].join('\n')}`)
  }
  return pages
}

/// The sidebar with a group of its own for the calls, the second.
export function withReference([first, ...others], words) {
  const address = `/${words.folder}reference/`
  const items = titles(words).map(([text, slug]) => ({ text, link: address + slug }))
  return [first, { text: words.reference, items: [{ text: words.introduction, link: address }, ...items] }, ...others]
}

/// `<!-- calls -->` is the list of calls, `<!-- first call -->` the samples of the first, `<!-- changelog -->` what CHANGELOG.md says.
export function insertions(md) {
  md.core.ruler.before('normalize', 'insertions', state => {
    const words = languages.findLast(({ folder }) => (state.env.relativePath ?? '').startsWith(folder)) ?? english
    state.src = state.src
      .replace('<!-- calls -->', () => list(words))
      .replace('<!-- first call -->', () => requestSamples(calls[0]) + answerSamples(calls[0], ['200']))
      .replace('<!-- changelog -->', changelog)
  })
}

const changelog = () =>
  readFileSync(`${docs}/../CHANGELOG.md`, 'utf8')
    .replace(/^# .*\n/, '')
    .replace(/\]\((?!https?:|#)/g, '](../')
    .replaceAll('](../docs/', '](')

/// For pages of calls; of others, nothing.
export function searchSections(path) {
  const name = relative(docs, path).slice(0, -'.md'.length)
  for (const words of languages) {
    const call = calls.find(({ slug }) => name === `${words.folder}reference/${slug}`)
    if (call) {
      return sectionsOf(call, words)
    }
  }
}

export function copyDescription({ outDir }) {
  copyFileSync(file, `${outDir}/openapi.yaml`)
}
