// What the site takes from the description beside the pages of the calls.
import { copyFileSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { clients, page as clientPage } from '../clients.js'
import { withErrors } from '../errors.js'
import { calls, docs, file } from './description.js'
import { allCodes, answerOf, answerSamples, list, page, requestSamples, searchSections as sectionsOfCall, sectionsOf, titles } from './page.js'
import { languages, wordsOf } from './words.js'

/// The pages of a folder, `reference/` or that of another language.
export function paths(words) {
  const pages = calls.map(call => ({ params: { call: call.slug }, content: words.samples(page(call, words)) }))
  if (words.missing.size) {
    throw new Error(`stockroom/http/docs/chinese.yaml lacks texts of the description:\n${[...words.missing].join('\n')}`)
  }
  return pages
}

/// The sidebar with a group of its own for the calls, the second.
export function withReference([first, ...others], words) {
  const address = `/${words.folder}reference/`
  const items = titles(words).map(([text, slug]) => ({ text, link: address + slug }))
  return [first, { text: words.reference, items: [{ text: words.introduction, link: address }, ...items] }, ...others]
}

/// `<!-- calls -->` is the list of calls, `<!-- first call -->` the samples of the first, `<!-- answer: undo/success -->` an answer,
/// `<!-- changelog -->` what CHANGELOG.md says, `<!-- errors -->` what each error code means.
export function insertions(md) {
  md.core.ruler.before('normalize', 'insertions', state => {
    const words = wordsOf(state.env.relativePath)
    state.src = withErrors(state.src, words.folder)
      .replace('<!-- calls -->', () => list(words))
      .replace('<!-- first call -->', () => words.samples(requestSamples(calls[0]) + answerSamples(calls[0], ['200'])))
      .replace(/<!-- answer: (\S+) -->/g, (all, name) => words.samples(`${answerOf(name)}\n`))
      .replace('<!-- changelog -->', changelog)
  })
}

const changelog = () =>
  readFileSync(`${docs}/../CHANGELOG.md`, 'utf8')
    .replace(/^# .*\n/, '')
    .replace(/\]\((?!https?:|#)/g, '](../')
    .replaceAll('](../docs/', '](')

/// On pages in prose, the path of a call leads to its page, and a code to its section of the page of errors.
export function linkNames(md) {
  md.core.ruler.after('inline', 'link-names', state => {
    const page = state.env.relativePath ?? ''
    const { folder } = wordsOf(page)
    const link = (token, mark) => Object.assign(new state.Token(mark, 'a', mark === 'link_open' ? 1 : -1), token)
    state.tokens.filter(({ children }, i) => children && state.tokens[i - 1]?.type !== 'heading_open').forEach(token => {
      let linked = false
      token.children = token.children.flatMap(it => {
        linked = it.type === 'link_open' || (linked && it.type !== 'link_close')
        const target = !linked && it.type === 'code_inline' && targetOf(it.content)
        const href = target && relative(`/${page}/..`, `/${folder}${target}`)
        return href ? [link({ attrs: [['href', href]] }, 'link_open'), it, link({}, 'link_close')] : [it]
      })
    })
  })
}

function targetOf(name) {
  const call = calls.find(({ path }) => path === name)
  return call ? `reference/${call.slug}.md` : allCodes.has(name) ? `errors.md#${name}` : undefined
}

/// For pages of calls and clients; of others, nothing.
export function searchSections(path) {
  const name = relative(docs, path).slice(0, -'.md'.length)
  for (const words of languages) {
    const call = calls.find(({ slug }) => name === `${words.folder}reference/${slug}`)
    if (call) {
      return sectionsOfCall(call, words)
    }
  }
  const folder = name.startsWith('zh/') ? 'zh/' : ''
  const client = clients.find(it => name === `${folder}clients/${it.name}`)
  return client && sectionsOf(clientPage(client, folder))
}

export function copyDescription({ outDir }) {
  copyFileSync(file, `${outDir}/openapi.yaml`)
}
