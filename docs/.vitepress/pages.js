// Which pages the site has, by reader. A test sees to it that every page in docs/ is here.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { titles } from './reference/page.js'
import { english } from './reference/words.js'

export const docs = fileURLToPath(new URL('..', import.meta.url))

const readers = {
  Integrators: {
    Quickstart: 'quickstart',
    Signing: 'signing',
    'The interface': 'interface',
    'Error codes': 'errors',
    Limits: 'limits',
    Recipes: 'recipes',
    'Java client': 'java-client',
    Compatibility: 'compatibility'
  },
  Operators: {
    Operating: 'operating',
    'Backup and restore': 'backup',
    Settings: 'settings',
    'High availability': 'high-availability',
    Reliability: 'reliability',
    Security: 'security',
    Performance: 'performance',
    Scale: 'scale',
    'A cluster': 'cluster'
  },
  Merchants: {
    'Your goods and applications': 'merchants'
  },
  Contributors: {
    Architecture: 'architecture',
    'Adding an endpoint': 'adding-an-endpoint',
    'Adding a product field': 'adding-a-product-field',
    'Adding a limit': 'adding-a-limit',
    'Adding a command': 'adding-a-command',
    'Adding a migration': 'adding-a-migration'
  },
  Project: {
    Changelog: 'changelog'
  }
}

const page = ([text, name]) => ({ text, link: `/${name}` })

function decisions() {
  const titles = readdirSync(`${docs}/decisions`)
    .filter(file => file.endsWith('.md'))
    .sort()
    .map(file => [readFileSync(`${docs}/decisions/${file}`, 'utf8').match(/^# (.*)$/m)[1], `decisions/${file.slice(0, -3)}`])
  return { text: 'Decisions', collapsed: true, items: titles.map(page) }
}

/// A page for each call, written from the description.
export function reference(words) {
  const introduction = { text: words.introduction, link: `/${words.folder}reference/` }
  return { text: words.reference, items: [introduction, ...titles(words).map(([text, slug]) => page([text, `${words.folder}reference/${slug}`]))] }
}

export function sidebar() {
  const written = ([, name]) => existsSync(`${docs}/${name}.md`)
  const groups = Object.entries(readers).map(([text, pages]) => ({ text, items: Object.entries(pages).filter(written).map(page) }))
  groups.find(({ text }) => text === 'Contributors').items.push(decisions())
  groups.splice(1, 0, reference(english))
  return groups
}
