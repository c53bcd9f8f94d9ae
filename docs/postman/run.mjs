// Sends every call of the collection, as Postman would, to the server at STOCKROOM_ADDRESS with STOCKROOM_APPID, STOCKROOM_SECRET and
// STOCKROOM_TOKEN: first as it is imported, which must change no stock, then with `dryRun` false. Each call must succeed, and then have
// the fields of the collection's first example for it.
import newman from 'newman'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { calls } from '../.vitepress/reference/description.js'

const { STOCKROOM_ADDRESS, STOCKROOM_APPID, STOCKROOM_SECRET, STOCKROOM_TOKEN } = process.env
const variables = { address: STOCKROOM_ADDRESS, appid: STOCKROOM_APPID, secret: STOCKROOM_SECRET, accesstoken: STOCKROOM_TOKEN }
const writes = calls.filter(({ parameters }) => parameters.some(({ name }) => name === 'Dry-Run')).map(({ path }) => path)
const faults = []

/// The fields of a JSON value, in any order and however many elements its arrays have.
function shape(value) {
  if (Array.isArray(value)) {
    return [...new Set(value.filter(it => it !== null && typeof it === 'object').map(element => JSON.stringify(shape(element))))].sort()
  }
  return value !== null && typeof value === 'object'
    ? Object.fromEntries(Object.keys(value).sort().map(name => [name, shape(value[name])]))
    : ''
}

/// Answers for each call its path, what came, and its example.
async function send(changed) {
  const options = {
    collection: fileURLToPath(new URL('stockroom.postman_collection.json', import.meta.url)),
    envVar: Object.entries({ ...variables, ...changed }).map(([key, value]) => ({ key, value }))
  }
  const { collection, run } = await new Promise((done, failed) => newman.run(options, (error, it) => (error ? failed(error) : done(it))))
  if (run.executions.length !== collection.items.count()) {
    faults.push(`${run.executions.length} calls were sent (expected: ${collection.items.count()})`)
  }
  return run.executions.map(({ item, response }) => ({
    name: item.name,
    failures: run.failures.filter(({ source }) => source?.name === item.name).map(({ error }) => `${item.name}: ${error.message}`),
    path: item.request.url.getPath(), came: JSON.parse(response?.text() ?? '{}'), example: JSON.parse(item.responses.idx(0).body)
  }))
}

const imported = await send({})
for (const { name, path, came, failures } of imported) {
  const nothingToUndo = path === '/Stock/Undo' && came.code === 'PUSH_UNKNOWN'
  faults.push(...(nothingToUndo ? [] : failures))
  if (writes.includes(path) && !nothingToUndo && came.push !== null) {
    faults.push(`${name}: makes the push ${came.push} as imported (expected: a dry run)`)
  }
}
await sleep(2_100) // until the next turn
const written = await send({ dryRun: 'false' })
for (const { name, came, example, failures } of written) {
  faults.push(...failures)
  const [has, shown] = [came, example].map(it => JSON.stringify(shape(it)))
  if (has !== shown) {
    faults.push(`${name}: has the fields ${has} (its example: ${shown})`)
  }
}
faults.forEach(fault => console.error(`postman: ${fault}`))
console.log(`postman: ${imported.length + written.length} calls sent, ${faults.length} faults`)
process.exitCode = faults.length ? 1 : 0
