// Which pages the site has, by reader. A test sees to it that every page in docs/ is here.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { clients } from './clients.js'

export const docs = fileURLToPath(new URL('..', import.meta.url))

const readers = {
  Integrators: {
    Quickstart: 'quickstart',
    Signing: 'signing',
    'The interface': 'interface',
    'Error codes': 'errors',
    Limits: 'limits',
    Recipes: 'recipes',
    Clients: 'clients',
    'Java client': 'java-client',
    Compatibility: 'compatibility'
  },
  Operators: {
    Install: 'install',
    Operating: 'operating',
    People: 'people',
    Runbooks: 'runbooks',
    'Import products': 'importing',
    'Metrics and alerts': 'metrics',
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

// The readers whose pages are in Chinese too, in docs/zh/. Operators and contributors read English, except about people,
// whom merchants invite as well.
const readersOfChinese = {
  接入方: {
    快速入门: 'quickstart',
    签名: 'signing',
    接口说明: 'interface',
    错误码: 'errors',
    限流与限制: 'limits',
    常见场景: 'recipes',
    各语言客户端: 'clients',
    'Java 客户端': 'java-client',
    兼容性承诺: 'compatibility'
  },
  商家: {
    你的商品与授权的应用: 'merchants'
  },
  运营方: {
    人员与登录: 'people'
  }
}

const page = ([text, name]) => ({ text, link: `/${name}` })

function groupsOf(readers, folder = '') {
  const written = ([, name]) => existsSync(`${docs}/${name}.md`)
  return Object.entries(readers).map(([text, pages]) => {
    const items = Object.entries(pages).map(([title, name]) => [title, folder + name])
    return { text, items: items.filter(written).map(page) }
  })
}

function decisions() {
  const titles = readdirSync(`${docs}/decisions`)
    .filter(file => file.endsWith('.md'))
    .sort()
    .map(file => [readFileSync(`${docs}/decisions/${file}`, 'utf8').match(/^# (.*)$/m)[1], `decisions/${file.slice(0, -3)}`])
  return { text: 'Decisions', collapsed: true, items: titles.map(page) }
}

/// After the Java client, whose page is a file.
function withClients(groups, title, folder = '') {
  const { items } = groups[0]
  const pages = clients.map(client => page([title(client), `${folder}clients/${client.name}`]))
  items.splice(items.findIndex(({ link }) => link.endsWith('/java-client')) + 1, 0, ...pages)
  return groups
}

/// Without the reference, which no file has.
export function sidebar(language) {
  if (language === 'zh') {
    const inEnglish = { '安装（英文）': 'install', '运维文档（英文）': 'operating', '架构与开发（英文）': 'architecture' }
    const title = ({ language, isInChinese }) => `${language} 客户端${isInChinese ? '' : '（英文）'}`
    return [...withClients(groupsOf(readersOfChinese, 'zh/'), title, 'zh/'), ...groupsOf({ 其他读者: inEnglish })]
  }
  const groups = withClients(groupsOf(readers), ({ language }) => `${language} client`)
  groups.find(({ text }) => text === 'Contributors').items.push(decisions())
  return groups
}

/// The pages that must be there in both languages, as files in docs/.
export function pagesInBothLanguages() {
  return ['index.md', 'people.md', ...[readers.Integrators, readers.Merchants].flatMap(pages => Object.values(pages)).map(name => `${name}.md`)]
}

export const inOtherLanguage = page => (page.startsWith('zh/') ? page.slice('zh/'.length) : `zh/${page}`)
