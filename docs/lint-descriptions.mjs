// Lints the descriptions of both interfaces by redocly.yaml and by Spectral's rules for OpenAPI, and fails on any finding.
// `@redocly/cli lint` and `@stoplight/spectral-cli lint` do the same, with several times the packages.
import { formatProblems, getTotals, lint, loadConfig } from '@redocly/openapi-core'
import spectralCore from '@stoplight/spectral-core'
import parsers from '@stoplight/spectral-parsers'
import rulesets from '@stoplight/spectral-rulesets'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const { Document, Spectral } = spectralCore
const path = relative => fileURLToPath(new URL(relative, import.meta.url))
const resources = '../server/src/main/resources/stockroom/'

const config = await loadConfig({ configPath: path('redocly.yaml') })
const spectral = new Spectral()
// whom to ask is for whoever runs the server to say, and a summary may say all there is to say
spectral.setRuleset({ extends: [[rulesets.oas, 'recommended']], rules: { 'info-contact': 'off', 'operation-description': 'off' } })
for (const description of [resources + 'http/openapi.yaml', resources + 'admin/openapi.yaml']) {
  const problems = await lint({ ref: path(description), config })
  formatProblems(problems, { format: 'codeframe', totals: getTotals(problems) })
  const findings = await spectral.run(new Document(readFileSync(path(description), 'utf8'), parsers.Yaml, path(description)))
  findings.forEach(({ code, message, path: place, range }) => console.error(`${description}:${range.start.line + 1} ${code}: ${message} (${place.join('.')})`))
  if (problems.length + findings.length > 0) process.exitCode = 1
}
