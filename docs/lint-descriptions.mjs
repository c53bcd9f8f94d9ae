// Lints the descriptions of both interfaces as redocly.yaml says; whatever it finds fails. `@redocly/cli lint` does the same,
// with ten times the packages.
import { formatProblems, getTotals, lint, loadConfig } from '@redocly/openapi-core'
import { fileURLToPath } from 'node:url'

const path = relative => fileURLToPath(new URL(relative, import.meta.url))
const resources = '../server/src/main/resources/stockroom/'

const config = await loadConfig({ configPath: path('redocly.yaml') })
for (const description of [resources + 'http/openapi.yaml', resources + 'admin/openapi.yaml']) {
  const problems = await lint({ ref: path(description), config })
  formatProblems(problems, { format: 'codeframe', totals: getTotals(problems) })
  if (problems.length > 0) process.exitCode = 1
}
