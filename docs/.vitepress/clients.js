// The clients that have a README beside their source: each is a page of the site, in English.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const docs = fileURLToPath(new URL('..', import.meta.url))
const folder = resolve(docs, '../clients')
const readme = name => resolve(folder, name, 'README.md')
const languages = { csharp: 'C#', php: 'PHP', python: 'Python', typescript: 'TypeScript' }

export const clients = readdirSync(folder).filter(name => existsSync(readme(name))).map(name => ({ name, language: languages[name] ?? name }))

/// Links lead from where the page is.
export const page = ({ name }) =>
  readFileSync(readme(name), 'utf8').replace(/\]\((?![a-z]+:|#)([^)]+)\)/g, (all, target) =>
    `](${relative(`${docs}/clients`, resolve(folder, name, target))})`)

/// The page of a README, from docs/; nothing for any other file.
export const pageOf = file => {
  const client = clients.find(({ name }) => readme(name) === file)
  return client && `clients/${client.name}.md`
}
