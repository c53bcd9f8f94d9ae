// The clients whose README is a page of the site in both languages. Where there is no README.zh.md, the Chinese page is in
// English. The Java client's page is docs/java-client.md.
import { existsSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const docs = fileURLToPath(new URL('..', import.meta.url))
const root = resolve(docs, '../clients')
const english = name => resolve(root, name, 'README.md')
const chinese = name => resolve(root, name, 'README.zh.md')
const languages = { csharp: 'C#', php: 'PHP', python: 'Python', typescript: 'TypeScript' }

export const clients = Object.entries(languages).filter(([name]) => existsSync(english(name)))
  .map(([name, language]) => ({ name, language, isInChinese: existsSync(chinese(name)) }))

/// The page in docs/, or in docs/zh/ if the folder is zh/. Links lead from where it is.
export function page({ name, isInChinese }, folder = '') {
  const file = folder && isInChinese ? chinese(name) : english(name)
  return readFileSync(file, 'utf8').replace(/\]\((?![a-z]+:|#)([^)]+)\)/g, (all, target) =>
    `](${relative(`${docs}/${folder}clients`, resolve(root, name, target))})`)
}

export const pathsOf = folder => clients.map(client => ({ params: { client: client.name }, content: page(client, folder) }))

/// The page of a README, from docs/; nothing for any other file. Chinese pages lead to Chinese ones, but for a link to the
/// same page in English.
export function pageOf(file, from) {
  const client = clients.find(({ name }) => file === english(name) || file === chinese(name))
  const inChinese = client && `zh/clients/${client.name}.md`
  const isChinese = client && (file === chinese(client.name) || (from.startsWith('zh/') && from !== inChinese))
  return isChinese ? inChinese : inChinese?.slice('zh/'.length)
}
