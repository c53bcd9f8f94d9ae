// The bar at the top: sections, version, and the repository if REPOSITORY is set.
import { readFileSync } from 'node:fs'
import { docs } from './reference/description.js'

const version = readFileSync(`${docs}/../pom.xml`, 'utf8').match(/<version>(.*?)(-SNAPSHOT)?<\/version>/)[1]
const repository = process.env.REPOSITORY?.replace(/\/(blob|tree|src)\/.*$/, '')

export const navigation = ({ folder, nav }) => [
  { text: nav.quickstart, link: `/${folder}quickstart` },
  { text: nav.reference, link: `/${folder}reference/`, activeMatch: `^/${folder}reference/` },
  { text: nav.errors, link: `/${folder}errors` },
  {
    text: `v${version}`,
    items: [
      { text: nav.changelog, link: '/changelog' },
      { text: nav.description, link: '/openapi.yaml', target: '_blank' },
      ...(repository ? [{ text: nav.repository, link: repository }] : [])
    ]
  }
]

/// Nothing is not an empty list: that leaves a line at the end of the bar.
export const repositoryLink = repository ? [{ icon: 'github', link: repository }] : undefined
