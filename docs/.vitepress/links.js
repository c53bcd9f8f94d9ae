// Links from pages to files that are no pages. Those in docs/ are copied beside the pages. Those elsewhere in the repository
// lead to it when REPOSITORY says where it is to be read (such as https://host/stockroom/blob/main), and are plain
// text otherwise. A link to a file that is not there fails the build.
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { pageOf } from './clients.js'
import { docs } from './pages.js'

const root = resolve(docs, '..')
const repository = process.env.REPOSITORY?.replace(/\/$/, '')
const linked = new Set()

export function linksBesidePages(md) {
  md.core.ruler.after('inline', 'links-beside-pages', state => {
    const page = resolve(docs, state.env.realPath ?? state.env.path ?? state.env.relativePath)
    for (const { children } of state.tokens) {
      for (let i = 0; i < (children?.length ?? 0); i++) {
        if (children[i].type === 'link_open') {
          leadElsewhere(children, i, page, state.env.relativePath ?? page)
        }
      }
    }
  })
}

function leadElsewhere(tokens, at, page, name) {
  const href = tokens[at].attrGet('href')
  if (/^([a-z]+:|#|\/)/.test(href)) {
    return
  }
  const [path, fragment] = href.split('#')
  const file = resolve(dirname(page), path)
  const client = pageOf(file, name)
  if (client) {
    tokens[at].attrSet('href', relative(`/${name}/..`, `/${client}`) + (fragment ? `#${fragment}` : ''))
    return
  }
  const inDocs = !relative(docs, file).startsWith('..')
  if (inDocs && path.endsWith('.md')) {
    return // VitePress sees to pages
  }
  if (!existsSync(file)) {
    throw new Error(`${name}: links to ${href}, which does not exist`)
  }
  if (inDocs) {
    linked.add(relative(docs, file))
    tokens[at].attrSet('target', '_self') // a file to be loaded, not a page to be routed to
  } else if (repository) {
    tokens[at].attrSet('href', `${repository}/${relative(root, file)}${fragment ? `#${fragment}` : ''}`)
  } else {
    unlink(tokens, at)
  }
}

function unlink(tokens, at) {
  const close = tokens.findIndex((token, i) => i > at && token.type === 'link_close')
  for (const [i, tag] of [[at, '<span title="a file of the repository">'], [close, '</span>']]) {
    tokens[i].type = 'html_inline'
    tokens[i].content = tag
  }
}

export function copyLinkedFiles({ outDir }) {
  for (const file of linked) {
    mkdirSync(dirname(`${outDir}/${file}`), { recursive: true })
    cpSync(`${docs}/${file}`, `${outDir}/${file}`, { recursive: true })
  }
}
